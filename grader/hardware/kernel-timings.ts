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

/** Timings of whole kernels on an H100, in the order of the file. */
export function kernelTimings(): KernelTiming[] {
  return readTable("kernels-h100.csv").map((row) => ({
    ...launchOf(row),
    microseconds: numberIn(row, "us"),
    usefulGBps: numberIn(row, "GBps"),
  }));
}

/** Counters of the same launches, in the same order; on the H200 two ratios more were read. */
export function kernelCounters(device: "h100" | "h200"): KernelCounters[] {
  return readTable(`kernels-counters-${device}.csv`).map((row) => {
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
