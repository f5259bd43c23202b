import { WARP_SIZE } from "#simulator";
import type { Sketch } from "#judge/sketch.ts";
import { freeSketch, times } from "../drawing/free-sketch.ts";

/** Words of shared memory: more than the largest stride needs. */
const LENGTH = 4096;

/** The load of the lanes that have set out, 0 … step, as a kernel of one access. */
export function sketch(strideWords: number, step: number): Sketch {
  const waiting = step < WARP_SIZE - 1 ? [`  if (threadIdx.x > ${step}) return null; // not yet set out`] : [];
  return freeSketch({
    title: "Clock of banks",
    source: ["export function index({ threadIdx }: Thread) {", ...waiting, `  return ${times(strideWords, "threadIdx.x")};`, "}"],
    arrays: [{ name: "tile", space: "shared", bytesPerElement: 4, length: LENGTH, contents: "empty" }],
    steps: [{ kind: "load", name: "index", array: "tile" }],
  });
}
