import { KernelSet, beyondLimits, type ComputeKernel } from "./compute-kernel.ts";
import type { OwnGpu } from "./open-gpu.ts";
import { AIMED_SUBMISSION, LONGEST_SUBMISSION, estimateSet, type TimingOptions } from "./time-runs.ts";

/**
 * The largest of ascending sizes in which no dispatch is expected to take longer than a submission should, and which the device's limits
 * allow: kernels of one size are timed before those of the next one are tried.
 *
 * @param growth how many times as long a dispatch of one size takes as one of another; the ratio of the sizes if undefined
 * @returns undefined where even a dispatch of the first size takes longer than a submission may
 */
export async function fittingSize(
  gpu: OwnGpu,
  sizes: readonly number[],
  kernelsOf: (size: number) => readonly ComputeKernel[],
  options: TimingOptions & { readonly growth?: (from: number, to: number) => number } = {},
): Promise<number | undefined> {
  const { growth = (from: number, to: number) => to / from, signal } = options;
  const allowed = sizes.filter((size, place) => place === 0 || kernelsOf(size).every((kernel) => beyondLimits(gpu, kernel) === undefined));
  let fitting = allowed[0]!;
  for (const larger of [...allowed.slice(1), undefined]) {
    signal?.throwIfAborted();
    const set = await KernelSet.prepare(gpu, kernelsOf(fitting));
    try {
      const longest = Math.max(...(await estimateSet(set, options)));
      if (longest > LONGEST_SUBMISSION) return undefined;
      if (larger === undefined || longest * growth(fitting, larger) > AIMED_SUBMISSION) return fitting;
    } finally {
      set.release();
    }
    fitting = larger;
  }
  return fitting;
}
