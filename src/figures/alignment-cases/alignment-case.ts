import { CACHE_LINE_BYTES, SECTOR_BYTES, WARP_SIZE, explainGlobal, h100, type GlobalExplanation } from "#simulator";
import type { KernelCounters, KernelTiming } from "#hardware/kernel-timings.ts";
import { memoryRows, type LineRow } from "#pictures/memory-rows.ts";
import { patternRequest } from "#pictures/pattern.ts";

/** What a lane loads: one float. */
export const BYTES_PER_LANE = 4;
/** The largest offset: beyond it everything repeats, one line further on. */
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

/** A whole copy, in[i + offset] to out[i], as an H100 ran it. */
export interface MeasuredOffset {
  readonly offsetBytes: number;
  /** Bytes that the copy must read and write, over its time, in GB/s (10⁹ bytes). */
  readonly usefulGBps: number;
  /** Share of the requested sectors that L1 already held, 0 to 1. */
  readonly l1HitRatio: number;
}

const KERNEL = "copy_offset";
/** The kernel copies floats, and its parameter counts them. */
const BYTES_PER_ELEMENT = 4;
const HIT_RATE = "l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct";

/** All offsets that were measured. Times were taken without the profiler, L1 hits by it, for the same launches. */
export function measuredOffsets(timings: readonly KernelTiming[], counters: readonly KernelCounters[]): MeasuredOffset[] {
  return timings
    .filter(({ name }) => name === KERNEL)
    .map(({ param, usefulGBps }) => {
      const hitRatePercent = counters.find((launch) => launch.name === KERNEL && launch.param === param)?.counters[HIT_RATE];
      if (hitRatePercent === undefined) throw new RangeError(`${KERNEL} was timed at offset ${param}, but its counters were not read`);
      return { offsetBytes: param * BYTES_PER_ELEMENT, usefulGBps, l1HitRatio: hitRatePercent / 100 };
    });
}

/** A case with the copies that were timed at its offset and without an offset. */
export interface TimedCase {
  readonly case: AlignmentCase;
  /** undefined: this offset was not timed. */
  readonly measured: MeasuredOffset | undefined;
  readonly aligned: MeasuredOffset | undefined;
}

/** The case at an offset, with what was measured of it. */
export function timedCase(offsetBytes: number, measured: readonly MeasuredOffset[]): TimedCase {
  return {
    case: alignmentCase(offsetBytes),
    measured: measured.find((each) => each.offsetBytes === offsetBytes),
    aligned: measured.find((each) => each.offsetBytes === 0),
  };
}

/** The part of the aligned copy's speed that is lost, 0 to 1; undefined where one of the two was not timed. */
export function lostSpeed({ measured, aligned }: TimedCase): number | undefined {
  return measured && aligned && 1 - measured.usefulGBps / aligned.usefulGBps;
}
