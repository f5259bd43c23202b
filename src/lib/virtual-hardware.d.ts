declare module "virtual:hardware" {
  import type { KernelTiming } from "../../grader/hardware/kernel-timings.ts";

  /** Whole kernels, timed on an H100. */
  export const timings: readonly KernelTiming[];
  /** Single warp requests that were counted on an H100: how many there are, and on how many the simulator agrees in every count. */
  export const requests: { readonly total: number; readonly agreeing: number };
}
