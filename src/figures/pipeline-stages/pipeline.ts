/**
 * A block that works on tiles one after the other, each of which is copied into one of several stages first. Times are in units of their own: a
 * model of who waits for whom, not of a machine.
 */
export interface Pipeline {
  /** Places for tiles in shared memory: tile i goes to stage i mod `stages`. */
  readonly stages: number;
  /** From the start of a copy until its tile has landed, if nothing else is under way. */
  readonly latency: number;
  /** How long a copy keeps the way from memory busy: tiles land at least so far apart. */
  readonly transfer: number;
  /** The work on a tile that has landed. */
  readonly work: number;
}

/** A span of time. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What happens to one tile. */
export interface TileTimes {
  readonly tile: number;
  readonly stage: number;
  readonly copy: Span;
  readonly work: Span;
}

export const TILES = 8;
export const DEFAULT_PIPELINE: Pipeline = { stages: 1, latency: 6, transfer: 2, work: 3 };

/** The copy of a tile begins as soon as its stage is free; the work on it, once it has landed and the work on the one before has ended. */
export function schedule({ stages, latency, transfer, work }: Pipeline): TileTimes[] {
  const times: TileTimes[] = [];
  for (let tile = 0; tile < TILES; tile++) {
    const begun = times[tile - stages]?.work.to ?? 0;
    const before = times[tile - 1];
    const landed = Math.max(begun + latency, (before?.copy.to ?? 0) + transfer);
    const started = Math.max(landed, before?.work.to ?? 0);
    times.push({ tile, stage: tile % stages, copy: { from: begun, to: landed }, work: { from: started, to: started + work } });
  }
  return times;
}

/** When the last tile is done. */
export function totalTime(pipeline: Partial<Pipeline> = {}): number {
  return schedule({ ...DEFAULT_PIPELINE, ...pipeline }).at(-1)!.work.to;
}

/** The fewest stages with which the work waits for no tile but the first, or, where the way from memory is the slower one, as little as with any number. */
export function stagesNeeded({ latency, transfer, work }: Omit<Pipeline, "stages">): number {
  return Math.ceil((latency + work) / Math.max(work, transfer));
}
