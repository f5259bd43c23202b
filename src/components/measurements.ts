import { counters, timings, timingsH200 } from "virtual:hardware";
import { h200, type FetchGranularity, type MemoryOp } from "#simulator";
import type { KernelTiming } from "#hardware/kernel-timings.ts";
import { loadLatencies, type LoadedFrom } from "#figures/machine/latency.ts";

/** The profiler's names of the counters that lessons show. Rates and efficiencies are percentages. */
const metrics = {
  loadRequests: "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
  storeRequests: "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
  loadSectors: "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
  storeSectors: "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
  loadHitRate: "l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct",
  loadEfficiency: "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
  storeEfficiency: "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct",
  l2ReadSectors: "lts__t_sectors_srcunit_tex_op_read.sum",
  l2WriteSectors: "lts__t_sectors_srcunit_tex_op_write.sum",
  dramReadBytes: "dram__bytes_read.sum",
  dramWriteBytes: "dram__bytes_write.sum",
  sharedLoadWavefronts: "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
  sharedStoreWavefronts: "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
  sharedLoadConflicts: "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
  sharedStoreConflicts: "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
} as const;

export type Metric = keyof typeof metrics;

/**
 * The timing of a kernel at a parameter, on an H100 or an H200.
 *
 * @throws RangeError when there is none: a page must not show a number that was not measured.
 */
export function kernelTime(kernel: string, param: number, device: keyof typeof counters = "h100"): KernelTiming {
  const timing = { h100: timings, h200: timingsH200 }[device].find((timing) => timing.name === kernel && timing.param === param);
  if (!timing) throw new RangeError(`${kernel} with parameter ${param} was not timed on the ${device}`);
  return timing;
}

/**
 * A launch among equal ones, one after the other without a pause: its time, and its useful GB/s (10⁹ bytes). A lone launch takes a few
 * µs more.
 *
 * @throws RangeError when it was not timed so
 */
export function backToBack(
  kernel: string,
  param: number,
  device: keyof typeof counters = "h100",
): Pick<KernelTiming, "microseconds" | "usefulGBps"> {
  const { batchMicroseconds, usefulBytes } = kernelTime(kernel, param, device);
  if (batchMicroseconds === undefined)
    throw new RangeError(`${kernel} with parameter ${param} was not timed back to back on the ${device}`);
  return { microseconds: batchMicroseconds, usefulGBps: usefulBytes / batchMicroseconds / 1000 };
}

/** How long a load takes from where its data are, on an H200, in whole nanoseconds. */
export function loadLatency(from: LoadedFrom): number {
  return loadLatencies(timingsH200)[from];
}

/** A probe of the memory system on an H200: its time, and what DRAM moved. */
export interface ProbeRun extends KernelTiming {
  readonly dramReadBytes: number;
  readonly dramWriteBytes: number;
}

/**
 * A run of a probe of the memory system (grader/hardware/probes/memory-system) on an H200.
 *
 * @param fetchBytes L2's fetch granularity during the run
 * @throws RangeError when there is none: a page must not show a number that was not measured.
 */
export function probeRun(probe: string, param: number, fetchBytes: FetchGranularity = h200.fetchGranularityBytes): ProbeRun {
  const name = fetchBytes === h200.fetchGranularityBytes ? probe : `${probe}@${fetchBytes}`;
  const moved = (metric: Metric): number => kernelCounter(name, param, metric, "h200");
  return { ...kernelTime(name, param, "h200"), dramReadBytes: moved("dramReadBytes"), dramWriteBytes: moved("dramWriteBytes") };
}

/** Bytes that a kernel must move over its time, in GB/s (10⁹ bytes). */
export function usefulGBps(kernel: string, param: number, device: keyof typeof counters = "h100"): number {
  return kernelTime(kernel, param, device).usefulGBps;
}

/**
 * What Nsight Compute counted over a whole kernel.
 *
 * @throws RangeError when it was not counted: a page must not show such a number.
 */
export function kernelCounter(kernel: string, param: number, metric: Metric, device: keyof typeof counters = "h100"): number {
  const name = metrics[metric];
  const value = counters[device].find((launch) => launch.name === kernel && launch.param === param)?.counters[name];
  if (value === undefined) throw new RangeError(`${name} of ${kernel} with parameter ${param} was not counted on the ${device}`);
  return value;
}

/** Sectors over requests of all loads or all stores of a kernel in global memory, as a GPU counted them. */
export function sectorsPerRequest(kernel: string, param: number, op: MemoryOp, device: keyof typeof counters = "h100"): number {
  return kernelCounter(kernel, param, `${op}Sectors`, device) / kernelCounter(kernel, param, `${op}Requests`, device);
}

/** Efficiency of a kernel's loads or stores, 0 to 1. It was read on the H200 only; both GPUs count the same sectors. */
export function profiledEfficiency(kernel: string, param: number, op: MemoryOp): number {
  return kernelCounter(kernel, param, `${op}Efficiency`, "h200") / 100;
}

/** The share of a kernel's loaded sectors that a GPU found in L1, 0 to 1. */
export function loadHitRate(kernel: string, param: number, device: keyof typeof counters = "h100"): number {
  return kernelCounter(kernel, param, "loadHitRate", device) / 100;
}

/** Bytes that DRAM read over the bytes that the kernel must read, which are `readShare` of all that it must move. */
export function dramReadRatio(kernel: string, param: number, readShare = 1): number {
  return kernelCounter(kernel, param, "dramReadBytes") / (kernelTime(kernel, param).usefulBytes * readShare);
}

/**
 * What an H100's DRAM carried while a kernel ran, useful or not, in GB/s (10⁹ bytes): the bytes that the profiler counted, read and
 * written, over the time that the same launch took without the profiler.
 */
export function dramGBps(kernel: string, param: number): number {
  const carriedBytes = kernelCounter(kernel, param, "dramReadBytes") + kernelCounter(kernel, param, "dramWriteBytes");
  return carriedBytes / kernelTime(kernel, param).microseconds / 1000;
}
