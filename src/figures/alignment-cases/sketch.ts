import { WARP_SIZE } from "#simulator";
import type { Sketch } from "#judge/sketch.ts";
import { freeSketch, globalArray, plus } from "../drawing/free-sketch.ts";
import { BYTES_PER_LANE } from "./alignment-case.ts";

/** The reader's own case: the loads of the warp and of the next one, in one block. */
export function sketch(offsetBytes: number): Sketch {
  return freeSketch({
    title: "Alignment cases",
    source: [
      "// A block of two warps.",
      "export function index({ threadIdx }: Thread) {",
      `  return ${plus("threadIdx.x", offsetBytes / BYTES_PER_LANE)};`,
      "}",
    ],
    threads: [2 * WARP_SIZE],
    arrays: [globalArray("load", BYTES_PER_LANE, 1024)],
    steps: [{ kind: "load", name: "index", array: "data" }],
  });
}
