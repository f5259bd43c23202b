import type { KernelCounters, KernelTiming } from "#simulator/hardware/kernel-timings.ts";

/** A whole copy, in[i + offset] to out[i], as an H100 ran it. */
export interface MeasuredOffset {
  readonly offsetBytes: number;
  /** Bytes that the copy must read and write, over its time, in GB/s (10⁹ bytes). */
  readonly usefulGBps: number;
  /** Part of the sectors that loads asked for which were in L1 already, 0 to 1. */
  readonly l1HitRatio: number;
}

const KERNEL = "copy_offset";
/** The kernel copies floats, and its parameter counts them. */
const BYTES_PER_ELEMENT = 4;
const HIT_RATE = "l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct";

/** All offsets that were measured: times from one table, L1 hits from the profiler's run of the same launches. */
export function measuredOffsets(timings: readonly KernelTiming[], counters: readonly KernelCounters[]): MeasuredOffset[] {
  return timings
    .filter(({ name }) => name === KERNEL)
    .map(({ param, usefulGBps }) => {
      const counted = counters.find((launch) => launch.name === KERNEL && launch.param === param);
      if (!counted) throw new RangeError(`${KERNEL} was timed at offset ${param}, but its counters were not read`);
      return { offsetBytes: param * BYTES_PER_ELEMENT, usefulGBps, l1HitRatio: counted.counters[HIT_RATE] / 100 };
    });
}
