import { CACHE_LINE_BYTES, SECTOR_BYTES, WARP_SIZE, explainGlobal, h100, type GlobalExplanation } from "#simulator";
import { memoryRows, type LineRow } from "#pictures/memory-rows.ts";
import { patternRequest } from "#pictures/pattern.ts";

/** What a lane loads: one float. */
export const BYTES_PER_LANE = 4;
/** The largest offset: from there on all repeats, one line further. */
export const MAX_OFFSET_BYTES = CACHE_LINE_BYTES;
/** Lines from byte 0 that are drawn: they hold this warp and the next at any offset. */
export const WINDOW_LINES = 3;

/** One warp's request at an offset, together with that of the warp after it. */
export interface AlignmentCase {
  readonly offsetBytes: number;
  readonly own: GlobalExplanation;
  readonly next: GlobalExplanation;
  /** Lines looked up beyond the fewest that could hold the useful bytes. */
  readonly extraLines: number;
  /** Sectors moved beyond the fewest that could carry the useful bytes. */
  readonly extraSectors: number;
  /** Numbers of the sectors that both warps touch. */
  readonly sharedSectors: readonly number[];
  /** Distinct sectors that the two warps touch together. */
  readonly sectorsTogether: number;
}

/** The case of a warp whose lane 0 loads the float at `offsetBytes`, and each further lane the float after it. */
export function alignmentCase(offsetBytes: number): AlignmentCase {
  const own = explainGlobal(request(offsetBytes), h100);
  const next = explainGlobal(request(offsetBytes + WARP_SIZE * BYTES_PER_LANE), h100);
  const nextSectors = new Set(sectorNumbers(next));
  const sharedSectors = sectorNumbers(own).filter((number) => nextSectors.has(number));
  return {
    offsetBytes,
    own,
    next,
    extraLines: own.cacheLines - Math.ceil(own.usefulBytes / CACHE_LINE_BYTES),
    extraSectors: own.sectors - own.idealSectors,
    sharedSectors,
    sectorsTogether: own.sectors + next.sectors - sharedSectors.length,
  };
}

/** Bytes that move beyond the fewest sectors that could carry the useful ones. */
export function extraBytes({ extraSectors }: AlignmentCase): number {
  return extraSectors * SECTOR_BYTES;
}

/** The window of memory as a request sees it. */
export function windowLines(explanation: GlobalExplanation, pointed: ReadonlySet<number> | undefined): LineRow[] {
  const rows = memoryRows({ explanation, memoryModel: "sector", pointed, windows: [WINDOW_LINES] });
  return rows.filter((row) => row.kind === "line");
}

function request(offsetBytes: number) {
  return patternRequest({ op: "load", strideElements: 1, offsetElements: offsetBytes / BYTES_PER_LANE, bytesPerElement: BYTES_PER_LANE });
}

function sectorNumbers({ lines }: GlobalExplanation): number[] {
  return lines.flatMap((line) => line.sectors.map((sector) => sector.number));
}
