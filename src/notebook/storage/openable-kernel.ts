import * as z from "zod";
import type { LabKernel } from "../lab/lab-kernel.ts";

const extents = z.tuple([z.number(), z.number(), z.number()]);

/** A launch that the lab can show. What it says is checked when it runs. */
export const openableLaunch = z.looseObject({
  kernel: z.string(),
  grid: extents,
  block: extents,
  sharedBytes: z.number(),
  arguments: z.array(z.looseObject({})),
  symbols: z.array(z.looseObject({ symbol: z.string() })),
});

/** A kernel that the lab can open. Unlike one that is shared (`parseLabKernel`), it may be half finished. */
export const openableKernel = z.looseObject({
  schema: z.literal("coalesce/lab-kernel/v1"),
  title: z.string(),
  source: z.string(),
  device: z.string(),
  launch: openableLaunch,
});

export function isOpenableKernel(value: unknown): value is LabKernel {
  return openableKernel.safeParse(value).success;
}
