import {
  ACCESS_WIDTHS,
  FULL_MASK,
  SECTOR_BYTES,
  WARP_SIZE,
  globalCost,
  h100,
  sharedCost,
  type AccessWidth,
  type MemoryOp,
  type MemorySpace,
} from "#simulator";
import { count, decimal, percent } from "#pictures/format.ts";
import type { KernelCounters } from "#hardware/kernel-timings.ts";
import type { TableRow } from "./table-row.ts";

const inWords = new Intl.ListFormat("en-GB");

/** A column of the table: how its number is computed from a row, and what a reader should know about it. */
export interface Column {
  readonly id: ColumnId;
  readonly label: string;
  /** The number for a row; undefined where the column does not apply to the row's memory. */
  readonly value: (row: TableRow) => number | undefined;
  /** The best possible number, where there is one. */
  readonly ideal?: (row: TableRow) => number | undefined;
  readonly format: (value: number) => string;
  /** What the profiler's metric counts. */
  readonly counts: string;
  /** How the simulator computes the number. */
  readonly here: string;
  /** Where the number can mislead. */
  readonly beware: string;
}

export const columns: readonly Column[] = [
  {
    id: "requests",
    label: "Requests",
    value: (row) => row.requests,
    format: count,
    counts:
      "Warp instructions that went to memory with at least one active lane. However wide its lanes are, an instruction is one request.",
    here: "Every access of the kernel counts once for each warp with an active lane.",
    beware: "Fewer requests aren't better in themselves. Wide lanes make fewer of them and carry the same bytes.",
  },
  {
    id: "sectors",
    label: "Sectors",
    value: (row) => (row.space === "global" ? row.sectors : undefined),
    ideal: (row) => (row.space === "global" ? row.idealSectors : undefined),
    format: count,
    counts: `Blocks of ${SECTOR_BYTES} aligned bytes that the requests touch. Lanes of one request that meet in a sector share it.`,
    here: "For each request the distinct sectors of its active lanes, added up over all requests. The ideal is what the useful bytes would fill.",
    beware:
      "A sector that two requests touch counts twice, though the second may find it in L1. This is work for the cache, not traffic of DRAM.",
  },
  {
    id: "sectorsPerRequest",
    label: "Sectors per request",
    value: (row) => (row.space === "global" ? row.sectors / row.requests : undefined),
    ideal: (row) => (row.space === "global" ? row.idealSectors / row.requests : undefined),
    format: decimal,
    counts: "Sectors over requests: how far apart the lanes of a warp are, on average.",
    here: "The column before, divided by the one before that. Its ideal is the ideal sectors, divided in the same way.",
    beware: `${idealSectors(4)} is the ideal for lanes of 4 bytes; ${idealsByWidth()}. Warps with idle lanes need fewer, and an average can hide one bad access among good ones.`,
  },
  {
    id: "cacheLines",
    label: "Lines",
    value: (row) => (row.space === "global" ? row.cacheLines : undefined),
    format: count,
    counts: "Cache lines that the requests touch: one look-up among the tags of L1 for each.",
    here: "For each request the distinct lines of its active lanes, added up.",
    beware: "Older texts call a line a transaction and assume that all of it moves. Only its touched sectors do.",
  },
  {
    id: "efficiency",
    label: "Efficiency",
    value: (row) => (row.space === "global" ? row.usefulBytes / (row.sectors * SECTOR_BYTES) : undefined),
    format: percent,
    counts: "Bytes that lanes asked for, as a share of the bytes in the sectors that moved.",
    here: `Distinct useful bytes over ${SECTOR_BYTES} bytes per sector. Bytes that several lanes ask for count once.`,
    beware: `A warp that reads one float for all its lanes touches a single sector, which nothing could better, and uses ${percent(4 / SECTOR_BYTES)} of it.`,
  },
  {
    id: "wavefronts",
    label: "Wavefronts",
    value: (row) => (row.space === "shared" ? row.wavefronts : undefined),
    ideal: (row) => (row.space === "shared" ? row.groups : undefined),
    format: count,
    counts: "Passes of shared memory's data stage. In one pass each bank serves one word, to any number of lanes.",
    here: "For each group of lanes that is served together, the distinct words on its busiest bank; added up.",
    beware: `One per request is the ideal up to 4 bytes per lane. A full warp that stores 8 bytes per lane needs ${idealWavefronts(8)}, one that stores 16 needs ${idealWavefronts(16)}, without any conflict.`,
  },
  {
    id: "bankConflicts",
    label: "Bank conflicts",
    value: (row) => (row.space === "shared" ? row.bankConflicts : undefined),
    format: count,
    counts: "Wavefronts beyond the ones that the groups of lanes need anyway.",
    here: "Wavefronts less one for each group. An n-way conflict of 4-byte lanes is n wavefronts, so n − 1 conflicts.",
    beware:
      "On a whole kernel the hardware also counts passes that were lost when something else claimed the data stage. The counter is then above zero even where no two words meet in a bank: expect agreement to the last digit from a single warp only.",
  },
];

/** A full warp whose lanes lie side by side, each of that width. */
function sideBySide(bytesPerLane: AccessWidth) {
  return { bytesPerLane, activeMask: FULL_MASK, addresses: Array.from({ length: WARP_SIZE }, (_, lane) => lane * bytesPerLane) };
}

/** Sectors of a full warp whose lanes lie side by side. */
function idealSectors(bytesPerLane: AccessWidth): number {
  return globalCost({ space: "global", op: "load", ...sideBySide(bytesPerLane) }, h100).sectors;
}

/** Wavefronts of a full warp that stores side by side. */
function idealWavefronts(bytesPerLane: AccessWidth): number {
  return sharedCost({ space: "shared", op: "store", ...sideBySide(bytesPerLane) }, h100).wavefronts;
}

function idealsByWidth(): string {
  const others = ACCESS_WIDTHS.filter((width) => width !== 4 && width <= h100.widestAccessBytes);
  return `for lanes of ${inWords.format(others.map(String))} bytes it is ${inWords.format(others.map((width) => String(idealSectors(width))))}`;
}

/** A column of the table. */
export type ColumnId = "requests" | "sectors" | "sectorsPerRequest" | "cacheLines" | "efficiency" | "wavefronts" | "bankConflicts";

/** How a metric's name spells the direction. */
const suffixes: Readonly<Record<MemoryOp, string>> = { load: "ld", store: "st" };

/** Nsight Compute's name for what a column counts, without the direction; undefined where the column does not apply. */
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

/** What a profiler counted for a row: the columns that it was asked for. */
export interface MeasuredRow {
  readonly space: MemorySpace;
  readonly op: MemoryOp;
  readonly values: Readonly<Partial<Record<ColumnId, number>>>;
}

/** The columns whose numbers are counts; ratios are computed from them. */
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
 * @throws RangeError when the kernel was not measured with that parameter.
 */
export function countersOf(counters: readonly KernelCounters[], name: string, param: number): KernelCounters {
  const found = counters.find((entry) => entry.name === name && entry.param === param);
  if (!found) throw new RangeError(`${name} was not counted with parameter ${param}`);
  return found;
}
