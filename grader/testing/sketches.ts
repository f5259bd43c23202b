import type { FreeKernel, Sketch } from "#judge/sketch.ts";
import { launch } from "#kit/vocabulary.ts";

/** One load of a float per thread, by one warp, from 4,096 of them. */
export const oneLoad: FreeKernel = {
  kind: "free",
  device: "h100",
  launch: launch([1], [32]),
  size: {},
  arrays: [{ name: "in", space: "global", bytesPerElement: 4, length: 4096, contents: "source" }],
  steps: [{ kind: "load", name: "read", array: "in" }],
};

/** A sketch of `oneLoad`. */
export function stridedRead(source: string): Sketch {
  return sketchOf(oneLoad, source);
}

export function sketchOf(kernel: Sketch["program"]["kernel"], source: string): Sketch {
  return { schema: "coalesce/sketch/v1", title: "A sketch", program: { language: "typescript", source, kernel } };
}
