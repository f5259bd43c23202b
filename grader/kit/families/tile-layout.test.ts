import { expect, it } from "vitest";
import { judgeRuns } from "#judge/judge.ts";
import { WrongBehaviours } from "#judge/diagnosis.ts";
import { runCase } from "#judge/run-case.ts";
import type { Answer } from "#sandbox/answer/load-answer.ts";
import { holdersOf, matrixFragment } from "#simulator/fragments.ts";
import { Printer } from "#judge/printed.ts";
import { previewOf } from "#judge/preview.ts";
import { explainGlobal, h100, readCost, runKernel, sourceIds, tileAddress } from "#simulator";
import { bankConflicts, sectorsPerRequest } from "../checks.ts";
import { learnerFunction } from "./parts.ts";
import { alongRows, downColumns, matricesOfTile, tileLayout, type LayoutTile } from "./tile-layout.ts";

const shape = { rows: 32, columns: 64, bytesPerElement: 2, threads: 64, elements: 2304 } as const;
const rows16 = alongRows("rows", { ...shape, elementsPerLane: 8 });
const copy = alongRows("copy", { ...shape, elementsPerLane: 8, instruction: "cp.async.cg" });
const ldmatrix = matricesOfTile("ldmatrix", { ...shape, instruction: "ldmatrix" });
const stmatrix = matricesOfTile("stmatrix", { ...shape, instruction: "stmatrix" });

const exerciseOf = (tile: Pick<LayoutTile, "fill" | "take" | "filledAt">) =>
  tileLayout({
    ...{ id: "some-tile", title: "", summary: "", part: 6, concepts: [], difficulty: 1, minutes: 1, hints: [], wrong: {} },
    exports: [learnerFunction("offset(row, column) gives a place.")],
    tile: { ...shape, ...tile },
    checks: [
      ...(tile.take.matrices ? [bankConflicts({ access: "ldmatrix", atMost: 0, points: 1 })] : []),
      ...(tile.fill === copy ? [sectorsPerRequest({ access: "copy", atMost: 16, points: 1 })] : []),
    ],
  });

const layouts: Record<string, (row: number, column: number) => number> = {
  "rows in order": (row, column) => row * 64 + column,
  "padding by 8": (row, column) => row * 72 + column,
  "a swizzle": (row, column) => row * 64 + (column ^ (8 * (row % 8))),
  "padding by 1": (row, column) => row * 65 + column,
  "padding by 16": (row, column) => row * 80 + column,
  "rows on each other": (row, column) => (row % 16) * 64 + column,
};

function judged(tile: Pick<LayoutTile, "fill" | "take" | "filledAt">, layout: string) {
  const exercise = exerciseOf(tile);
  const answer = { offset: layouts[layout]! } as unknown as Answer;
  return judgeRuns(exercise, {
    run: (testCase) => runCase(exercise, testCase, answer, () => undefined),
    wrong: new WrongBehaviours(exercise, {}),
    progress: () => undefined,
  });
}

it.each<[string, Pick<LayoutTile, "fill" | "take">, string, string[]]>([
  ["16 bytes in, matrices out", { fill: rows16, take: ldmatrix }, "rows in order", ["ldmatrix-conflicts"]],
  ["16 bytes in, matrices out", { fill: rows16, take: ldmatrix }, "padding by 8", []],
  ["a copy in, matrices out", { fill: copy, take: ldmatrix }, "padding by 8", ["copy-sectors"]],
  ["a copy in, matrices out", { fill: copy, take: ldmatrix }, "a swizzle", []],
  ["a copy in, matrices out", { fill: copy, take: ldmatrix }, "rows on each other", ["one-place-each", "every-element"]],
  ["matrices in, rows out", { fill: stmatrix, take: rows16 }, "a swizzle", []],
])("of %s, %s fails %j", (_, tile, layout, failed) => {
  const { checks } = judged(tile, layout);
  expect([...new Set(checks.filter(({ verdict }) => verdict === "fail").map(({ id }) => id))]).toEqual(failed);
});

it("says which places a layout puts on each other, and which rows of a matrix meet", () => {
  const message = (layout: string, id: string) =>
    judged({ fill: copy, take: ldmatrix }, layout).checks.find((check) => check.id === id)?.message;
  expect(message("rows on each other", "one-place-each")).toBe(
    "Element 0 of `tile` is the place of row 0, column 0 and of row 16, column 0. It happens 128 times.",
  );
  expect(message("rows in order", "ldmatrix-conflicts")).toContain(
    "Rows 0 and 1 of a matrix, whose addresses lanes 0 and 1 of warp 0 give, meet in bank 0: an 8-way conflict.",
  );
  expect(message("padding by 8", "copy-sectors")).toContain(
    "lanes 8–15 read one cache line and store it into 5 sectors of shared memory: each counts.",
  );
});

