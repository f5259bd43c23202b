import { dim3 } from "#simulator";
import type { FreeKernel, Sketch, SketchArray } from "#judge/sketch.ts";

/** What a lesson says about a try cell. */
export interface TryProps {
  /** Kebab-case; unique in the course. The learner's edits are kept under it. */
  readonly id: string;
  /** The module to start from. With the properties below it exports a function `index`. */
  readonly code: string;
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
  /** Instead of the properties above: a kernel of several arrays and steps, whose functions `code` exports. */
  readonly kernel?: FreeKernel | undefined;
}

/** The sketch that a try cell starts with. */
export function trySketch({ id, code, kernel, ...access }: TryProps): Sketch {
  const words = id.replaceAll("-", " ");
  return {
    schema: "coalesce/sketch/v1",
    title: words.charAt(0).toUpperCase() + words.slice(1),
    program: { language: "typescript", source: indented(code), kernel: kernel ?? oneAccess(access) },
  };
}

/** The sketch with another source. */
export function withCode(sketch: Sketch, source: string): Sketch {
  return { ...sketch, program: { ...sketch.program, source } };
}

/** The code indented by its brackets: MDX takes the blanks off the lines of a property. */
export function indented(code: string): string {
  /** For each open bracket the line that it is in. Those of one line indent once. */
  const open: number[] = [];
  const follow = (brackets: string, line: number): void => {
    for (const bracket of brackets) {
      if ("([{".includes(bracket)) open.push(line);
      if (")]}".includes(bracket)) open.pop();
    }
  };
  const lines = code
    .trim()
    .split("\n")
    .map((untrimmed, line) => {
      const text = untrimmed.trim();
      const [closing = ""] = /^[)\]}]*/.exec(text) ?? [];
      follow(closing, line);
      const indentation = "  ".repeat(new Set(open).size);
      follow(text.slice(closing.length), line);
      return text === "" ? "" : indentation + text;
    });
  return lines.join("\n");
}

/** A kernel of a single load or store, which the function `index` describes. */
function oneAccess({
  memory = "global",
  op = "load",
  bytesPerElement = 4,
  elementsPerLane = 1,
  length = 4096,
  threads = [32],
  blocks = [1],
  device = "h100",
}: Omit<TryProps, "id" | "code" | "kernel">): FreeKernel {
  const array = memory === "shared" ? "tile" : op === "load" ? "in" : "out";
  const contents = memory === "global" && op === "load" ? "source" : "empty";
  return {
    kind: "free",
    device,
    launch: { gridDim: dim3(...blocks), blockDim: dim3(...threads) },
    size: {},
    arrays: [{ name: array, space: memory, bytesPerElement, length, contents }],
    steps: [{ kind: op, name: "index", array, elementsPerLane }],
  };
}
