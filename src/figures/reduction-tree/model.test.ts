import { describe, expect, test } from "vitest";
import { dim3, h100, hashId, runKernel, type Kernel, type SharedAccessTrace } from "#simulator";
import { additionOf, levelCount, levels, strideOf, total, type Scheme } from "./tree.ts";
import { model } from "./model.ts";

function levelOf(scheme: Scheme, level: number) {
  const found = levels(scheme, 128)[level];
  if (!found) throw new RangeError(`no level ${level}`);
  return found;
}

const SCHEMES: readonly Scheme[] = ["modulo", "strided", "sequential"];

describe("a block of 128, checked by hand", () => {
  test.each<[Scheme, number, { stride: number; adds: number; warps: number; requests: number; wavefronts: number; degree: number }]>([
    ["modulo", 0, { stride: 1, adds: 64, warps: 4, requests: 12, wavefronts: 12, degree: 1 }],
    ["modulo", 4, { stride: 16, adds: 4, warps: 4, requests: 12, wavefronts: 12, degree: 1 }],
    ["modulo", 5, { stride: 32, adds: 2, warps: 2, requests: 6, wavefronts: 6, degree: 1 }],
    ["strided", 0, { stride: 1, adds: 64, warps: 2, requests: 6, wavefronts: 12, degree: 2 }],
    ["strided", 1, { stride: 2, adds: 32, warps: 1, requests: 3, wavefronts: 12, degree: 4 }],
    ["strided", 4, { stride: 16, adds: 4, warps: 1, requests: 3, wavefronts: 12, degree: 4 }],
    ["strided", 5, { stride: 32, adds: 2, warps: 1, requests: 3, wavefronts: 6, degree: 2 }],
    ["strided", 6, { stride: 64, adds: 1, warps: 1, requests: 3, wavefronts: 3, degree: 1 }],
    ["sequential", 0, { stride: 64, adds: 64, warps: 2, requests: 6, wavefronts: 6, degree: 1 }],
    ["sequential", 1, { stride: 32, adds: 32, warps: 1, requests: 3, wavefronts: 3, degree: 1 }],
    ["sequential", 6, { stride: 1, adds: 1, warps: 1, requests: 3, wavefronts: 3, degree: 1 }],
  ])("%s, level %i", (scheme, level, expected) => {
    const { additions, conflictDegree, ...costs } = levelOf(scheme, level);
    expect({ ...costs, adds: additions.length, degree: conflictDegree }).toMatchObject(expected);
  });
});

/** The tree as a kernel, so that the simulator follows every element and looks for races. */
function treeKernel(scheme: Scheme, threads: number): Kernel {
  const sumOfAll = Array.from({ length: threads }, (_, element) => hashId(element + 1)).reduce((sum, value) => (sum + value) | 0, 0);
  const word = (which: "into" | "from") => (thread: { threadIdx: { x: number } }, _size: unknown, level: number) =>
    additionOf(scheme, threads, strideOf(scheme, threads, level), thread.threadIdx.x)?.[which] ?? null;
  const first = ({ threadIdx }: { threadIdx: { x: number } }) => (threadIdx.x === 0 ? 0 : null);
  return {
    size: threads,
    arrays: {
      in: { space: "global", bytesPerElement: 4, length: threads, contents: "source", reads: "each-once" },
      sums: { space: "shared", bytesPerElement: 4, length: threads, contents: "empty" },
      out: { space: "global", bytesPerElement: 4, length: 1, contents: "empty", expected: () => sumOfAll },
    },
    steps: [
      {
        kind: "move",
        load: { kind: "load", name: "read", array: "in", index: ({ threadIdx }) => threadIdx.x },
        store: { kind: "store", name: "fill", array: "sums", index: ({ threadIdx }) => threadIdx.x },
      },
      { kind: "barrier" },
      {
        kind: "repeat",
        times: levelCount(threads),
        steps: [
          { kind: "load", name: "into", array: "sums", register: "sum", index: word("into") },
          { kind: "load", name: "from", array: "sums", register: "addend", index: word("from") },
          { kind: "combine", into: "sum", from: "addend" },
          { kind: "store", name: "add", array: "sums", register: "sum", index: word("into") },
          { kind: "barrier" },
        ],
      },
      {
        kind: "move",
        load: { kind: "load", name: "result", array: "sums", index: first },
        store: { kind: "store", name: "write", array: "out", index: first },
      },
    ],
  };
}

