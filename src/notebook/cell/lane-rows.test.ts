import { describe, expect, it, test } from "vitest";
import type { AccessExcerpt } from "#judge/first-warps.ts";
import { INACTIVE, WARP_SIZE, dim3, globalCost, h100, requestOf, sharedCost, type AccessWidth, type MemorySpace } from "#simulator";
import { laneRows, laneRowsAsTsv, sortedRows, type LaneRows } from "./lane-rows.ts";

interface Pattern {
  readonly index: (lane: number) => number | null;
  readonly space?: MemorySpace;
  readonly bytesPerElement?: number;
  readonly elementsPerLane?: number;
  readonly length?: number;
}

/** A load of one warp, as a run reports it. */
function excerpt({ index, space = "global", bytesPerElement = 4, elementsPerLane = 1, length = 4096 }: Pattern): AccessExcerpt {
  const indexes = Array.from({ length: WARP_SIZE }, (_, lane) => index(lane));
  const shape = { space, op: "load", bytesPerLane: (bytesPerElement * elementsPerLane) as AccessWidth } as const;
  const request = requestOf(
    shape,
    bytesPerElement,
    Int32Array.from(indexes, (index) => index ?? INACTIVE),
  );
  const about = { access: "index", array: "data", activeLanes: WARP_SIZE, ...shape };
  const totals =
    space === "global"
      ? { ...about, ...globalCost(request, h100), space: "global" as const }
      : { ...about, ...sharedCost(request, h100), space: "shared" as const };
  return {
    totals,
    array: { name: "data", bytesPerElement, length },
    elementsPerLane,
    warps: [{ place: { blockIdx: dim3(0, 0, 0), warp: 0 }, request, indexes }],
  };
}

/** The rows of the first warp. */
function table(pattern: Pattern, namedLanes: readonly number[] = [], blockDim = dim3(WARP_SIZE)): LaneRows {
  const access = excerpt(pattern);
  return laneRows({ access, warp: access.warps[0]!, launch: { gridDim: dim3(1), blockDim }, namedLanes });
}
const textsOf = ({ rows }: LaneRows, lane: number): string[] => rows[lane]?.cells.map(({ text }) => text) ?? [];

test("global memory: index, byte address, sector and line of each lane", () => {
  const rows = table({ index: (lane) => 2 * lane });
  expect(rows.columns).toEqual(["lane", "threadIdx.x", "index", "byte address", "sector", "line"]);
  expect(textsOf(rows, 0)).toEqual(["0", "0", "0", "0", "0", "0"]);
  expect(textsOf(rows, 19)).toEqual(["19", "19", "38", "152", "4", "1"]);
});

test("shared memory: bank and word; a wide lane has several", () => {
  expect(textsOf(table({ space: "shared", index: (lane) => 33 * lane }), 2)).toEqual(["2", "2", "66", "264", "2", "66"]);
  expect(textsOf(table({ space: "shared", elementsPerLane: 4, index: (lane) => 4 * lane }), 9)).toEqual([
    "9",
    "9",
    "36",
    "144",
    "4–7",
    "36–39",
  ]);
});

test("a thread that sits out has null and no place", () => {
  const rows = table({ index: (lane) => (lane < 3 ? lane : null) });
  expect(textsOf(rows, 3)).toEqual(["3", "3", "null", "", "", ""]);
  expect(rows.rows[3]).toMatchObject({ isActive: false, wrong: undefined });
});

test("as many coordinates as the block has dimensions, and no thread beyond its last", () => {
  const rows = table({ index: (lane) => (lane < 24 ? lane : null) }, [], dim3(8, 3));
  expect(rows.columns.slice(0, 3)).toEqual(["lane", "threadIdx.x", "threadIdx.y"]);
  expect(textsOf(rows, 11).slice(0, 3)).toEqual(["11", "3", "1"]);
  expect(textsOf(rows, 24).slice(0, 4)).toEqual(["24", "", "", "no thread"]);
});

describe("a lane is marked as wrong", () => {
  test.each<[wrong: string | undefined, pattern: Pattern]>([
    ["out of bounds", { index: (lane) => lane + 4096 - 1 }],
    ["out of bounds", { index: (lane) => -lane }],
    ["misaligned", { index: (lane) => lane, elementsPerLane: 4 }],
    [undefined, { index: (lane) => lane }],
  ])("%s", (wrong, pattern) => expect(table(pattern).rows[1]?.wrong).toBe(wrong));

  test("when the message about the code names it", () => {
    expect(
      table({ index: () => 7 }, [1, 2])
        .rows.map(({ wrong }) => wrong)
        .slice(0, 4),
    ).toEqual([undefined, "named in the message", "named in the message", undefined]);
  });

  test("and an address before the array has no sector", () => {
    expect(textsOf(table({ index: (lane) => -lane }), 2)).toEqual(["2", "2", "-2", "-8", "", ""]);
  });
});

describe("sorting", () => {
  const rows = table({ index: (lane) => (lane === 5 ? null : 31 - (lane % 4)) });
  const lanes = (column: number, isDescending: boolean): number[] => sortedRows(rows, { column, isDescending }).map(({ lane }) => lane);

  it("keeps the order of the lanes among equals", () => expect(lanes(2, false).slice(0, 4)).toEqual([3, 7, 11, 15]));
  it("is by number, not by text", () => expect(lanes(0, true).slice(0, 3)).toEqual([31, 30, 29]));
  it("puts null last, in both directions", () => expect([lanes(2, false).at(-1), lanes(2, true).at(-1)]).toEqual([5, 5]));
});

test("large numbers have commas on the page, and none in tab-separated values", () => {
  const rows = table({ index: (lane) => 1000 * lane });
  expect(textsOf(rows, 31)).toEqual(["31", "31", "31,000", "124,000", "3,875", "968"]);
  expect(laneRowsAsTsv(rows, rows.rows).split("\n")[32]).toBe("31\t31\t31000\t124000\t3875\t968\tout of bounds");
  const wide = table({ space: "shared", elementsPerLane: 4, index: (lane) => 100 * lane });
  expect(textsOf(wide, 20).at(-1)).toBe("2,000–2,003");
});

test("copied as tab-separated values, with the problems if there are any", () => {
  const good = table({ index: (lane) => lane });
  expect(laneRowsAsTsv(good, good.rows).split("\n").slice(0, 2)).toEqual([
    "lane\tthreadIdx.x\tindex\tbyte address\tsector\tline",
    "0\t0\t0\t0\t0\t0",
  ]);
  const bad = table({ index: (lane) => -lane });
  expect(laneRowsAsTsv(bad, bad.rows).split("\n")[2]).toBe("1\t1\t-1\t-4\t\t\tout of bounds");
});
