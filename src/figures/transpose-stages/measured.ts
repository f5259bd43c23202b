import type { KernelTiming } from "#simulator/hardware/kernel-timings.ts";
import type { Version } from "./versions.ts";

/** How fast a version ran on a GPU. "copy" is the plain copy of a matrix of that size. */
export interface MeasuredVersion {
  readonly version: Version | "copy";
  readonly usefulGBps: number;
}

/** Rows and columns of the matrices that were timed. */
export const MEASURED_SIDE = 4096;

const kernelNames: Readonly<Record<MeasuredVersion["version"], string>> = {
  copy: "mcopy",
  naive: "tr_naive",
  mirrored: "tr_naive_wr",
  tiled: "tr_tile",
  padded: "tr_tile_pad1",
  swizzled: "tr_swizzle",
};

/**
 * The timings of the versions, for a page to hand to the figure.
 *
 * @throws RangeError when one of them was not measured.
 */
export function measuredVersions(timings: readonly KernelTiming[]): MeasuredVersion[] {
  return Object.entries(kernelNames).map(([version, kernel]) => {
    const timing = timings.find(({ name, param }) => name === kernel && param === MEASURED_SIDE);
    if (!timing) throw new RangeError(`nobody timed ${kernel} with parameter ${MEASURED_SIDE}`);
    return { version: version as MeasuredVersion["version"], usefulGBps: timing.usefulGBps };
  });
}
