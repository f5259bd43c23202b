import type { CurveId, GpuProbe } from "#hardware/gpu-probe.ts";
import { decimal } from "#pictures/format.ts";
import { gigabytesPerSecond, perWork, spreadShare, type Curve, type CurvePoint } from "#webgpu/probes/curves.ts";
import type { Sentence } from "#webgpu/probes/findings.ts";
import { curveOf } from "#webgpu/probes/probe-report.ts";

/** How a curve is shown: as one, or as bars where its places are names. */
interface ChartKind {
  readonly curve: CurveId;
  readonly title: string;
  readonly shape: "curve" | "bars";
  /** What the places are: "stride, in words". */
  readonly places: string;
  /** Whether each place is twice the one before. */
  readonly isLog?: boolean;
  /** What is shown of a point: a multiple of the first point's time, or of the shortest; or gigabytes per second. */
  readonly quantity: "of the first" | "of the shortest" | "GB/s";
  readonly placeText?: (at: number | string) => string;
  /** The last place that is drawn: what lies beyond it is for the analysis alone. */
  readonly upTo?: number;
}

/** Charts that belong together, with the sentences that they lead to. */
export interface ChartGroup {
  readonly title: string;
  readonly explains: string;
  readonly sentences: readonly Sentence["about"][];
  readonly charts: readonly ChartKind[];
  /** A lesson that the group comes from, below the course's base. */
  readonly lesson: { readonly page: string; readonly title: string };
}

const sizeText = (at: number | string): string => {
  const bytes = Number(at);
  return bytes >= 2 ** 20 ? `${bytes / 2 ** 20} MiB` : `${bytes / 1024} KiB`;
};

export const CHART_GROUPS: readonly ChartGroup[] = [
  {
    title: "How many bytes come at a time",
    explains:
      "Threads read a chunk of words, skip as many, and so on. Once a chunk is as long as what comes at a time, the skipped words are no longer fetched, and each read word takes half the time.",
    sentences: ["fetch", "sector", "line"],
    charts: [
      {
        curve: "chunks-in-memory",
        title: "From memory",
        shape: "curve",
        places: "words per chunk",
        isLog: true,
        quantity: "of the shortest",
      },
      {
        curve: "chunks-in-cache",
        title: "From a cache",
        shape: "curve",
        places: "words per chunk",
        isLog: true,
        quantity: "of the shortest",
      },
      {
        curve: "pairs-in-cache",
        title: "Two words of a pair of lanes",
        shape: "curve",
        places: "words between them",
        isLog: true,
        quantity: "of the shortest",
      },
    ],
    lesson: { page: "lessons/1-coalescing/00-thirty-two-lanes/", title: "32 lanes ask at once" },
  },
  {
    title: "Strides",
    explains: "Each thread reads one word, at a stride. Up to what comes at a time, twice the stride takes twice the time per word.",
    sentences: ["stride"],
    charts: [
      { curve: "strides-in-memory", title: "From memory", shape: "curve", places: "stride, in words", quantity: "of the first" },
      { curve: "strides-in-cache", title: "From a cache", shape: "curve", places: "stride, in words", quantity: "of the first" },
    ],
    lesson: { page: "lessons/1-coalescing/03-measuring-a-stride/", title: "Measuring a stride" },
  },
  {
    title: "Where the caches end",
    explains: "The same number of bytes is read, or copied, round and round within arrays of different sizes.",
    sentences: ["cache"],
    charts: [
      {
        curve: "reads-by-size",
        title: "Reads",
        shape: "curve",
        places: "bytes that are read again and again",
        isLog: true,
        quantity: "GB/s",
        placeText: sizeText,
      },
      {
        curve: "copies-by-size",
        title: "Copies",
        shape: "curve",
        places: "bytes of both arrays",
        isLog: true,
        quantity: "GB/s",
        placeText: sizeText,
      },
    ],
    lesson: { page: "lessons/1-coalescing/03-measuring-a-stride/", title: "Measuring a stride" },
  },
  {
    title: "Widths, offsets and gathers",
    explains: "Copies with more bytes per lane, from a source that begins a few words later, and in other orders.",
    sentences: ["copy"],
    charts: [
      {
        curve: "widths",
        title: "Copies, by the bytes of a lane",
        shape: "bars",
        places: "bytes per lane",
        quantity: "GB/s",
        placeText: (at) => `${at} bytes`,
      },
      { curve: "offsets", title: "Copies from an offset", shape: "curve", places: "offset, in words", quantity: "of the first" },
      { curve: "gathers", title: "Gathers", shape: "bars", places: "order", quantity: "of the first" },
    ],
    lesson: { page: "lessons/4-alignment-and-tiling/03-one-instruction-more-bytes/", title: "One instruction, more bytes" },
  },
  {
    title: "Transposes",
    explains: "A square matrix of words, transposed in the course’s ways, beside a copy of it.",
    sentences: ["transposes"],
    charts: [{ curve: "transposes", title: "Transposes", shape: "bars", places: "kernel", quantity: "of the first" }],
    lesson: { page: "lessons/2-bank-conflicts-and-the-transpose/04-the-transpose-in-full/", title: "The transpose in full" },
  },
  {
    title: "Shared memory",
    explains:
      "Odd and even lanes read words at a distance: where a read takes twice as long, both are in one bank. Then strides, and pairs of lanes that want two words of one bank.",
    sentences: ["subgroup", "banks", "groups"],
    charts: [
      {
        curve: "shared-distances",
        title: "Two words at a distance",
        shape: "curve",
        places: "distance, in words",
        quantity: "of the shortest",
        upTo: 66,
      },
      { curve: "shared-strides", title: "Strides", shape: "curve", places: "stride, in words", quantity: "of the first" },
    ],
    lesson: { page: "lessons/2-bank-conflicts-and-the-transpose/02-the-clock-of-strides/", title: "The clock of strides" },
  },
];

