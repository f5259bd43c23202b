import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BANK_COUNT, WARP_SIZE, WORD_BYTES, h100, sharedCost } from "#simulator";
import { fitted, rangeOf, tileRequest, type Access, type AccessKind } from "./access.ts";
import { model, type Picture } from "./model.ts";
import { ROW_WORDS, columnsOf, layoutOf, tileWords, type Tile, type WordRun } from "./tile.ts";

const tileOf = (tile: Partial<Tile> = {}): Tile => ({ rows: 32, pitchWords: 32, swizzle: "off", bytesPerElement: 4, ...tile });
const accessOf = (access: Partial<Access> = {}): Access => ({
  kind: "column",
  op: "load",
  row: 0,
  column: 0,
  strideElements: 1,
  ...access,
});
const reading = ({ readings }: Picture, name: string) => readings.find((reading) => reading.name === name)?.value;

describe("patterns worked out by hand", () => {
  test.each<[string, Partial<Tile>, Partial<Access>, { wavefronts: string; degree: string; groups: number }]>([
    ["a row", {}, { kind: "row", row: 3 }, { wavefronts: "1", degree: "1", groups: 1 }],
    ["a column: one bank", {}, {}, { wavefronts: "32", degree: "32", groups: 1 }],
    ["a padded column", { pitchWords: 33 }, {}, { wavefronts: "1", degree: "1", groups: 1 }],
    ["padded by two words: every second bank", { pitchWords: 34 }, {}, { wavefronts: "2", degree: "2", groups: 1 }],
    ["a swizzled column", { swizzle: "xor" }, { column: 9 }, { wavefronts: "1", degree: "1", groups: 1 }],
    ["padded and swizzled: bank 2 × row", { pitchWords: 33, swizzle: "xor" }, {}, { wavefronts: "2", degree: "2", groups: 1 }],
    ["two columns of a tile of 16 rows", { rows: 16 }, {}, { wavefronts: "16", degree: "16", groups: 1 }],
    ["stride 2", {}, { kind: "stride", strideElements: 2 }, { wavefronts: "2", degree: "2", groups: 1 }],
    ["the diagonal: stride 33", {}, { kind: "stride", strideElements: 33 }, { wavefronts: "1", degree: "1", groups: 1 }],
    ["one element for all", {}, { kind: "one" }, { wavefronts: "1", degree: "1", groups: 1 }],
    ["two rows of 8-byte elements", { bytesPerElement: 8 }, { kind: "row" }, { wavefronts: "2", degree: "1", groups: 2 }],
    ["pairs of 8 bytes fuse", { bytesPerElement: 8 }, { kind: "pairs" }, { wavefronts: "1", degree: "1", groups: 1 }],
    ["stores never fuse", { bytesPerElement: 8 }, { kind: "pairs", op: "store" }, { wavefronts: "2", degree: "1", groups: 2 }],
    ["a column of 16-byte elements", { bytesPerElement: 16 }, {}, { wavefronts: "32", degree: "8", groups: 4 }],
    ["… padded by 4 words", { bytesPerElement: 16, pitchWords: 36 }, {}, { wavefronts: "4", degree: "1", groups: 4 }],
    ["… swizzled", { bytesPerElement: 16, swizzle: "xor" }, {}, { wavefronts: "4", degree: "1", groups: 4 }],
  ])("%s", (_, tile, access, expected) => {
    const drawn = model({ tile: tileOf(tile), access: accessOf(access) });
    expect({ wavefronts: reading(drawn, "wavefronts"), degree: reading(drawn, "degree"), groups: drawn.groups.length }).toEqual(expected);
  });

  test("the numbers come in the course's order", () => {
    const { readings } = model({ tile: tileOf({ pitchWords: 33 }), access: accessOf() });
    expect(readings.map(({ name }) => name)).toEqual(["wavefronts", "conflicts", "degree", "words", "padding"]);
    expect(reading(model({ tile: tileOf({ pitchWords: 36 }), access: accessOf() }), "padding")).toBe("12.5%");
  });
});

describe("a pitch that no whole number of elements fills", () => {
  test("8-byte lanes in odd rows are refused, and only they", () => {
    const drawn = model({ tile: tileOf({ pitchWords: 33, bytesPerElement: 8 }), access: accessOf() });
    const odd = Array.from({ length: 16 }, (_, i) => 2 * i + 1);
    expect(drawn.refused.map(({ lane }) => lane)).toEqual(odd);
    expect(drawn.lanes.filter(({ named }) => named).map(({ lane }) => lane)).toEqual(odd);
    expect(reading(drawn, "wavefronts")).toBe("refused");
    expect(drawn.sentence).toContain("lane 1: an access of 8 bytes at byte 132");
    expect(new Set(drawn.touched.flatMap(({ lanes }) => lanes))).toEqual(new Set(odd.map((lane) => lane - 1)));
  });

  test("row 0 begins at byte 0, whatever the pitch", () => {
    const tile = tileOf({ pitchWords: 33, bytesPerElement: 16 });
    expect(model({ tile, access: accessOf({ kind: "one", column: 3 }) }).refused).toEqual([]);
    expect(model({ tile, access: accessOf({ kind: "row", row: 1 }) }).refused).toHaveLength(24);
  });
});