describe.each(SCHEMES)("the %s tree", (scheme) => {
  test.each([128, 256])("counts what the simulator counts over the whole kernel of %i threads, without races", (threads) => {
    const trace = runKernel(treeKernel(scheme, threads), { gridDim: dim3(1), blockDim: dim3(threads) }, h100);
    expect(trace.violations).toEqual([]);
    const inTree = trace.accesses.filter((access): access is SharedAccessTrace => ["into", "from", "add"].includes(access.access));
    const sum = (name: "requests" | "wavefronts" | "groups" | "bankConflicts") => inTree.reduce((sum, access) => sum + access[name], 0);
    expect(total(levels(scheme, threads))).toEqual({
      requests: sum("requests"),
      wavefronts: sum("wavefronts"),
      groups: sum("groups"),
      bankConflicts: sum("bankConflicts"),
      conflictDegree: Math.max(...inTree.map((access) => access.conflictDegree)),
    });
  });

  test("gathers every word into word 0", () => {
    const words = Array.from({ length: 128 }, (_, word) => word);
    const holds = new Map(words.map((word) => [word, [word]]));
    for (const { additions } of levels(scheme, 128))
      for (const { into, from } of additions) holds.get(into)?.push(...(holds.get(from) ?? []));
    expect(holds.get(0)?.sort((a, b) => a - b)).toEqual(words);
  });

  test("draws each addition as two words, one arc and one active lane; the tallest stack is the level's degree", () => {
    for (let step = 0; step < levelCount(128); step++) {
      const { rows, arcs, warps, banks } = model({ scheme, threads: 128, step });
      const { additions, conflictDegree, warps: warpsAtWork } = levelOf(scheme, step);
      const roles = rows.flat().map((cell) => cell.role);
      expect(roles.filter((role) => role === "into")).toHaveLength(additions.length);
      expect(roles.filter((role) => role === "from")).toHaveLength(additions.length);
      expect(arcs).toHaveLength(additions.length);
      expect(warps.flatMap(({ lanes }) => lanes.filter((lane) => lane.active))).toHaveLength(additions.length);
      expect(warps.filter(({ works }) => works)).toHaveLength(warpsAtWork);
      expect(Math.max(...banks.map(({ degree }) => degree))).toBe(conflictDegree);
    }
  });
});

test("readings add up the levels so far, in the course's order", () => {
  const { readings } = model({ scheme: "strided", threads: 128, step: 1 });
  expect(readings).toEqual([
    { name: "requests so far", value: "9" },
    { name: "wavefronts", value: "24", ideal: "9" },
    { name: "conflicts", value: "15" },
    { name: "degree", value: "4" },
  ]);
});

test("pointing at a thread highlights its two words and its arc", () => {
  const { rows, arcs, pointed } = model({ scheme: "strided", threads: 128, step: 1, hoveredThread: 9 });
  expect(
    rows
      .flat()
      .filter((cell) => cell.emphasis === "lit")
      .map((cell) => cell.word),
  ).toEqual([36, 38]);
  expect(arcs.filter((arc) => arc.emphasis === "lit").map((arc) => arc.thread)).toEqual([9]);
  expect(pointed).toBe("Thread 9, lane 9 of warp 0: adds word 38 (bank 6) to word 36 (bank 4)");
});

test("the caption of an idle thread says so", () => {
  expect(model({ scheme: "modulo", threads: 128, step: 0, hoveredThread: 33 }).pointed).toBe("Thread 33, lane 1 of warp 1: idle");
});
