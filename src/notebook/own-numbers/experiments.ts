import type { Reading } from "./read-measurements.ts";

const LOAD_EFFICIENCY = "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct";
const STORE_EFFICIENCY = "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct";
const LOAD_CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum";

/** What is measured in every row of an experiment. */
export interface Quantity {
  readonly key: string;
  readonly name: string;
  /** "µs" where it is a time, "%" where it is a share, "" where it is a count. */
  readonly unit: "µs" | "%" | "";
  /** Whether a reading is one of this quantity. */
  readonly isRead: (reading: Reading) => boolean;
}

/** An experiment that a reader can repeat on a GPU: rows, and what is measured in each. */
export interface Experiment {
  /** Unique; a reader's numbers are kept under it. */
  readonly id: string;
  /** A folder of content/programs: the program that prints the numbers. */
  readonly program: string;
  /** What the rows are: "Stride". */
  readonly rowHead: string;
  /** The first one is what times are compared with. */
  readonly rows: readonly { readonly key: string; readonly name: string }[];
  /** The row of a reading. */
  readonly rowOf: (reading: Reading) => string | undefined;
  readonly quantities: readonly Quantity[];
  /** What the lesson asks for: how many times one number is another. */
  readonly ratios: readonly Ratio[];
}

/** How many times one cell of an experiment's table is another. */
export interface Ratio {
  /** What takes so many times as long as what: "The naive transpose takes", "the padded one". */
  readonly over: { readonly name: string; readonly cell: string };
  readonly under: { readonly name: string; readonly cell: string };
}

/** Its value, where both numbers are known. */
export function ratioIn({ over, under }: Ratio, numbers: Numbers): number | undefined {
  const [above, below] = [numbers[over.cell], numbers[under.cell]];
  return above === undefined || below === undefined || below === 0 ? undefined : above / below;
}

const of =
  (kernel: string | undefined, quantity: string) =>
  (reading: Reading): boolean =>
    reading.quantity === quantity && (kernel === undefined || reading.kernel === kernel);

const strides: Experiment = {
  id: "strides",
  program: "stride-benchmark",
  rowHead: "Stride",
  rows: [1, 2, 4, 8, 16, 32].map((stride) => ({ key: `${stride}`, name: `${stride}` })),
  rowOf: ({ argument }) => argument,
  quantities: [
    { key: "reads", name: "strided reads", unit: "µs", isRead: of("strided_reads", "us") },
    { key: "writes", name: "strided writes", unit: "µs", isRead: of("strided_writes", "us") },
    { key: "loads", name: "efficiency of the strided loads", unit: "%", isRead: of("strided_reads", LOAD_EFFICIENCY) },
    { key: "stores", name: "efficiency of the strided stores", unit: "%", isRead: of("strided_writes", STORE_EFFICIENCY) },
  ],
  ratios: [
    { over: { name: "Reads at stride 32 take", cell: "32/reads" }, under: { name: "reads at stride 1", cell: "1/reads" } },
    { over: { name: "Writes at stride 32 take", cell: "32/writes" }, under: { name: "writes at stride 1", cell: "1/writes" } },
  ],
};

const transposes: Experiment = {
  id: "transposes",
  program: "transpose-benchmark",
  rowHead: "Kernel",
  rows: [
    { key: "copy", name: "copy" },
    { key: "transpose_strided_write", name: "naive, strided writes" },
    { key: "transpose_strided_read", name: "naive, strided reads" },
    { key: "transpose_tiled", name: "tile" },
    { key: "transpose_padded", name: "padded tile" },
    { key: "transpose_swizzled", name: "swizzled tile" },
  ],
  rowOf: ({ kernel }) => kernel,
  quantities: [
    { key: "time", name: "time", unit: "µs", isRead: of(undefined, "us") },
    { key: "loads", name: "load efficiency", unit: "%", isRead: of(undefined, LOAD_EFFICIENCY) },
    { key: "stores", name: "store efficiency", unit: "%", isRead: of(undefined, STORE_EFFICIENCY) },
    { key: "conflicts", name: "bank conflicts of loads", unit: "", isRead: of(undefined, LOAD_CONFLICTS) },
  ],
  ratios: [
    {
      over: { name: "The naive transpose with strided writes takes", cell: "transpose_strided_write/time" },
      under: { name: "the padded one", cell: "transpose_padded/time" },
    },
    { over: { name: "The padded transpose takes", cell: "transpose_padded/time" }, under: { name: "the copy", cell: "copy/time" } },
  ],
};

export const experiments = { strides, transposes } as const;

/** Numbers of an experiment, by `cellKey`. */
export type Numbers = Readonly<Record<string, number>>;

/** A cell of an experiment's table: "<row>/<quantity>". */
export const cellKey = (row: string, quantity: string): string => `${row}/${quantity}`;

/** The numbers of an experiment among readings; where one was read twice, the last counts. */
export function numbersOf({ rows, rowOf, quantities }: Experiment, readings: readonly Reading[]): Numbers {
  const known = new Set(rows.map(({ key }) => key));
  const numbers: Record<string, number> = {};
  for (const reading of readings) {
    const row = rowOf(reading);
    const quantity = quantities.find(({ isRead }) => isRead(reading));
    if (row !== undefined && known.has(row) && quantity !== undefined) numbers[cellKey(row, quantity.key)] = reading.value;
  }
  return numbers;
}

/**
 * A number as the chart draws it: a time as a multiple of the first row's, anything else as it is. Undefined where it, or the first row's
 * time, is missing.
 */
export function drawnValue({ rows }: Experiment, { key, unit }: Quantity, numbers: Numbers, row: string): number | undefined {
  const value = numbers[cellKey(row, key)];
  if (unit !== "µs") return value;
  const first = numbers[cellKey(rows[0]?.key ?? "", key)];
  return value === undefined || first === undefined ? undefined : value / first;
}
