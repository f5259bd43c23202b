import type { KernelCounters, KernelTiming } from "#hardware/kernel-timings.ts";
import { simulatedCounts, type MeasuredAsync } from "#hardware/measured-async.ts";
import { isByFormula, type MeasuredFragment } from "#hardware/measured-fragments.ts";
import type { MeasuredGalleryKernel } from "#hardware/measured-gallery.ts";
import type { MeasuredRuns } from "#hardware/measured-runs.ts";
import { simulatedLanding, type MeasuredLanding } from "#hardware/measured-tiles.ts";
import type { MeasuredWmma } from "#hardware/measured-wmma.ts";
import { sourceOfKernel } from "../sources/kernel-sources.ts";
import { sourceOfFile, type Source } from "../sources/sources.ts";
import type { Measured, MeasuredLaunch } from "./evidence.ts";

/** What was measured: times and counters of whole kernels, and of single requests, boxes, fragments and runs. */
export interface MeasurementFiles {
  readonly timings: readonly KernelTiming[];
  readonly timingsH200: readonly KernelTiming[];
  readonly counters: Readonly<Record<"h100" | "h200", readonly KernelCounters[]>>;
  readonly asyncRequests: readonly MeasuredAsync[];
  readonly landings: readonly MeasuredLanding[];
  readonly gallery: readonly MeasuredGalleryKernel[];
  readonly fragments: readonly MeasuredFragment[];
  readonly wmmaRequests: readonly MeasuredWmma[];
  readonly runs: readonly MeasuredRuns[];
}

/**
 * The number of a claim's measured entry, read from the measurement files.
 *
 * @throws RangeError when it was not measured: a page must not show such a number
 */
export function measuredNumber(entry: Measured, files: MeasurementFiles): number {
  if ("kernel" in entry) return launchNumber(entry, files);
  if ("requests" in entry) return requestNumber(entry, files.asyncRequests);
  if ("boxes" in entry) return boxNumber(entry, files.landings);
  if ("gallery" in entry) return galleryNumber(entry, files.gallery);
  if ("fragments" in entry) return fragmentNumber(entry, files.fragments);
  if ("wmma" in entry) return wmmaNumber(entry, files.wmmaRequests);
  return runNumber(entry, files.runs);
}

/** The GPUs that a measured entry is of, as a head of its numbers: "H100", "H200", "H200 and H100". */
export function gpusOf(entry: Measured): string {
  if ("kernel" in entry) return entry.on.toUpperCase();
  if ("requests" in entry) return entry.on?.toUpperCase() ?? sourcesOf(entry)[0]!.gpu;
  return sourcesOf(entry)[0]!.gpu;
}

/** The files of measurements that a measured entry is read from, with their programs. */
export function sourcesOf(entry: Measured): readonly Source[] {
  if ("kernel" in entry) {
    const { kernel, against, on } = entry;
    return [kernel, against?.kernel ?? kernel].map((name) => sourceOfKernel(name, on));
  }
  if ("requests" in entry) return [sourceOfFile("async-requests.jsonl")];
  if ("boxes" in entry) return [sourceOfFile("tma-tiles-h200.jsonl")];
  if ("gallery" in entry) return [sourceOfFile(entry.read === "us" ? "kernels-memory-h200.json" : "lab-kernels-h200.json")];
  if ("fragments" in entry) return [sourceOfFile("fragments-h200.jsonl")];
  if ("wmma" in entry) return [sourceOfFile("wmma-requests.jsonl")];
  return [sourceOfFile("asynchronous-copies-h200.csv")];
}

function launchNumber(entry: MeasuredLaunch, files: MeasurementFiles): number {
  const { kernel, param, read, per, against, of = 1, on } = entry;
  const reading = (name: string, at: number) => {
    const value = readingOf(files, on, name, at, read);
    return per === undefined ? value : value / readingOf(files, on, name, at, per);
  };
  const value = reading(kernel, param);
  return (against === undefined ? value : value / reading(against.kernel ?? kernel, against.param)) / of;
}

function readingOf(
  { timings, timingsH200, counters }: MeasurementFiles,
  on: "h100" | "h200",
  kernel: string,
  param: number,
  read: string,
): number {
  const isLaunch = (launch: { name: string; param: number }) => launch.name === kernel && launch.param === param;
  if (read === "GBps" || read === "us" || read === "us_batch") {
    const timing = (on === "h100" ? timings : timingsH200).find(isLaunch);
    if (timing === undefined) throw new RangeError(`${kernel} with parameter ${param} was not timed on the ${on.toUpperCase()}`);
    const value = { GBps: timing.usefulGBps, us: timing.microseconds, us_batch: timing.batchMicroseconds }[read];
    if (value === undefined) throw new RangeError(`${kernel} with parameter ${param} was not timed back to back`);
    return value;
  }
  const value = counters[on].find(isLaunch)?.counters[read];
  if (value === undefined) throw new RangeError(`${read} of ${kernel} with parameter ${param} was not counted on the ${on.toUpperCase()}`);
  return value;
}

