import type { KernelCounters } from "#simulator/hardware/kernel-timings.ts";
import type { MemoryOp, MemorySpace } from "#simulator";

/** A column of the table. */
export type ColumnId = "requests" | "sectors" | "sectorsPerRequest" | "cacheLines" | "efficiency" | "wavefronts" | "bankConflicts";

/** Where a metric's name says which way the data go. */
const suffixes: Readonly<Record<MemoryOp, string>> = { load: "ld", store: "st" };

/** Nsight Compute's name for what a column counts, without the direction; undefined where the column has nothing to count. */
const metrics: Readonly<Record<MemorySpace, Partial<Record<ColumnId, (direction: string) => string>>>> = {
  global: {
    requests: (direction) => `l1tex__t_requests_pipe_lsu_mem_global_op_${direction}.sum`,
    sectors: (direction) => `l1tex__t_sectors_pipe_lsu_mem_global_op_${direction}.sum`,
    sectorsPerRequest: (direction) => `l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_${direction}.ratio`,
    cacheLines: (direction) => `l1tex__t_set_accesses_pipe_lsu_mem_global_op_${direction}.sum`,
    efficiency: (direction) => `smsp__sass_average_data_bytes_per_sector_mem_global_op_${direction}.pct`,
  },
  shared: {
    requests: (direction) => `smsp__inst_executed_op_shared_${direction}.sum`,
    wavefronts: (direction) => `l1tex__data_pipe_lsu_wavefronts_mem_shared_op_${direction}.sum`,
    bankConflicts: (direction) => `l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_${direction}.sum`,
  },
};

/** Nsight Compute's name for the number in a column of a row. */
export function metricName(column: ColumnId, space: MemorySpace, op: MemoryOp): string | undefined {
  return metrics[space][column]?.(suffixes[op]);
}

/** What a profiler counted for a row, as far as it was asked. */
export interface MeasuredRow {
  readonly space: MemorySpace;
  readonly op: MemoryOp;
  readonly values: Readonly<Partial<Record<ColumnId, number>>>;
}

/** The columns whose numbers are counts; ratios are made from them. */
const COUNTED: readonly ColumnId[] = ["requests", "sectors", "cacheLines", "wavefronts", "bankConflicts"];

/** A kernel's counters as rows of the table. */
export function measuredRows({ counters }: Pick<KernelCounters, "counters">): MeasuredRow[] {
  return (["global", "shared"] as const).flatMap((space) =>
    (["load", "store"] as const).map((op): MeasuredRow => {
      const named = COUNTED.map((column) => [column, counters[metricName(column, space, op) ?? ""]] as const);
      const values: Partial<Record<ColumnId, number>> = Object.fromEntries(named.filter(([, value]) => value !== undefined));
      const { requests, sectors } = values;
      const ratio = requests && sectors !== undefined ? { sectorsPerRequest: sectors / requests } : {};
      return { space, op, values: { ...values, ...ratio } };
    }),
  );
}

/**
 * The counters of a kernel at a parameter.
 *
 * @throws RangeError when nobody counted it.
 */
export function countersOf(counters: readonly KernelCounters[], name: string, param: number): KernelCounters {
  const found = counters.find((entry) => entry.name === name && entry.param === param);
  if (!found) throw new RangeError(`nobody counted ${name} with parameter ${param}`);
  return found;
}
