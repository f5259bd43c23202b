import type { BudgetCount } from "#judge/cuda/cuda-task.ts";

/** What a target counts, for sentences. */
export const TARGET_NAMES: Readonly<Record<BudgetCount, string>> = {
  sectors: "sectors of global memory",
  requests: "requests to memory",
  wavefronts: "wavefronts of shared memory",
  bankConflicts: "bank conflicts",
  dramBytes: "bytes of DRAM",
};
