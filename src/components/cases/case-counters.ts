import type { Totals } from "#cuda/profile/profile-schema.ts";

/** A counter of Nsight Compute, for a whole kernel. */
export interface CaseCounter {
  /** As `ncu --metrics` has it. */
  readonly metric: string;
  /** What it counts, in the plural. */
  readonly unit: string;
  readonly of: (totals: Totals) => number;
}

/** The counters that a case file shows, in their order. */
export const caseCounters = {
  loadRequests: {
    metric: "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    unit: "requests",
    of: ({ global }) => global.load.requests,
  },
  loadSectors: { metric: "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", unit: "sectors", of: ({ global }) => global.load.sectors },
  storeRequests: {
    metric: "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    unit: "requests",
    of: ({ global }) => global.store.requests,
  },
  storeSectors: { metric: "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", unit: "sectors", of: ({ global }) => global.store.sectors },
  sharedLoadRequests: { metric: "smsp__inst_executed_op_shared_ld.sum", unit: "requests", of: ({ shared }) => shared.load.requests },
  sharedLoadWavefronts: {
    metric: "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    unit: "wavefronts",
    of: ({ shared }) => shared.load.wavefronts,
  },
  sharedStoreRequests: { metric: "smsp__inst_executed_op_shared_st.sum", unit: "requests", of: ({ shared }) => shared.store.requests },
  sharedStoreWavefronts: {
    metric: "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    unit: "wavefronts",
    of: ({ shared }) => shared.store.wavefronts,
  },
} as const satisfies Record<string, CaseCounter>;

export type CaseCounterName = keyof typeof caseCounters;
export const caseCounterNames = Object.keys(caseCounters) as CaseCounterName[];

/** How many requests the accesses make that a counter counts something of. */
export function requestsOf(counter: CaseCounterName, totals: Totals): number {
  const requests = counter.replace(/Sectors|Wavefronts/, "Requests") as CaseCounterName;
  return caseCounters[requests].of(totals);
}

/** Whether a kernel accesses shared memory. */
export function usesShared({ shared }: Totals): boolean {
  return Object.values(shared).some(({ requests }) => requests > 0);
}
