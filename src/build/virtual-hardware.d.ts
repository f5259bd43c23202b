declare module "virtual:hardware" {
  import type { KernelCounters, KernelTiming } from "#simulator/hardware/kernel-timings.ts";
  import type { L1Loads } from "#simulator/hardware/l1-loads.ts";

  /** Whole kernels, timed on an H100. */
  export const timings: readonly KernelTiming[];
  /** What Nsight Compute counted over the same launches. */
  export const counters: Readonly<Record<"h100" | "h200", readonly KernelCounters[]>>;
  /** Single warp requests that were counted on an H100: how many there are, and on how many the simulator agrees in every count. */
  export const requests: { readonly total: number; readonly agreeing: number };
  /** Loads of an H100 with L1 caching on and off. */
  export const loads: L1Loads;
}