it("names the instruction of an access that its name doesn't tell", () => {
  const message = (tile: Pick<LayoutTile, "fill" | "take">, layout: string, id: string) =>
    judged(tile, layout).checks.find((check) => check.id === id)?.message;
  expect(message({ fill: copy, take: ldmatrix }, "padding by 1", "in-bounds")).toContain(
    "`copy`, a cp.async.cg, is misaligned: thread 8 of block 0 starts at element 65 of `tile`",
  );
  expect(message({ fill: copy, take: ldmatrix }, "padding by 16", "in-bounds")).toContain("`copy`, a cp.async.cg, leaves its array:");
  expect(message({ fill: stmatrix, take: rows16 }, "padding by 16", "in-bounds")).toContain("`stmatrix` leaves its array:");
});

it("names the layout in the verdict", () => {
  expect(judged({ fill: copy, take: ldmatrix }, "a swizzle").layout?.name).toMatchObject({
    kind: "swizzle",
    ofBytes: { bits: 3, base: 4, shift: 3 },
  });
});

/** What `out` holds after a kernel in which all places are rows in order, as elements of `in`. */
function outOf(tile: Pick<LayoutTile, "fill" | "take" | "filledAt">): number[] {
  const exercise = exerciseOf(tile);
  const [{ size, launch }] = exercise.cases as [(typeof exercise.cases)[0]];
  const answer = { offset: layouts["rows in order"]! } as unknown as Answer;
  const kernel = exercise.kernel({ size, launch, answer });
  const out: number[] = [];
  const arrays = { ...kernel.arrays, out: { ...kernel.arrays["out"]!, expected: "anything" as const } };
  runKernel({ ...kernel, arrays }, launch, h100, {
    follow: ({ access, indexes, register }) => {
      if (access.array !== "out") return;
      const width = access.elementsPerLane ?? 1;
      indexes.forEach((index, thread) => {
        for (let i = 0; i < width; i++) out[index + i] = register[thread * width + i]! - sourceIds(kernel.arrays)["in"]!;
      });
    },
  });
  return out;
}

it.each([false, true])("lanes get the elements of four matrices that the PTX ISA gives them; transposed: %s", (transposed) => {
  const out = outOf({ fill: rows16, take: matricesOfTile("ldmatrix", { ...shape, instruction: "ldmatrix", transposed }) });
  const fragment = matrixFragment(transposed);
  for (let row = 0; row < 16; row++) {
    for (let column = 0; column < 16; column++) {
      const matrix = Math.floor(row / 8) + 2 * Math.floor(column / 8);
      const [{ lane, index }] = holdersOf(fragment, { row: row % 8, column: column % 8 }) as [{ lane: number; index: number }];
      expect(out[lane * 8 + matrix * 2 + index]).toBe(row * 64 + column);
    }
  }
});

it("a copy of columns has them in order, and every way out is what the exercise expects", () => {
  const columns = downColumns("columns", { ...shape, elementsPerLane: 2 });
  expect(outOf({ fill: rows16, take: columns }).slice(0, 6)).toEqual([0, 1, 64, 65, 128, 129]);
  for (const take of [rows16, columns, ldmatrix]) {
    for (const fill of [rows16, copy, stmatrix]) {
      const exercise = exerciseOf({ fill, take });
      const expected = exercise.expected({}, {})["out"]!;
      expect(outOf({ fill, take })).toEqual(Array.from({ length: 32 * 64 }, (_, index) => expected(index)));
    }
  }
});

it("TMA puts the elements where its mode says, and is counted by no counter", () => {
  const fill = alongRows("tma", { ...shape, elementsPerLane: 8, instruction: "TMA" });
  const tile = { mode: "128B", boxBytes: 128, sharedAddress: 0 } as const;
  const result = judged({ fill, take: ldmatrix, filledAt: ({ row, column }) => tileAddress(tile, row, 2 * column) / 2 }, "a swizzle");
  expect(result.status).toBe("pass");
  expect([...new Set(result.metrics.map(({ access }) => access))]).toEqual(["ldmatrix", "write"]);
});

it("the preview counts a copy's sectors by where they go, shows nothing of TMA, and describes the layout", () => {
  const layout = "padding by 8";
  const answer = { offset: layouts[layout]! } as unknown as Answer;
  const copied = previewOf(exerciseOf({ fill: copy, take: ldmatrix }), answer, new Printer());
  const [load] = copied.accesses;
  expect(load?.totals).toMatchObject({ access: "copy", sectors: 8 * 18 });
  expect(explainGlobal(load!.warps[0]!.request, h100, readCost(load!.warps[0]!.request, h100)).sectors).toBe(18);
  expect(copied.layout?.name).toEqual({ kind: "rows", pitch: 72, padding: 8 });
  const fill = alongRows("tma", { ...shape, elementsPerLane: 8, instruction: "TMA" });
  const landed = previewOf(exerciseOf({ fill, take: ldmatrix, filledAt: ({ row, column }) => row * 72 + column }), answer, new Printer());
  expect(landed.accesses.map(({ totals }) => totals.access)).toEqual(["ldmatrix", "write"]);
});
