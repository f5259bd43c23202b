import type { CurveId, GpuProbe } from "#hardware/gpu-probe.ts";
import { count, ranges } from "#pictures/format.ts";
import { banksOf, laneGroup, type Banks } from "./banks.ts";
import { lastCache, type CacheEnd } from "./caches.ts";
import { cannotTell, gigabytesPerSecond, perWork, pointAt, spreadShare, told, valueOf, type Curve, type Figure } from "./curves.ts";
import { curveOf } from "./probe-report.ts";
import { deliveredBytes, lineBytes } from "./sectors.ts";
import type { TransposeName } from "./transposes.ts";

/** What the curves of a GPU tell of it. */
export interface Findings {
  /** Bytes that a cache delivers at a time. */
  readonly sectorBytes: Figure<number>;
  /** Bytes that memory delivers at a time. */
  readonly fetchBytes: Figure<number>;
  readonly lineBytes: Figure<number>;
  readonly lastCache: Figure<CacheEnd>;
  readonly banks: Figure<Banks>;
  /** Lanes that are served together with lane 0, by the bytes that each reads. */
  readonly groups: { readonly 4: Figure<readonly number[]>; readonly 8: Figure<readonly number[]>; readonly 16: Figure<readonly number[]> };
  /** Gigabytes per second of a copy of the largest array, read and written. */
  readonly copyGBps: Figure<number>;
  /** How many times as long as the copy of a matrix each transpose takes. */
  readonly transposes: Figure<Readonly<Partial<Record<TransposeName, number>>>>;
  /** How many times as long a read of memory takes at a stride of 32 words as at stride 1. */
  readonly stride32: Figure<number>;
}

/** Analyses a probe. */
export function findingsOf({ curves }: Pick<GpuProbe, "curves">): Findings {
  const of = (id: CurveId): Curve => curveOf(curves[id]);
  return {
    sectorBytes: measured(of("chunks-in-cache"), deliveredBytes),
    fetchBytes: measured(of("chunks-in-memory"), deliveredBytes),
    lineBytes: measured(of("pairs-in-cache"), lineBytes),
    lastCache: measured(of("reads-by-size"), lastCache),
    banks: measured(of("shared-distances"), banksOf),
    groups: {
      4: measured(of("lane-pairs-4"), laneGroup),
      8: measured(of("lane-pairs-8"), laneGroup),
      16: measured(of("lane-pairs-16"), laneGroup),
    },
    copyGBps: measured(of("widths"), (widths) => steady(pointAt(widths, 16), gigabytesPerSecond)),
    transposes: measured(of("transposes"), transposeRatios),
    stride32: measured(of("strides-in-memory"), (strides) => ratioBetween(strides, 32, 1)),
  };
}

function measured<Value>(curve: Curve, analysis: (curve: Curve) => Figure<Value>): Figure<Value> {
  return curve.length === 0 ? cannotTell("it was not measured") : analysis(curve);
}

/** The widest spread of runs that a figure is given for. */
const WIDEST = 0.2;

function steady(point: Curve[number] | undefined, valueOfPoint: (point: Curve[number]) => number): Figure<number> {
  if (point === undefined) return cannotTell("it was not measured");
  return spreadShare(point) > WIDEST ? cannotTell("the runs differ too much") : told(valueOfPoint(point));
}

function ratioBetween(curve: Curve, over: number | string, under: number | string): Figure<number> {
  const below = valueOf(steady(pointAt(curve, under), perWork));
  const above = steady(pointAt(curve, over), perWork);
  if (below === undefined) return cannotTell("the runs differ too much");
  return above.status === "told" ? told(above.value / below) : above;
}

function transposeRatios(curve: Curve): Figure<Readonly<Partial<Record<TransposeName, number>>>> {
  const ratios = curve.flatMap(({ at }) => {
    const ratio = valueOf(ratioBetween(curve, at, "copy"));
    return ratio === undefined ? [] : [[at as TransposeName, ratio] as const];
  });
  return ratios.length < 2 ? cannotTell("the runs differ too much") : told(Object.fromEntries(ratios));
}

/** What a teacher would say of a machine, from its curves: a title, a sentence, and whether the sentence tells a figure. */
export interface Sentence {
  readonly about: "sector" | "fetch" | "line" | "cache" | "banks" | "groups" | "copy" | "transposes" | "stride" | "subgroup";
  readonly title: string;
  readonly says: string;
  readonly isTold: boolean;
}

const bytesText = (bytes: number): string =>
  bytes >= 2 ** 20 ? `${bytes / 2 ** 20} MiB` : bytes >= 2 ** 10 ? `${bytes / 2 ** 10} KiB` : `${bytes} bytes`;
const times = (ratio: number): string => (ratio < 1.05 ? "as long" : `${ratio.toFixed(1)} times as long`);

