import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SECTOR_BYTES, type AccessTrace, type Trace } from "#simulator";
import type { Answer } from "#sandbox/answer/load-answer.ts";
import { kernelCounters } from "#hardware/kernel-timings.ts";
import straightCopy from "#exercises/straight-copy/exercise.ts";
import * as straightCopySolution from "#exercises/straight-copy/solution.ts";
import naive from "#exercises/transpose-naive/exercise.ts";
import * as naiveSolution from "#exercises/transpose-naive/solution.ts";
import padded from "#exercises/transpose-padded/exercise.ts";
import * as paddedSolution from "#exercises/transpose-padded/solution.ts";
import tiled from "#exercises/transpose-tiled/exercise.ts";
import * as tiledSolution from "#exercises/transpose-tiled/solution.ts";
import { columns, countersOf, measuredRows, metricName, type ColumnId } from "./columns.ts";
import { caseOf, exerciseRows, largestCase, squareCase } from "./exercise-rows.ts";
import { model, type Picture } from "./model.ts";
import { tableRows, type TableRow } from "./table-row.ts";

const answer = (exports: object) => exports as unknown as Answer;
const cell = ({ rows }: Picture, row: string, column: ColumnId) =>
  rows.find(({ name }) => name === row)?.cells.find((each) => each.column === column);
const shown = (rows: readonly TableRow[]) => model({ rows, column: "requests" });

describe("tables that can be checked by hand", () => {
  // 64 × 64 elements are 128 warps of 32 lanes.
  const square = { ...squareCase(64) };
  test.each<[string, readonly TableRow[], string, ColumnId, string]>([
    [
      "a copy of 64 floats",
      exerciseRows(straightCopy, answer(straightCopySolution), caseOf(straightCopy, "one-warp-each")),
      "global load",
      "sectors",
      "8",
    ],
    ["the plain transpose reads along rows", exerciseRows(naive, answer(naiveSolution), square), "global load", "sectorsPerRequest", "4"],
    ["and writes down columns", exerciseRows(naive, answer(naiveSolution), square), "global store", "sectorsPerRequest", "32"],
    ["which uses an eighth of each sector", exerciseRows(naive, answer(naiveSolution), square), "global store", "efficiency", "12.5%"],
    ["the tile stores rows", exerciseRows(tiled, answer(tiledSolution), square), "shared store", "wavefronts", "128"],
    ["and loads columns, 31 conflicts each", exerciseRows(tiled, answer(tiledSolution), square), "shared load", "bankConflicts", "3,968"],
    ["the padded tile has none", exerciseRows(padded, answer(paddedSolution), square), "shared load", "bankConflicts", "0"],
  ])("%s", (_, rows, row, column, expected) => expect(cell(shown(rows), row, column)?.value).toBe(expected));
});

test("a kernel without shared memory has no row for it", () => {
  expect(shown(exerciseRows(naive, answer(naiveSolution), squareCase(64))).rows.map(({ name }) => name)).toEqual([
    "global load",
    "global store",
  ]);
});

test("the largest case is the one with the most threads within the limit", () => {
  expect(largestCase(padded).id).not.toBe("full-size");
  expect(largestCase(padded, 2 ** 30).id).toBe("full-size");
  expect(largestCase(straightCopy).id).toBe("full-size");
  expect(largestCase(straightCopy, 1023).id).toBe("one-warp-each");
});

test("an unknown case, and a kernel that was not measured, are errors", () => {
  expect(() => caseOf(padded, "huge")).toThrow(/transpose-padded has no case "huge"/);
  expect(() => countersOf([], "tr_tile", 4096)).toThrow(RangeError);
});