type Entry<Field extends string> = Extract<Measured, { readonly [field in Field]: unknown }>;

function requestNumber({ requests: wanted, read, on, label }: Entry<"requests">, measured: readonly MeasuredAsync[]): number {
  const found = measured.filter((one) => isWanted(one, wanted) && (on === undefined || one.device.includes(on.toUpperCase())));
  if (found.length === 0) throw new RangeError(`no such request was measured: ${label}`);
  if (read === "number") return found.length;
  if (read === "agreeing") {
    const agrees = (one: MeasuredAsync) =>
      Object.entries(simulatedCounts(one)).every(([count, value]) => one[count as keyof MeasuredAsync] === value);
    return found.filter(agrees).length;
  }
  return onlyOne(
    found.map((one) => (one as Readonly<Record<typeof read, unknown>>)[read]),
    label,
  );
}

function isWanted(one: MeasuredAsync, { instruction, pattern, matrices, width, zeros }: Entry<"requests">["requests"]): boolean {
  if (!instruction.includes(one.instruction) || (pattern !== undefined && one.pattern !== pattern)) return false;
  if ("matrices" in one) return width === undefined && zeros === undefined && (matrices === undefined || one.matrices === matrices);
  return (
    matrices === undefined && (width === undefined || one.bytesPerLane === width) && (zeros === undefined || one.sourceBytes !== undefined)
  );
}

/** Pieces of 16 bytes in a line of 128. */
const PLACES = 8;

function boxNumber({ boxes: wanted, read, piece, label }: Entry<"boxes">, measured: readonly MeasuredLanding[]): number {
  const found = measured.filter(
    (one) =>
      (wanted.mode?.includes(one.swizzle) ?? true) &&
      (wanted.width === undefined || one.boxBytes === wanted.width) &&
      (wanted.to === undefined || one.sharedOffset === wanted.to) &&
      (wanted.direction === undefined || one.direction === wanted.direction),
  );
  if (found.length === 0) throw new RangeError(`no such box was copied: ${label}`);
  switch (read) {
    case "number":
      return found.length;
    case "agreeing":
      return found.filter((one) => {
        const { places, sectors } = simulatedLanding(one);
        return sectors === one.sectors && places.every((held, place) => one.places[place] === held);
      }).length;
    case "place":
      return onlyOne(
        found.map(({ places }) => places.indexOf(piece) % PLACES),
        label,
      );
    case "line":
      return onlyOne(
        found.map(({ places }) => Math.floor(places.indexOf(piece) / PLACES)),
        label,
      );
    case "sectors":
    case "bankConflicts":
    case "wavefronts":
      return onlyOne(
        found.map((one) => one[read]),
        label,
      );
  }
}

function galleryNumber({ gallery: name, read, against }: Entry<"gallery">, measured: readonly MeasuredGalleryKernel[]): number {
  const reading = (kernel: string): number => {
    const found = measured.find(({ name }) => name === kernel);
    const value = read === "us" ? found?.microseconds[0] : read === "us_again" ? found?.microseconds[1] : found?.counters[read];
    if (value === undefined) throw new RangeError(`${read} of the gallery's ${kernel} was not measured`);
    return value;
  };
  return against === undefined ? reading(name) : reading(name) / reading(against);
}

function fragmentNumber({ fragments: begin, read }: Entry<"fragments">, measured: readonly MeasuredFragment[]): number {
  const found = measured.filter(({ instruction }) => instruction.startsWith(begin));
  if (found.length === 0) throw new RangeError(`no fragment of ${begin} was read back`);
  return read === "number" ? found.length : found.filter(isByFormula).length;
}

function wmmaNumber({ wmma: { type, matrix, leading }, read, label }: Entry<"wmma">, measured: readonly MeasuredWmma[]): number {
  const found = measured.filter(
    (one) =>
      one.space === "shared" &&
      one.op === "load" &&
      one.layout === "row" &&
      one.type === type &&
      one.matrix === matrix &&
      one.leading === leading &&
      [one.m, one.n, one.k].every((extent) => extent === 16),
  );
  return onlyOne(
    found.map((one) => one[read]),
    label,
  );
}

function runNumber({ runs: name, read }: Entry<"runs">, measured: readonly MeasuredRuns[]): number {
  const found = measured.find(({ kernel }) => kernel === name);
  if (found === undefined) throw new RangeError(`asynchronous-copies-h200.csv has no kernel ${name}`);
  return found[read];
}

/** The value that all of them are. */
function onlyOne(values: readonly unknown[], label: string): number {
  const [value, ...others] = new Set(values);
  if (typeof value !== "number" || others.length > 0)
    throw new RangeError(`there isn't one number for ${label}: ${[value, ...others].join(", ")}`);
  return value;
}
