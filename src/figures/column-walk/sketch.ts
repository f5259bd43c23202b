import { WARP_SIZE } from "#simulator";
import type { Sketch } from "#judge/sketch.ts";
import { freeSketch, globalArray } from "../drawing/free-sketch.ts";
import type { Walk } from "./walk.ts";

/** The load of the first warp: lanes of a float4 each, over the first rows of the matrix. */
export function sketch({ together, side }: Walk): Sketch {
  return freeSketch({
    title: "A walk down the columns",
    source: [
      `// Each lane loads a float4. ${together === 1 ? "Each is in a row of its own" : `${together} lanes stay side by side in a row`}.`,
      "type Size = { pitch: number };",
      "",
      "export function index({ threadIdx }: Thread, { pitch }: Size) {",
      ...(together === 1
        ? ["  return threadIdx.x * pitch;"]
        : [
            `  const row = Math.floor(threadIdx.x / ${together});`,
            `  const column = 4 * (threadIdx.x % ${together});`,
            "  return row * pitch + column;",
          ]),
      "}",
    ],
    size: { pitch: side },
    arrays: [globalArray("load", 4, WARP_SIZE * side)],
    steps: [{ kind: "load", name: "index", array: "data", elementsPerLane: 4 }],
  });
}