test("a row is the sum of all accesses of its memory and direction", () => {
  const global = (access: string, op: "load" | "store", sectors: number): AccessTrace => ({
    access,
    array: "in",
    op,
    bytesPerLane: 4,
    requests: 1,
    activeLanes: 32,
    space: "global",
    sectors,
    idealSectors: 4,
    cacheLines: 1,
    tagWavefronts: 1,
    usefulBytes: 128,
    dramReadBytes: 0,
    dramWriteBytes: 0,
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom("load" as const, "store" as const), fc.integer({ min: 4, max: 32 }))), (accesses) => {
      const trace: Trace = {
        accesses: accesses.map(([op, sectors], i) => global(`access ${i}`, op, sectors)),
        violations: [],
        barriers: 0,
      };
      const rows = tableRows(trace);
      const sectorsOf = (op: string) => accesses.filter((access) => access[0] === op).reduce((sum, [, sectors]) => sum + sectors, 0);
      expect(rows.map((row) => (row.space === "global" ? row.sectors : NaN))).toEqual(
        ["load", "store"].map(sectorsOf).filter((sum) => sum > 0),
      );
      expect(rows.reduce((sum, row) => sum + row.requests, 0)).toBe(accesses.length);
    }),
  );
});

test("every column is explained in the rows that it has numbers for, by the metric of their direction", () => {
  const rows = exerciseRows(tiled, answer(tiledSolution), squareCase(64));
  for (const { id, value } of columns) {
    const { metrics } = model({ rows, column: id }).explained;
    expect(metrics).toHaveLength(rows.filter((row) => value(row) !== undefined).length);
    for (const { row, name } of metrics) expect(name).toMatch(row.endsWith("load") ? /_ld\.(sum|ratio|pct)$/ : /_st\.(sum|ratio|pct)$/);
  }
});

test("the ideal depends on the width of a lane", () => {
  const { beware } = model({ rows: [], column: "sectorsPerRequest" }).explained;
  expect(beware).toContain("4 is the ideal for lanes of 4 bytes; for lanes of 1, 2, 8 and 16 bytes it is 1, 2, 8 and 16.");
});

test("efficiency is useful bytes over the bytes of the sectors", () => {
  const row: TableRow = { space: "global", op: "load", requests: 1, sectors: 32, idealSectors: 4, cacheLines: 32, usefulBytes: 128 };
  expect(columns.find(({ id }) => id === "efficiency")?.value(row)).toBe(128 / (32 * SECTOR_BYTES));
});

describe("beside what Nsight Compute counted", () => {
  const counted = countersOf(kernelCounters("h100"), "tr_tile", 4096);

  /** All tiles of a square cost the same, so a square's cost is proportional to its number of tiles. */
  const enlarged = (row: TableRow, times: number): TableRow => {
    const requests = row.requests * times;
    if (row.space === "shared") {
      const { wavefronts, groups, bankConflicts } = row;
      return { ...row, requests, wavefronts: wavefronts * times, groups: groups * times, bankConflicts: bankConflicts * times };
    }
    const { sectors, idealSectors, cacheLines, usefulBytes } = row;
    const bytes = { usefulBytes: usefulBytes * times };
    return { ...row, ...bytes, requests, sectors: sectors * times, idealSectors: idealSectors * times, cacheLines: cacheLines * times };
  };

  test("the table says where it agrees, and by how much it does not", () => {
    const rows = exerciseRows(tiled, answer(tiledSolution), squareCase(64)).map((row) => enlarged(row, (4096 / 64) ** 2));
    const drawn = model({ rows, measured: measuredRows(counted), column: "bankConflicts" });
    expect(cell(drawn, "global store", "sectors")?.measured).toMatchObject({ agrees: true });
    expect(cell(drawn, "shared load", "bankConflicts")?.measured).toEqual({
      value: "16,384,399",
      agrees: false,
      surplus: "+131,471",
    });
    expect(drawn.sentence).toContain("exactly these requests and sectors");
    expect(drawn.sentence).toContain("131,471 higher for loads (0.809% of the conflicts) and ");
  });
});

test("every metric of the measurement files is named as they name it", () => {
  const named = kernelCounters("h200")
    .slice(0, 1)
    .flatMap(({ counters }) => Object.keys(counters));
  expect(named).not.toEqual([]);
  const known = columns.flatMap(({ id }) =>
    (["global", "shared"] as const).flatMap((space) => (["load", "store"] as const).map((op) => metricName(id, space, op))),
  );
  const counted = named.filter((name) => /_mem_(global|shared)_op_(ld|st)\.(sum|pct)$/.test(name) && !name.includes("hit_rate"));
  expect(known).toEqual(expect.arrayContaining(counted));
});
