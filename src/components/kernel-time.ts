import { timings } from "virtual:hardware";
import type { KernelTiming } from "#simulator/hardware/kernel-timings.ts";

/**
 * The timing of a kernel at a parameter.
 *
 * @throws RangeError when there is none: a page must not show a number that nobody measured.
 */
export function kernelTime(name: string, param: number): KernelTiming {
  const timing = timings.find((timing) => timing.name === name && timing.param === param);
  if (!timing) throw new RangeError(`kernels-h100.csv has no launch of ${name} with parameter ${param}`);
  return timing;
}
