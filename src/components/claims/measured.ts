import type { KernelCounters, KernelTiming } from "#simulator/hardware/kernel-timings.ts";
import type { Measured } from "./claim.ts";

/** The measurement files: times of an H100, counters of both GPUs. */
export interface MeasurementFiles {
  readonly timings: readonly KernelTiming[];
  readonly counters: Readonly<Record<"h100" | "h200", readonly KernelCounters[]>>;
}

/**
 * The number of a claim's measured entry, read from the measurement files.
 *
 * @throws RangeError when nobody measured it: a page must not show such a number.
 */
export function measuredNumber(entry: Measured, files: MeasurementFiles): number {
  const { kernel, param, read, per, against, of = 1, on } = entry;
  const reading = (name: string, at: number) => {
    const value = readingOf(files, on, name, at, read);
    return per === undefined ? value : value / readingOf(files, on, name, at, per);
  };
  const value = reading(kernel, param);
  return (against === undefined ? value : value / reading(against.kernel ?? kernel, against.param)) / of;
}

function readingOf({ timings, counters }: MeasurementFiles, on: "h100" | "h200", kernel: string, param: number, read: string): number {
  const isLaunch = (launch: { name: string; param: number }) => launch.name === kernel && launch.param === param;
  if (read === "GBps" || read === "us") {
    const timing = on === "h100" ? timings.find(isLaunch) : undefined;
    if (timing === undefined) throw new RangeError(`${kernel} with parameter ${param} was not timed on the ${on.toUpperCase()}`);
    return read === "us" ? timing.microseconds : timing.usefulGBps;
  }
  const value = counters[on].find(isLaunch)?.counters[read];
  if (value === undefined) throw new RangeError(`${read} of ${kernel} with parameter ${param} was not counted on the ${on.toUpperCase()}`);
  return value;
}
