import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";

/** A launch of a whole kernel: its name and its parameter. */
export interface KernelLaunch {
  /** The kernel's name in the measuring program, "copy_stride" say. */
  readonly name: string;
  /** The parameter: a stride, an offset, the side of a matrix; its meaning depends on the kernel. */
  readonly param: number;
  /** Bytes that the algorithm must move, whatever else the hardware moves. */
  readonly usefulBytes: number;
}

/** The duration of a kernel: the median of 11 to 50 launches, timed one by one by device events. */
export interface KernelTiming extends KernelLaunch {
  readonly microseconds: number;
  /** The same per launch of a batch, back to back, without the overhead of a lone launch; undefined where it was not measured. */
  readonly batchMicroseconds: number | undefined;
  /** usefulBytes over the time, in GB/s (10⁹ bytes). */
  readonly usefulGBps: number;
}

/** Nsight Compute's counters over a whole kernel, by the profiler's own metric names. */
export interface KernelCounters extends KernelLaunch {
  readonly counters: Readonly<Record<string, number>>;
}

const folder = new URL("./data/", import.meta.url);
const timingFiles = {
  h100: ["whole-kernels-h100.csv", "column-walk-h100.csv", "tile-rows-h100.csv", "torch-transpose-h100.csv"],
  h200: [
    "whole-kernels-h200.csv",
    "restrict-h200.csv",
    "cached-loads-h200.csv",
    "padded-tile-h200.csv",
    "table-rows-h200.csv",
    "memory-system-h200.csv",
    "torch-strides-h200.csv",
    "torch-convolution-h200.csv",
  ],
};
const counterFiles = {
  h100: ["whole-kernels-counters-h100.csv", "column-walk-counters-h100.csv"],
  h200: [
    "whole-kernels-counters-h200.csv",
    "restrict-counters-h200.csv",
    "cached-loads-counters-h200.csv",
    "padded-tile-counters-h200.csv",
    "memory-system-counters-h200.csv",
  ],
};

type MeasuredDevice = keyof typeof timingFiles;

/** Timings of whole kernels, file by file, in their order. */
export function kernelTimings(device: MeasuredDevice = "h100"): KernelTiming[] {
  return timingFiles[device].flatMap(timingsIn);
}

/** Timings of the memory system's probes. On the H100 they have names in common with an older probe of walks down columns. */
export function probeTimings(device: MeasuredDevice): KernelTiming[] {
  return timingsIn(`memory-system-${device}.csv`);
}

/** Counters of those launches that were profiled too, in the same order. */
export function kernelCounters(device: MeasuredDevice): KernelCounters[] {
  return counterFiles[device].flatMap(countersIn);
}

/** Counters of the memory system's probes. */
export function probeCounters(device: MeasuredDevice): KernelCounters[] {
  return countersIn(`memory-system-counters-${device}.csv`);
}

/**
 * One counter of a profiled launch over another.
 *
 * @throws RangeError when the launch was not profiled or a counter was not read
 */
export function ratioOf(
  measured: readonly KernelCounters[],
  launch: Pick<KernelLaunch, "name" | "param">,
  numerator: string,
  denominator: string,
): number {
  const counters = measured.find(({ name, param }) => name === launch.name && param === launch.param)?.counters;
  const over = counters?.[numerator];
  const under = counters?.[denominator];
  if (over === undefined || under === undefined)
    throw new RangeError(`${launch.name}, param ${launch.param}: no launch with ${numerator} and ${denominator} was profiled`);
  return over / under;
}

function timingsIn(file: string): KernelTiming[] {
  return readTable(file).map((row) => ({
    ...launchOf(row),
    microseconds: numberIn(row, "us"),
    batchMicroseconds: "us_batch" in row ? numberIn(row, "us_batch") : undefined,
    usefulGBps: numberIn(row, "GBps"),
  }));
}

function countersIn(file: string): KernelCounters[] {
  return readTable(file).map((row) => {
    const metrics = Object.keys(row).filter((column) => column.includes("__"));
    return { ...launchOf(row), counters: Object.fromEntries(metrics.map((metric) => [metric, numberIn(row, metric)])) };
  });
}

type Row = Readonly<Record<string, string>>;

function readTable(file: string): Row[] {
  return parse(readFileSync(new URL(file, folder)), { columns: true, skip_empty_lines: true });
}

function launchOf(row: Row): KernelLaunch {
  return { name: textIn(row, "name"), param: numberIn(row, "param"), usefulBytes: numberIn(row, "useful_bytes") };
}

function numberIn(row: Row, column: string): number {
  const text = textIn(row, column);
  const value = Number(text || NaN);
  if (!Number.isFinite(value))
    throw new RangeError(`${row["name"]}, param ${row["param"]}: column ${column} holds "${text}", not a number`);
  return value;
}

function textIn(row: Row, column: string): string {
  const text = row[column];
  if (text === undefined) throw new RangeError(`a table of whole kernels has no column ${column}`);
  return text;
}
