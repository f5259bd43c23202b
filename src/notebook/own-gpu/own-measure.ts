import { capitalize, decimal } from "#pictures/format.ts";
import { canTell, type Spread } from "#webgpu/spread.ts";
import { ratioOf, type KernelTime } from "#webgpu/time-runs.ts";

/** What a lesson's button says, before and after its script is there. */
export const OWN_GPU_ACTION = "See it on your own GPU";
export const OWN_GPU_NOTE = "Takes a few seconds, in this tab. Nothing is sent anywhere.";

/** What a lesson measures: the same work done in several ways. */
export interface OwnMeasure {
  /** The measurement in a sentence: "how long a copy takes by the stride of its reads". */
  readonly title: string;
  /** What the rows are: "Stride". */
  readonly rowHead: string;
  /** The first row is what the others are multiples of. */
  readonly rows: readonly MeasuredRow[];
  /** A curve where the rows are numbers that grow. */
  readonly chart: "curve" | "bars";
  /** The two rows, by key, whose ratio is told in a sentence, with what each does: "A copy with stride 32 takes". */
  readonly told: { readonly over: ToldRow; readonly under: ToldRow };
  /** The GPU of ours that the reader's is drawn beside. */
  readonly device: "h100" | "h200";
}

export interface MeasuredRow {
  readonly key: string;
  readonly name: string;
  /** The kernel and parameter of ours in the measurement files that does the same. */
  readonly ours: { readonly kernel: string; readonly param: number };
}

interface ToldRow {
  readonly key: string;
  readonly name: string;
}

const strideRow = (stride: number): MeasuredRow => ({
  key: `${stride}`,
  name: `${stride}`,
  ours: { kernel: "copy_stride", param: stride },
});

const transposeRow = (kernel: string, name: string): MeasuredRow => ({ key: kernel, name, ours: { kernel, param: 4096 } });

export const ownMeasures = {
  "one-stride": {
    title: "How long a copy takes, reading side by side and with stride 8",
    rowHead: "Stride",
    rows: [1, 8].map(strideRow),
    chart: "bars",
    told: { over: { key: "8", name: "The copy with stride 8 takes" }, under: { key: "1", name: "the one side by side" } },
    device: "h100",
  },
  strides: {
    title: "How long a copy takes, by the stride of its reads",
    rowHead: "Stride",
    rows: [1, 2, 4, 8, 16, 32].map(strideRow),
    chart: "curve",
    told: { over: { key: "32", name: "The copy with stride 32 takes" }, under: { key: "1", name: "the one with stride 1" } },
    device: "h100",
  },
  "shared-strides": {
    title: "How long loads from shared memory take, by their stride in words",
    rowHead: "Stride",
    rows: [1, 2, 3, 4, 6, 8, 12, 16, 24, 31, 32, 33].map((stride) => ({
      key: `${stride}`,
      name: `${stride}`,
      ours: { kernel: "smem_stride_f32", param: stride },
    })),
    chart: "curve",
    told: { over: { key: "32", name: "Loads with stride 32 take" }, under: { key: "33", name: "those with stride 33" } },
    device: "h100",
  },
  transposes: {
    title: "How long a transpose of 4,096 × 4,096 floats takes",
    rowHead: "Kernel",
    rows: [
      transposeRow("mcopy", "copy"),
      transposeRow("tr_naive", "naive, strided stores"),
      transposeRow("tr_tile", "tile"),
      transposeRow("tr_tile_pad1", "padded tile"),
      transposeRow("tr_swizzle", "swizzled tile"),
    ],
    chart: "bars",
    told: {
      over: { key: "tr_naive", name: "The naive transpose with strided stores takes" },
      under: { key: "tr_tile_pad1", name: "the one through a padded tile" },
    },
    device: "h200",
  },
  widths: {
    title: "How long a copy of the same bytes takes, by the width of its loads",
    rowHead: "Bytes per lane",
    rows: [
      { key: "4", name: "4 (float)", ours: { kernel: "copy_float", param: 4 } },
      { key: "8", name: "8 (float2)", ours: { kernel: "copy_float2", param: 8 } },
      { key: "16", name: "16 (float4)", ours: { kernel: "copy_float4", param: 16 } },
    ],
    chart: "bars",
    told: { over: { key: "4", name: "The copy by float takes" }, under: { key: "16", name: "the one by float4" } },
    device: "h200",
  },
} as const satisfies Readonly<Record<string, OwnMeasure>>;

export type MeasureId = keyof typeof ownMeasures;

/** A measurement of ours: the time of the work of each row, as a multiple of the first row's. */
export interface OurTimes {
  /** "H100" */
  readonly gpu: string;
  readonly multiples: readonly number[];
}

/** "3.2", "14" */
export function multipleText(multiple: number): string {
  return decimal(Number(multiple.toPrecision(multiple < 10 ? 2 : 3)));
}

/** A row of the chart: multiples of the first row's time. */
export interface ChartRow {
  readonly name: string;
  readonly ours: number | undefined;
  /** The reader's; undefined where the runs disagree too much to tell. */
  readonly yours: Spread | undefined;
}

/** @param own the reader's times, row by row */
export function chartRows({ rows }: OwnMeasure, ours: OurTimes, own: readonly KernelTime[]): ChartRow[] {
  return rows.map(({ name }, place) => ({ name, ours: ours.multiples[place], yours: toldRatio(own[place], own[0]) }));
}

/** The ratio of two times, where the runs agree enough for it to be told. */
function toldRatio(over: KernelTime | undefined, under: KernelTime | undefined): Spread | undefined {
  if (over === undefined || under === undefined) return undefined;
  const ratio = ratioOf(over, under);
  return canTell(ratio) ? ratio : undefined;
}

/** How many times as long one row took as another, on the reader's GPU and on ours; with "cannot tell" where the runs disagree. */
export function toldSentence({ rows, told: { over, under } }: OwnMeasure, ours: OurTimes, own: readonly KernelTime[]): string {
  const place = (key: string) => rows.findIndex((row) => row.key === key);
  const [above, below] = [place(over.key), place(under.key)];
  const mine = toldRatio(own[above], own[below]);
  const their = ours.multiples[above]! / ours.multiples[below]!;
  const onOurs = `on our ${ours.gpu}, ${multipleText(their)} times`;
  if (mine === undefined)
    return `${over.name} longer or not: your runs differ too much to tell. ${capitalize(onOurs)} as long as ${under.name}.`;
  return `${over.name} ${multipleText(mine.median)} times as long as ${under.name} on your GPU; ${onOurs}.`;
}
