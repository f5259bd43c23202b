import { h100 } from "#simulator";
import { kernelTime } from "../kernel-time.ts";
import { kernelCounter } from "../numbers/kernel-counter.ts";

/** What the fifth document would have a profiler show, as shares: each measure should be above its target. */
export const targets = { loadEfficiency: 0.8, storeEfficiency: 0.8, hitRate: 0.7, dramThroughput: 0.7 };
export type Measure = keyof typeof targets;

/** A kernel of which it is known how good it is, beside what the four measures make of it. */
export interface JudgedKernel {
  readonly name: string;
  readonly usefulGBps: number;
  readonly measures: readonly { readonly measure: Measure; readonly share: number; readonly meets: boolean }[];
}

const launches: readonly (readonly [name: string, kernel: string, param: number])[] = [
  ["copy, float4 a lane", "copy_float4", 16],
  ["copy that reads every 16th float", "copy_stride", 16],
  ["copy that writes every 32nd float", "write_stride", 32],
  ["update of an array of structs", "aos", 33554400],
  ["column sum, a thread a column", "column_sum", 4096],
  ["row sum, a thread a row", "row_sum", 4096],
];

export const judgedKernels: readonly JudgedKernel[] = launches.map(([name, kernel, param]) => {
  const shares = sharesOf(kernel, param);
  const measures = Object.keys(targets) as Measure[];
  return {
    name,
    usefulGBps: kernelTime(kernel, param).usefulGBps,
    measures: measures.map((measure) => ({ measure, share: shares[measure], meets: shares[measure] > targets[measure] })),
  };
});

/** Efficiencies were read on the H200 only; both GPUs count the same sectors. */
function sharesOf(kernel: string, param: number): Record<Measure, number> {
  const efficiency = (direction: string) =>
    kernelCounter(kernel, param, `smsp__sass_average_data_bytes_per_sector_mem_global_op_${direction}.pct`, "h200") / 100;
  const dramBytes = kernelCounter(kernel, param, "dram__bytes_read.sum") + kernelCounter(kernel, param, "dram__bytes_write.sum");
  const seconds = kernelTime(kernel, param).microseconds / 1e6;
  return {
    loadEfficiency: efficiency("ld"),
    storeEfficiency: efficiency("st"),
    hitRate: kernelCounter(kernel, param, "l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct") / 100,
    dramThroughput: dramBytes / seconds / (h100.dramGBps * 1e9),
  };
}
