import type { Launch } from "#simulator";
import { count } from "#pictures/format.ts";
import type { KernelLaunch } from "#cuda/launch/launch.ts";

/** A CUDA text with one launch of one of its kernels: what the lab runs, keeps and shares. */
export interface LabKernel {
  readonly schema: "coalesce/lab-kernel/v1";
  readonly title: string;
  /** Device code, as in a `.cu` file. */
  readonly source: string;
  readonly launch: KernelLaunch;
  /** Key of a device in `devices`. */
  readonly device: string;
  /** Number of the launch that is shown, of those that the text's `main` makes; undefined: `launch` is run. */
  readonly host?: number | undefined;
}

/** The device that the lab counts on when none is named. */
export const LAB_DEVICE = "h200";

/** The most characters of a title. */
export const LONGEST_TITLE = 120;

/** What a kernel is called whose text has no name yet. */
export const NEW_TITLE = "New kernel";

/** Launches nothing yet: the lab guesses the rest from the text's first kernel. */
export const UNKNOWN_LAUNCH: KernelLaunch = { kernel: "", grid: [1, 1, 1], block: [256, 1, 1], sharedBytes: 0, arguments: [], symbols: [] };

/** The grid and the block of a launch, as the pictures' tables name threads. */
export function dimensionsOf({ grid, block }: Pick<KernelLaunch, "grid" | "block">): Launch {
  const named = ([x, y, z]: readonly [number, number, number]): Launch["gridDim"] => ({ x, y, z });
  return { gridDim: named(grid), blockDim: named(block) };
}

/** "16 × 64 blocks of 32 × 8 threads": extents of 1 behind the others are left out. */
export function launchText({ grid, block }: KernelLaunch): string {
  return `${extentText(grid)} block${volumeOf(grid) === 1 ? "" : "s"} of ${extentText(block)} thread${volumeOf(block) === 1 ? "" : "s"}`;
}

function extentText([x, y, z]: readonly [number, number, number]): string {
  return (z > 1 ? [x, y, z] : y > 1 ? [x, y] : [x]).map(count).join(" × ");
}

const volumeOf = ([x, y, z]: readonly [number, number, number]): number => x * y * z;