test.each<[string, Partial<Tile>, AccessKind, number]>([
  ["32 rows, one at a time", {}, "row", 31],
  ["four rows of 16-byte elements", { bytesPerElement: 16 }, "row", 28],
  ["16 elements of 16 bytes: two rows", { bytesPerElement: 16 }, "pairs", 30],
  ["four columns of eight rows", { rows: 8 }, "column", 28],
  ["down the diagonal", {}, "stride", 33],
  ["half the tile, half the stride", { rows: 16 }, "stride", 16],
])("how far an access reaches: %s", (_, tile, kind, max) => {
  expect(rangeOf(tileOf(tile), kind).max).toBe(max);
});

describe("pointing", () => {
  const shared = { tile: tileOf(), access: accessOf({ kind: "pairs" }) };
  test("a lane highlights its word", () => {
    const drawn = model({ ...shared, hoveredLane: 5 });
    expect(drawn.touched.filter(({ emphasis }) => emphasis === "lit").map(({ number }) => number)).toEqual([2]);
    expect(drawn.pointed).toBe("Lane 5: element (0, 2), word 2, bank 2");
  });
  test("a word highlights its lanes", () => {
    const drawn = model({ ...shared, hoveredWord: 2 });
    expect(drawn.lanes.filter(({ emphasis }) => emphasis === "lit").map(({ lane }) => lane)).toEqual([4, 5]);
    expect(drawn.pointed).toBe("Word 2, bank 2, of element (0, 2): lanes 4–5");
  });
  test("a group highlights its words", () => {
    const drawn = model({ tile: tileOf({ bytesPerElement: 16 }), access: accessOf({ kind: "row" }), hoveredGroup: 1 });
    expect(drawn.touched.filter(({ emphasis }) => emphasis === "lit").map(({ number }) => number)).toEqual(
      Array.from({ length: 32 }, (_, i) => 32 + i),
    );
    expect(drawn.pointed).toBe("Group 1, lanes 8–15: 32 words, 1 wavefront");
  });
});

const tiles = fc.record({
  rows: fc.constantFrom(8, 16, 32),
  pitchWords: fc.integer({ min: ROW_WORDS, max: 40 }),
  swizzle: fc.constantFrom("off" as const, "xor" as const),
  bytesPerElement: fc.constantFrom(4 as const, 8 as const, 16 as const),
});
const accesses = fc.record({
  kind: fc.constantFrom<AccessKind>("row", "column", "stride", "one", "pairs"),
  op: fc.constantFrom("load" as const, "store" as const),
  row: fc.nat(31),
  column: fc.nat(31),
  strideElements: fc.integer({ min: 1, max: 40 }),
});

describe("for any tile", () => {
  const wordsOf = (runs: readonly WordRun[]) =>
    runs.flatMap(({ gridRow, bank, words }) => Array.from({ length: words }, (_, i) => gridRow * BANK_COUNT + bank + i));

  test("elements and padding fill its words, each once", () => {
    fc.assert(
      fc.property(tiles, (tile) => {
        const { elements, padding } = layoutOf(tile);
        const words = [...elements.flatMap(({ runs }) => wordsOf(runs)), ...wordsOf(padding)].sort((a, b) => a - b);
        expect(words).toEqual(Array.from({ length: tileWords(tile) }, (_, word) => word));
      }),
    );
  });

  test("a fitted access stays in the tile", () => {
    fc.assert(
      fc.property(tiles, accesses, (tile, access) => {
        const { addresses } = tileRequest(tile, fitted(tile, access));
        expect(Math.max(...addresses) + tile.bytesPerElement).toBeLessThanOrEqual(tileWords(tile) * WORD_BYTES);
      }),
    );
  });

  test("the drawn groups, degrees and lanes match the simulator's counts", () => {
    fc.assert(
      fc.property(tiles, accesses, (tile, asked) => {
        const access = fitted(tile, asked);
        const drawn = model({ tile, access });
        fc.pre(drawn.refused.length === 0);
        const cost = sharedCost(tileRequest(tile, access), h100);
        expect(drawn.groups.reduce((sum, group) => sum + group.wavefronts, 0)).toBe(cost.wavefronts);
        expect(drawn.groups.reduce((sum, group) => sum + group.lanes, 0)).toBe(WARP_SIZE);
        expect(Math.max(...drawn.banks.map(({ degree }) => degree))).toBe(cost.conflictDegree);
        expect(new Set(drawn.touched.flatMap(({ lanes }) => lanes)).size).toBe(WARP_SIZE);
      }),
    );
  });

  test("XOR without padding makes every column of whole rows conflict-free", () => {
    fc.assert(
      fc.property(fc.constantFrom(4 as const, 8 as const, 16 as const), fc.nat(31), (bytesPerElement, column) => {
        const tile = tileOf({ swizzle: "xor", bytesPerElement });
        const drawn = model({ tile, access: accessOf({ column: column % columnsOf(tile) }) });
        expect(reading(drawn, "conflicts")).toBe("0");
      }),
    );
  });
});
