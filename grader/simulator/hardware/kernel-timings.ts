import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";

/** A launch of a whole kernel: which, and at which setting. */
export interface KernelLaunch {
  /** The kernel's name in the measuring program, "copy_stride" say. */
  readonly name: string;
  /** What was varied: a stride, an offset, the side of a matrix; its meaning depends on the kernel. */
  readonly param: number;
  /** Bytes that the algorithm must move, whatever the hardware moves beside. */
  readonly usefulBytes: number;
}

/** How long a kernel took: the median of 15 launches, timed by device events. */
export interface KernelTiming extends KernelLaunch {
  readonly microseconds: number;
  /** usefulBytes over the time, in GB/s (10⁹ bytes). */
  readonly usefulGBps: number;
}

/** What Nsight Compute counted over a whole kernel, by the profiler's own metric names. */
export interface KernelCounters extends KernelLaunch {
  readonly counters: Readonly<Record<string, number>>;
}

const folder = new URL("./data/", import.meta.url);
const timingFiles = ["kernels-h100.csv", "column-walk-h100.csv", "tile-rows-h100.csv", "torch-transpose-h100.csv"];
const counterFiles = {
  h100: ["kernels-counters-h100.csv", "column-walk-counters-h100.csv"],
  h200: ["kernels-counters-h200.csv"],
};

/** Timings of whole kernels on an H100, file by file, in their order. */
export function kernelTimings(): KernelTiming[] {
  return timingFiles.flatMap(readTable).map((row) => ({
    ...launchOf(row),
    microseconds: numberIn(row, "us"),
    usefulGBps: numberIn(row, "GBps"),
  }));
}

/** Counters of those launches that were profiled too, in the same order; on the H200 two ratios more were read. */
export function kernelCounters(device: keyof typeof counterFiles): KernelCounters[] {
  return counterFiles[device].flatMap(readTable).map((row) => {
    const metrics = Object.keys(row).filter((column) => column.includes("__"));
    return { ...launchOf(row), counters: Object.fromEntries(metrics.map((metric) => [metric, numberIn(row, metric)])) };
  });
}

type Row = Readonly<Record<string, string>>;

function readTable(file: string): Row[] {
  return parse(readFileSync(new URL(file, folder)), { columns: true, skip_empty_lines: true });
}

function launchOf(row: Row): KernelLaunch {
  return { name: row.name, param: numberIn(row, "param"), usefulBytes: numberIn(row, "useful_bytes") };
}

function numberIn(row: Row, column: string): number {
  const value = Number(row[column] || NaN);
  if (!Number.isFinite(value))
    throw new RangeError(`${row.name}, param ${row.param}: column ${column} holds "${row[column]}", not a number`);
  return value;
}
