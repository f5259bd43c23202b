import { describe, expect, it, test } from "vitest";
import { WARP_SIZE, type WarpRequest } from "#simulator";
import { patternRequest } from "#pictures/pattern.ts";
import { drawnRequests, goneAt, laneSentences, lanesOf, moment, progressOf, sentence, timeAt, ways, type TwoRequests } from "./model.ts";

const strided = (strideElements: number, bytesPerElement: 4 | 16 = 4): WarpRequest =>
  patternRequest({ op: "load", strideElements, offsetElements: 0, bytesPerElement });
const column = (pitch: number): WarpRequest => ({
  space: "shared",
  op: "load",
  bytesPerLane: 4,
  activeMask: 0xffffffff,
  addresses: Array.from({ length: WARP_SIZE }, (_, lane) => 4 * pitch * lane),
});

describe("on the way from one request to the other", () => {
  test.each<[string, TwoRequests, gone: number, moved: number]>([
    ["a stride of 32, none gone", { before: strided(32), after: strided(1) }, 0, 32],
    ["a stride of 32, half of them gone: 2 sectors and 16", { before: strided(32), after: strided(1) }, 16, 18],
    ["a stride of 32, all gone", { before: strided(32), after: strided(1) }, 32, 4],
    ["a column with a pitch of 32, none gone", { before: column(32), after: column(33) }, 0, 32],
    ["a column with a pitch of 32, half of them gone: 16 on bank 0 with lane 0", { before: column(32), after: column(33) }, 16, 17],
    ["a column with a pitch of 32, all gone", { before: column(32), after: column(33) }, 32, 1],
    [
      "to wider lanes, half of them gone: 8 sectors of the new request, 2 of the old one beyond them",
      { before: strided(1), after: strided(1, 16) },
      16,
      8,
    ],
  ])("%s", (_, requests, gone, moved) => expect(moment(requests, gone).moved).toBe(moved));

  it("lanes set off in their order, and all arrive", () => {
    const times = Array.from({ length: 21 }, (_, i) => i / 20);
    expect(times.map(goneAt)).toEqual(times.map(goneAt).toSorted((a, b) => a - b));
    expect([goneAt(0), goneAt(1), progressOf(0, 0), progressOf(31, 1)]).toEqual([0, WARP_SIZE, 0, 1]);
  });

  it("each number of lanes has its time", () => {
    const numbers = Array.from({ length: WARP_SIZE + 1 }, (_, gone) => gone);
    expect(numbers.map((gone) => goneAt(timeAt(gone)))).toEqual(numbers);
  });
});

it("rows are those that either request touches, with gaps between", () => {
  const { rows, lanes } = ways({ before: strided(64), after: strided(1) });
  expect(rows.filter(({ kind }) => kind === "row")).toHaveLength(32);
  expect(rows.filter(({ kind }) => kind === "gap")).toHaveLength(31);
  expect(lanes[1]).toEqual({ lane: 1, before: { row: 2, x: 0, width: 3.125 }, after: { row: 0, x: 3.125, width: 3.125 } });
});

it("lanes that share an address share its place, and a lane that takes no part has none", () => {
  const { lanes } = ways({ before: strided(0), after: { ...strided(1), activeMask: 0xfffffffe } });
  expect(lanes[1]!.before).toEqual({ row: 0, x: 3.125 / 32, width: 3.125 / 32 });
  expect(lanes[0]!.after).toBeUndefined();
});

it("the same numbers stand in words", () => {
  const requests = { before: strided(32), after: strided(1) };
  expect(sentence(requests, { before: "Costlier version", after: "Yours" })).toBe(
    "Costlier version: 32 sectors for 32 lanes. Yours: 4 sectors for 32 lanes.",
  );
  expect(laneSentences(requests)[1]).toBe("Lane 1: byte 128, sector 4 → byte 4, sector 0");
  expect(laneSentences({ before: column(32), after: column(33) })[2]).toBe("Lane 2: word 64, bank 0 → word 66, bank 2");
});

describe("two requests of an ldmatrix.x4", () => {
  /** Rows of 16 bytes, so far apart; those of the last matrix may lie elsewhere. */
  const rows = (pitchBytes: number, last = pitchBytes): WarpRequest => ({
    space: "shared",
    op: "load",
    instruction: "ldmatrix",
    bytesPerLane: 16,
    activeMask: 0xffffffff,
    addresses: Array.from({ length: WARP_SIZE }, (_, lane) => (lane < 24 ? pitchBytes : last) * lane),
  });
  const requests = { before: rows(16, 128), after: rows(16) };

  it.each([
    ["the one that cost most", {}, 3, 8],
    ["the chosen one", { matrix: 1 }, 1, 1],
    ["that of the lane that is pointed at", { matrix: 1, hoveredLane: 2 }, 0, 1],
  ])("are drawn a matrix at a time: %s", (_, choice, matrix, first) => {
    const drawn = drawnRequests(requests, choice);
    const lanes = Array.from({ length: 8 }, (__, row) => 8 * matrix + row);
    expect([drawn.matrix?.drawn, drawn.matrix?.of, lanesOf(drawn)]).toEqual([matrix, 4, lanes]);
    expect([moment(drawn, 0).moved, moment(drawn, 8).moved]).toEqual([first, 1]);
    expect(ways(drawn).lanes.flatMap(({ lane, before, after }) => (before && after ? [lane] : []))).toEqual(lanes);
  });

  it("half of a matrix gone: four rows on one bank, one of the others with the first of them", () => {
    expect(moment(drawnRequests({ before: rows(128), after: rows(16) }, { matrix: 0 }), 4).moved).toBe(5);
  });

  it("keep the counts of the whole requests in words", () => {
    expect(sentence(requests, { before: "Starter", after: "Yours" }, drawnRequests(requests))).toBe(
      "Starter: 11 wavefronts for 32 lanes. Yours: 4 wavefronts for 32 lanes. Matrix 3, the one drawn, takes 8 and 1 of these.",
    );
  });

  it("each number of a matrix's lanes has its time", () => {
    const numbers = Array.from({ length: 9 }, (_, gone) => gone);
    expect(numbers.map((gone) => goneAt(timeAt(gone, 8), 8))).toEqual(numbers);
  });

  it("are drawn whole where the lanes load for themselves", () => {
    const { instruction: _, ...plain } = rows(128);
    expect(drawnRequests({ before: plain, after: plain })).toEqual({ before: plain, after: plain });
  });
});
