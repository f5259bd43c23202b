import type { Sketch, SketchAccess } from "#judge/sketch.ts";
import { freeSketch } from "../drawing/free-sketch.ts";
import type { Scheme } from "./tree.ts";

/** The tree up to and including a level, after each thread has put its word into shared memory. */
export function sketch(scheme: Scheme, threads: number, level: number): Sketch {
  return freeSketch({
    title: `Reduction tree: ${scheme}`,
    source: [
      "/** Words between the two that are added in a level. */",
      "function strideOf(level: number) {",
      `  return ${scheme === "sequential" ? `${threads / 2} / 2 ** level` : "2 ** level"};`,
      "}",
      "",
      "/** The word that a thread adds to in a level; null: the thread is idle. */",
      "function sumOf(thread: number, level: number) {",
      ...sumOf(scheme, threads),
      "}",
      "",
      ...exported("own", "{ threadIdx }: Thread", ["return threadIdx.x;"]),
      ...exported("toSums", "{ threadIdx }: Thread", ["return threadIdx.x;"]),
      ...exported("readSum", IN_LEVEL, ["return sumOf(threadIdx.x, level);"]),
      ...exported("readOther", IN_LEVEL, ["const sum = sumOf(threadIdx.x, level);", "return sum === null ? null : sum + strideOf(level);"]),
      ...exported("writeSum", IN_LEVEL, ["return sumOf(threadIdx.x, level);"]).slice(0, -1),
    ],
    threads: [threads],
    arrays: [
      { name: "input", space: "global", bytesPerElement: 4, length: threads, contents: "source" },
      { name: "sums", space: "shared", bytesPerElement: 4, length: threads, contents: "empty" },
    ],
    steps: [
      access("load", "own", "input"),
      access("store", "toSums", "sums"),
      { kind: "barrier" },
      {
        kind: "repeat",
        times: level + 1,
        steps: [
          access("load", "readSum", "sums"),
          access("load", "readOther", "sums"),
          access("store", "writeSum", "sums"),
          { kind: "barrier" },
        ],
      },
    ],
  });
}

const IN_LEVEL = "{ threadIdx }: Thread, size: object, level: number";

/** An exported function, and a blank line. */
function exported(name: string, parameters: string, body: readonly string[]): string[] {
  return [`export function ${name}(${parameters}) {`, ...body.map((line) => `  ${line}`), "}", ""];
}

function access(kind: "load" | "store", name: string, array: string): SketchAccess {
  return { kind, name, array };
}

function sumOf(scheme: Scheme, threads: number): string[] {
  switch (scheme) {
    case "modulo":
      return ["  return thread % (2 * strideOf(level)) === 0 ? thread : null;"];
    case "strided":
      return ["  const sum = 2 * strideOf(level) * thread;", `  return sum < ${threads} ? sum : null;`];
    case "sequential":
      return ["  return thread < strideOf(level) ? thread : null;"];
  }
}