/** A value at a place, and where half of the runs lie. */
interface ChartValue {
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

/** The values of a GPU, by place. */
export interface ChartSeries {
  readonly whose: "yours" | "ours";
  readonly name: string;
  readonly values: ReadonlyMap<number | string, ChartValue>;
}

export interface ProbeChart extends ChartKind {
  /** All places, in order. */
  readonly ats: readonly (number | string)[];
  /** The reader's first. */
  readonly series: readonly ChartSeries[];
  /** The chart in words. */
  readonly label: string;
}

/** A chart of a probe, beside another GPU's. Undefined if the curve was not measured. */
export function chartOf(kind: ChartKind, yours: GpuProbe, ours?: GpuProbe): ProbeChart | undefined {
  const drawn = ({ curves }: GpuProbe): Curve => curveOf(curves[kind.curve]).filter(({ at }) => !(Number(at) > (kind.upTo ?? Infinity)));
  const own = drawn(yours);
  if (own.length === 0) return undefined;
  const series = [seriesOf(kind, own, "yours", yours.gpu)];
  const other = ours === undefined ? [] : drawn(ours);
  if (ours !== undefined && other.length > 0) series.push(seriesOf(kind, other, "ours", ours.gpu));
  const ats = [...new Set([...own, ...other].map(({ at }) => at))];
  if (ats.every((at) => typeof at === "number")) ats.sort((a, b) => (a as number) - (b as number));
  return { ...kind, ats, series, label: labelOf(kind, ats, series) };
}

function seriesOf(kind: ChartKind, curve: Curve, whose: ChartSeries["whose"], name: string): ChartSeries {
  const shortest = Math.min(...curve.map(perWork));
  const unit = kind.quantity === "of the first" ? perWork(curve[0]!) : shortest;
  const valueOf = (point: CurvePoint): ChartValue => {
    const value = kind.quantity === "GB/s" ? gigabytesPerSecond(point) : perWork(point) / unit;
    const half = (value * spreadShare(point)) / 2;
    return { value, lower: Math.max(0, value - half), upper: value + half };
  };
  return { whose, name, values: new Map(curve.map((point) => [point.at, valueOf(point)])) };
}

/** A value as the chart writes it: "2.1×", "4,230 GB/s". */
export function valueText({ quantity }: Pick<ChartKind, "quantity">, value: number): string {
  return quantity === "GB/s" ? `${decimal(value)} GB/s` : `${decimal(value)}×`;
}

/** At most so many places are read out: a curve of 64 would take minutes to listen to. */
const READ_OUT = 8;

function labelOf(kind: ChartKind, ats: readonly (number | string)[], series: readonly ChartSeries[]): string {
  const step = Math.ceil(ats.length / READ_OUT);
  const told = kind.shape === "bars" ? ats : ats.filter((_, place) => place % step === 0 || place === ats.length - 1);
  const quantity =
    kind.quantity === "GB/s"
      ? "gigabytes per second"
      : `time as a multiple of ${kind.quantity === "of the first" ? "the first" : "the shortest"}`;
  const values = series.map(({ name, values: all }) => {
    const each = told.flatMap((at) => {
      const value = all.get(at);
      return value === undefined ? [] : [`${kind.placeText?.(at) ?? at}: ${valueText(kind, value.value)}`];
    });
    return `${name}: ${each.join(", ")}`;
  });
  return `${kind.title}, ${quantity}, by ${kind.places}. ${values.join(". ")}.`;
}
