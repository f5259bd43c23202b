import { counters } from "virtual:hardware";
import type { MemoryOp } from "#simulator";

/**
 * What Nsight Compute counted over a whole kernel, by the profiler's name of the metric.
 *
 * @throws RangeError when nobody counted it: a page must not show such a number.
 */
export function kernelCounter(kernel: string, param: number, metric: string, device: keyof typeof counters = "h100"): number {
  const value = counters[device].find((launch) => launch.name === kernel && launch.param === param)?.counters[metric];
  if (value === undefined) throw new RangeError(`nobody counted ${metric} of ${kernel} with parameter ${param} on the ${device}`);
  return value;
}

/** Sectors over requests of all loads or all stores of a kernel in global memory, as an H100 counted them. */
export function sectorsPerRequest(kernel: string, param: number, op: MemoryOp): number {
  const metric = (noun: string) => `l1tex__t_${noun}_pipe_lsu_mem_global_op_${op === "load" ? "ld" : "st"}.sum`;
  return kernelCounter(kernel, param, metric("sectors")) / kernelCounter(kernel, param, metric("requests"));
}
