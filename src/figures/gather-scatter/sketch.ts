import type { Sketch } from "#judge/sketch.ts";
import { freeSketch, globalArray } from "../drawing/free-sketch.ts";
import { ELEMENT_BYTES, usedIndices, type Settings } from "./indexed-requests.ts";
import { INDEX_COUNT } from "./indices.ts";

const INDICES_PER_LINE = 16;

/** Four warps in one block that access the array through the indices, in the order in which they are used. */
export function sketch(settings: Settings): Sketch {
  const { op, arrayLength } = settings;
  return freeSketch({
    title: "Gather and scatter",
    source: [
      ...indexArray(usedIndices(settings).map(({ element }) => element)),
      "",
      "export function index({ threadIdx }: Thread) {",
      "  return indices[threadIdx.x]!;",
      "}",
    ],
    threads: [INDEX_COUNT],
    arrays: [globalArray(op, ELEMENT_BYTES, arrayLength)],
    steps: [{ kind: op, name: "index", array: "data" }],
  });
}

function indexArray(indices: readonly number[]): string[] {
  const lines = Array.from({ length: indices.length / INDICES_PER_LINE }, (_, line) =>
    indices.slice(line * INDICES_PER_LINE, (line + 1) * INDICES_PER_LINE),
  );
  return ["const indices = [", ...lines.map((line) => `  ${line.join(", ")},`), "];"];
}