/** The sentences, from memory to shared memory. @param whose "Your GPU", or its name */
export function sentencesOf(probe: Pick<GpuProbe, "curves" | "subgroupSize" | "software">, whose = "Your GPU"): Sentence[] {
  const findings = findingsOf(probe);
  const { sectorBytes, fetchBytes, banks } = findings;
  const say = <Value>(
    about: Sentence["about"],
    title: string,
    figure: Figure<Value>,
    sentence: (value: Value) => string,
    what: string,
  ): Sentence => ({
    about,
    title,
    says: figure.status === "told" ? sentence(figure.value) : `Cannot tell ${what}: ${figure.why}.`,
    isTold: figure.status === "told",
  });
  const warp: Figure<number> =
    probe.subgroupSize === undefined ? cannotTell("this browser doesn’t say, or the GPU’s subgroups vary") : told(probe.subgroupSize);
  return [
    say(
      "fetch",
      "What memory delivers",
      fetchBytes,
      (bytes) => `${whose} reads ${bytes} bytes of memory at a time. A thread that wants one word of them pays for all ${bytes / 4}.`,
      "how many bytes memory delivers at a time",
    ),
    say(
      "sector",
      "What the cache delivers",
      sectorBytes,
      (bytes) =>
        `Between its caches, ${bytes} bytes travel together: a sector${
          bytes === 32 ? ", as the course counts them" : `. The course counts sectors of 32, so read ${bytes / 32} of ours as one of yours`
        }.`,
      "how long a sector is",
    ),
    say(
      "line",
      "A cache line",
      findings.lineBytes,
      (bytes) => `Two words less than ${bytes} bytes apart come with one request, if they lie in one line of ${bytes} bytes.`,
      "how long a cache line is",
    ),
    say(
      "cache",
      "Where the caches end",
      findings.lastCache,
      ({ bytes, within, beyond }) =>
        `Arrays up to ${bytesText(bytes)} are read at ${count(Math.round(within))} GB/s or more; a larger one leaves the last cache, and memory gives ${count(Math.round(beyond))}.`,
      "where its last cache ends",
    ),
    say(
      "stride",
      "Strides",
      findings.stride32,
      (ratio) =>
        `Reading every 32nd word takes ${times(ratio)} per word as reading each${
          probe.software === undefined ? ": that is what coalescing saves" : ""
        }.`,
      "what strides cost",
    ),
    say("transposes", "The transpose", findings.transposes, (ratios) => transposeSentence(ratios), "how its transposes compare"),
    say(
      "copy",
      "A plain copy",
      findings.copyGBps,
      (speed) => `With 16 bytes per lane, a copy moves ${count(Math.round(speed))} GB/s.`,
      "how fast it copies",
    ),
    say("subgroup", "A warp", warp, (lanes) => `${whose} runs ${lanes} lanes in step.`, "how many lanes run in step"),
    say(
      "banks",
      "Banks of shared memory",
      banks,
      ({ count: own, bytes }) =>
        `Its shared memory has ${own} banks of ${bytes} bytes: words ${(own * bytes) / 4} apart are in one bank, and reading two of them takes two turns.`,
      "how many banks its shared memory has",
    ),
    ...([4, 8, 16] as const).map((width) =>
      say(
        "groups",
        `Lanes served together, ${width} bytes each`,
        findings.groups[width],
        (lanes) =>
          `With ${width} bytes per lane, ${groupText(lanes, probe.subgroupSize)} are served together: only these can conflict with lane 0.`,
        `which lanes are served together with ${width} bytes each`,
      ),
    ),
  ];
}

function transposeSentence(ratios: Readonly<Partial<Record<TransposeName, number>>>): string {
  const part = (name: TransposeName, words: string): string[] => (ratios[name] === undefined ? [] : [`${words} ${times(ratios[name])}`]);
  const parts = [
    ...part("naive", "the naive transpose takes"),
    ...part("tile 32", "the one with a tile"),
    ...part("tile 32, pitch 33", "the padded one"),
    ...part("tile 32, swizzled", "the swizzled one"),
  ];
  return `Beside a copy of the same matrix, ${parts.join(", ")}${parts.length > 1 ? "" : " as the copy"}.`;
}

/** "lanes 0 to 7, a quarter of the warp", or each of them. */
export function groupText(lanes: readonly number[], warp?: number): string {
  const isRun = lanes.every((lane, at) => lane === at);
  if (!isRun) return `lanes ${ranges(lanes)}`;
  const shares: Readonly<Record<number, string>> = {
    1: "the whole warp",
    2: "half a warp",
    4: "a quarter of a warp",
    8: "an eighth of a warp",
  };
  const share = warp === undefined ? undefined : shares[warp / lanes.length];
  return `lanes 0 to ${lanes.length - 1}${share === undefined ? "" : `, ${share},`}`;
}
