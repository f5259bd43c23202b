import { dim3 } from "#simulator";
import type { FreeKernel, Sketch, SketchArray, SketchStep } from "#judge/sketch.ts";
import { input, output, shared } from "./cell-kernel.ts";
import type { CellFile } from "./cell-files.ts";

/** What a lesson says about a try cell. */
export interface TryProps {
  /** The module to start from, beside the lesson's text: "two-blocks.ts". With the properties below it exports a function `index`. */
  readonly file: string;
  /** Whether the reader has met no counts but requests and sectors, so that the picture shows no others. */
  readonly isFirstLook?: boolean | undefined;
  /** Memory that the one access of the cell goes to. Default "global". */
  readonly memory?: "global" | "shared" | undefined;
  /** Default "load". */
  readonly op?: "load" | "store" | undefined;
  /** Default 4. */
  readonly bytesPerElement?: SketchArray["bytesPerElement"] | undefined;
  /** Elements that a lane moves with one instruction. Default 1. */
  readonly elementsPerLane?: 1 | 2 | 4 | undefined;
  /** Elements of the array. Default 4,096. */
  readonly length?: number | undefined;
  /** Extents of the block. Default [32]. */
  readonly threads?: readonly [x: number, y?: number, z?: number] | undefined;
  /** Extents of the grid. Default [1]. */
  readonly blocks?: readonly [x: number, y?: number, z?: number] | undefined;
  /** Key of a device in `devices`. Default "h100". */
  readonly device?: string | undefined;
  /** For a kernel of several accesses, instead of what says how the one access goes: its arrays, in the words of cell-kernel.ts. */
  readonly arrays?: readonly SketchArray[] | undefined;
  /** Its steps; the module exports the functions that they name. */
  readonly steps?: readonly SketchStep[] | undefined;
}

/** The sketch that a try cell starts with: its file, and what the lesson says about it. */
export function trySketch({ id, code }: CellFile, props: Omit<TryProps, "file" | "isFirstLook"> = {}): Sketch {
  const words = id.replaceAll("-", " ");
  return {
    schema: "coalesce/sketch/v1",
    title: words.charAt(0).toUpperCase() + words.slice(1),
    program: { language: "typescript", source: code.trimEnd(), kernel: kernelOf(props) },
  };
}

/** The sketch with another source. */
export function withCode(sketch: Sketch, source: string): Sketch {
  return { ...sketch, program: { ...sketch.program, source } };
}

type Access = Pick<TryProps, "memory" | "op" | "bytesPerElement" | "elementsPerLane" | "length">;

function kernelOf({
  threads = [32],
  blocks = [1],
  device = "h100",
  arrays,
  steps,
  ...access
}: Omit<TryProps, "file" | "isFirstLook">): FreeKernel {
  const launch = { gridDim: dim3(...blocks), blockDim: dim3(...threads) };
  return { kind: "free", device, launch, size: {}, ...(arrays && steps ? { arrays, steps } : oneAccess(access)) };
}

/** The array and the step of a kernel of one load or store, which the function `index` describes. */
function oneAccess({ memory = "global", op = "load", bytesPerElement = 4, elementsPerLane = 1, length = 4096 }: Access) {
  const array =
    memory === "shared"
      ? shared("tile", length, bytesPerElement)
      : op === "load"
        ? input("in", length, bytesPerElement)
        : output("out", length, bytesPerElement);
  return { arrays: [array], steps: [{ kind: op, name: "index", array: array.name, elementsPerLane }] };
}
