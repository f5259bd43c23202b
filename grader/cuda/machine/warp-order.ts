/** A memory that a proxy fence is for. */
export type FencedSpace = "shared" | "global";

/** What a warp knows to be over when it meets others: a vector clock. */
export interface Knowledge {
  /** For each warp of the cluster, the segment before which its accesses are over. */
  readonly over: Int32Array;
  /** For each warp, the segment before which its stores to a space are visible to bulk copies: a proxy fence has come behind them. */
  readonly fenced: Readonly<Record<FencedSpace, Int32Array>>;
  /** For each agent that copies, how many of its phases or groups are complete: see `WarpOrder.agent`. */
  readonly complete: number[];
}

/**
 * Who comes after whom among the warps of a cluster, by vector clocks (Mattern 1989): objects that warps meet at, barriers of any kind, carry
 * what those that arrive know to those that wait. Time is cut into the segments of `EpochClock`. The lanes of a warp count as one.
 */
export class WarpOrder {
  readonly warps: number;
  readonly #known: readonly Knowledge[];
  #agents = 0;

  /** @param warps of the cluster */
  constructor(warps: number) {
    this.warps = warps;
    this.#known = Array.from({ length: warps }, () => nothing(warps));
  }

  /** A cluster starts: nobody knows of anybody. */
  restart(): void {
    this.#agents = 0;
    for (const { over, fenced, complete } of this.#known) {
      over.fill(0);
      for (const segments of Object.values(fenced)) segments.fill(0);
      complete.length = 0;
    }
  }

  /** A number for what completes phases or groups of copies: a barrier object, or the groups of a thread. */
  agent(): number {
    return this.#agents++;
  }

  /** Whether a warp's accesses of a segment are over for another one. */
  isOver(segment: number, of: number, to: number): boolean {
    return of === to || segment < this.#known[to]!.over[of]!;
  }

  /** Whether a warp knows of anything that another one has done. */
  hasMet(warp: number, other: number): boolean {
    return warp === other || this.#known[warp]!.over[other]! > 0;
  }

  /** Whether a warp's stores of a segment to a space are visible to the copies of another one. */
  isFenced(segment: number, of: number, to: number, space: FencedSpace): boolean {
    return segment < this.#known[to]!.fenced[space][of]!;
  }

  /** How many phases or groups of an agent a warp knows to be complete. */
  completeFor(warp: number, agent: number): number {
    return this.#known[warp]!.complete[agent] ?? 0;
  }

  completed(warp: number, agent: number, count: number): void {
    const { complete } = this.#known[warp]!;
    complete[agent] = Math.max(complete[agent] ?? 0, count);
  }

  /** A proxy fence of a warp. @param segment that starts behind it */
  fence(warp: number, segment: number, space: FencedSpace): void {
    const { over, fenced } = this.#known[warp]!;
    const segments = fenced[space];
    for (let other = 0; other < this.warps; other++) segments[other] = Math.max(segments[other]!, other === warp ? segment : over[other]!);
  }

  /** Hands on what a warp knows and has done. @param segment that starts behind it */
  release(warp: number, segment: number, into: Knowledge): void {
    const known = this.#known[warp]!;
    known.over[warp] = segment;
    join(into, known);
  }

  acquire(warp: number, from: Knowledge): void {
    join(this.#known[warp]!, from);
  }

  /** Nothing known, to be handed on. */
  empty(): Knowledge {
    return nothing(this.warps);
  }
}

function nothing(warps: number): Knowledge {
  return { over: new Int32Array(warps), fenced: { shared: new Int32Array(warps), global: new Int32Array(warps) }, complete: [] };
}

/** Adds what one knows to what another does. */
export function join(to: Knowledge, from: Knowledge): void {
  raise(to.over, from.over);
  raise(to.fenced.shared, from.fenced.shared);
  raise(to.fenced.global, from.fenced.global);
  for (const [agent, count] of from.complete.entries()) {
    if (count !== undefined && count > (to.complete[agent] ?? 0)) to.complete[agent] = count;
  }
}

function raise(to: Int32Array, from: Int32Array): void {
  for (let warp = 0; warp < to.length; warp++) if (from[warp]! > to[warp]!) to[warp] = from[warp]!;
}
