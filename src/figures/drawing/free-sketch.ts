import { dim3 } from "#simulator";
import type { Pattern } from "#pictures/pattern.ts";
import type { FreeKernel, Sketch, SketchAccess, SketchArray } from "#judge/sketch.ts";

interface FreeSketch extends Pick<FreeKernel, "arrays" | "steps"> {
  readonly title: string;
  /** Lines of TypeScript that export the functions that the steps name. */
  readonly source: readonly string[];
  /** Extents of the block. Default: one warp. */
  readonly threads?: readonly [x: number, y?: number];
  /** Extents of the grid. Default: one block. */
  readonly blocks?: readonly [x: number, y?: number];
  readonly size?: FreeKernel["size"];
  /** Key of a device in `devices`. Default "h100". */
  readonly device?: string;
}

/** A figure's kernel as a sketch for the playground. */
export function freeSketch({ title, source, threads = [32], blocks = [1], size = {}, device = "h100", arrays, steps }: FreeSketch): Sketch {
  const launch = { gridDim: dim3(...blocks), blockDim: dim3(...threads) };
  return {
    schema: "coalesce/sketch/v1",
    title,
    program: {
      language: "typescript",
      source: `${source.join("\n")}\n`,
      kernel: { kind: "free", device, launch, size, arrays, steps },
    },
  };
}

/** An array of global memory: full before a load, empty before a store. */
export function globalArray(op: SketchAccess["kind"], bytesPerElement: SketchArray["bytesPerElement"], length: number): SketchArray {
  return { name: "data", space: "global", bytesPerElement, length, contents: op === "load" ? "source" : "empty" };
}

/** `factor * term`, as it is written by hand. */
export function times(factor: number, term: string): string {
  return factor === 1 ? term : `${factor} * ${term}`;
}

/** `term + summand`, as it is written by hand. */
export function plus(term: string, summand: number): string {
  return summand === 0 ? term : `${term} + ${summand}`;
}

/** Elements of the array that a pattern reads or writes: more than any pattern of a figure needs, so that there is room to play. */
const PATTERN_LENGTH = 4096;

/** One access of a warp with a constant stride. */
export function patternSketch(title: string, { op, strideElements, offsetElements, bytesPerElement }: Pattern): Sketch {
  if (bytesPerElement === 32) throw new RangeError("the playground has no elements of 32 bytes");
  const index = strideElements === 0 ? `${offsetElements}` : plus(times(strideElements, "threadIdx.x"), offsetElements);
  return freeSketch({
    title,
    source: [`export function index({ threadIdx }: Thread) {`, `  return ${index};`, "}"],
    arrays: [globalArray(op, bytesPerElement, PATTERN_LENGTH)],
    steps: [{ kind: op, name: "index", array: "data" }],
  });
}
