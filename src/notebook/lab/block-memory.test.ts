import { describe, expect, test } from "vitest";
import { ELEMENT_STATES, BlockMemory, rasterOf } from "./block-memory.ts";
import { requestsOfBlock } from "./block-requests.ts";
import { galleryKernel } from "./gallery-texts.ts";
import { cellsOf, linesOf, rasterCaption, stateCounts } from "./memory-cells.ts";

const memoryOf = (slug: string, block: number): BlockMemory => new BlockMemory(requestsOfBlock(galleryKernel(slug, ""), block));

/** How many places of each array are in each state, when so many requests have been made. */
function statesAfter(memory: BlockMemory, count: number): Record<string, Record<string, number>> {
  const states = memory.statesAfter(count);
  return Object.fromEntries(
    memory.rasters.map(({ array, places }, number) => {
      const tally = Object.groupBy(places, (place) => ELEMENT_STATES[states[number]![place]!]!);
      return [array.name, Object.fromEntries(Object.entries(tally).map(([state, own]) => [state, own.length]))];
    }),
  );
}

describe("a transpose through a tile", () => {
  const memory = memoryOf("transpose-tiled", 17);

  test.each([
    [0, { out: { untouched: 1024 }, in: { untouched: 1024 }, tile: { untouched: 1024 } }],
    [2, { out: { untouched: 1024 }, in: { read: 32, untouched: 992 }, tile: { written: 32, untouched: 992 } }],
    [64, { out: { untouched: 1024 }, in: { read: 1024 }, tile: { written: 1024 } }],
    [66, { out: { written: 32, untouched: 992 }, in: { read: 1024 }, tile: { written: 992, "written and read": 32 } }],
    [128, { out: { written: 1024 }, in: { read: 1024 }, tile: { "written and read": 1024 } }],
  ])("after %d requests the tile is filled, then read", (count, states) => {
    expect(statesAfter(memory, count)).toEqual(states);
  });

  test("going back is the same as not having gone on", () => {
    const early = statesAfter(memory, 10);
    statesAfter(memory, 128);
    expect(statesAfter(memory, 10)).toEqual(early);
  });

  test("draws the rows of the arrays that the block touches, and the tile whole", () => {
    const captions = memory.rasters.map((raster) => rasterCaption(raster, linesOf(raster)));
    expect(captions).toEqual([
      "What the block touches: 32 rows of 32, 512 apart, from element 16,416 on.",
      "What the block touches: 32 rows of 32, 512 apart, from element 16,416 on.",
      "The whole array, in rows of 32.",
    ]);
  });

  test("knows who wrote and who read an element", () => {
    const [, , tile] = memory.rasters;
    const place = tile!.elements.indexOf(3 * 32 + 5);
    expect(memory.historyOf(2, place, 64)).toEqual({ written: { request: 7, lane: 5, component: 0 }, read: undefined, reads: 0 });
    // Warp 5 reads column 5: lane 3 takes row 3.
    expect(memory.historyOf(2, place, 128)).toMatchObject({ read: { lane: 3 }, reads: 1 });
  });

  test("a request touches the elements of its lanes", () => {
    expect([...memory.touchedBy(65, 2).values()]).toEqual([]);
    const column = [...memory.touchedBy(64, 2)].map(([place, lanes]) => [memory.rasters[2]!.elements[place], lanes]);
    expect(column.slice(0, 3)).toEqual([
      [0, [0]],
      [32, [1]],
      [64, [2]],
    ]);
  });
});

test("a matrix that is read row by row is drawn in its rows, though they follow each other without a gap", () => {
  const memory = memoryOf("matmul-tiled", 0);
  const a = memory.rasters.find(({ array }) => array.name === "A")!;
  expect([a.rows, a.columns, linesOf(a)]).toEqual([32, 256, { rows: 32, columns: 64, rowsPerCell: 1, columnsPerCell: 4 }]);
});

const int = { name: "a", space: "global", type: "int", elementBytes: 4, lengths: [10_000], base: 4096 } as const;
const layouts: readonly [string, number[], { kind: string; rows: number; columns: number }][] = [
  ["a straight run", Array.from({ length: 64 }, (_, i) => 100 + i), { kind: "touched", rows: 2, columns: 32 }],
  ["a run that is shorter than a row", [7, 8, 9], { kind: "touched", rows: 1, columns: 3 }],
  ["every other element", Array.from({ length: 32 }, (_, i) => 2 * i), { kind: "touched", rows: 2, columns: 32 }],
  ["rows of 8", [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i, i + 512]).toSorted((a, b) => a - b), { kind: "touched", rows: 2, columns: 8 }],
  ["a column", Array.from({ length: 32 }, (_, i) => 300 * i), { kind: "packed", rows: 1, columns: 32 }],
  ["one element", [5], { kind: "touched", rows: 1, columns: 1 }],
];
test.each(layouts)("%s", (_, touched, expected) => {
  const raster = rasterOf(int, Int32Array.from(touched));
  expect(raster).toMatchObject(expected);
  // Each touched element has one place, which says that it is that element.
  expect(touched.map((element) => raster.elements.indexOf(element)).every((place) => place >= 0)).toBe(true);
  expect(raster.sorted.map((element, i) => raster.elements[raster.places[i]!]! - element).every((difference) => difference === 0)).toBe(
    true,
  );
});

test("a long run before thousands of short ones takes several rows, so that few places are without an element", () => {
  // As a block of 16 × 16 threads reads 16 rows and 16 columns of one matrix.
  const side = 2048;
  const columns = Array.from({ length: (side - 16) * 16 }, (_, i) => (16 + (i >> 4)) * side + (i & 15));
  const touched = Int32Array.from([...Array(16 * side).keys(), ...columns]);
  const raster = rasterOf({ ...int, lengths: [side * side] }, touched, side);
  expect(raster).toMatchObject({ kind: "touched", rows: 128 + side - 16, columns: 256 });
  expect(raster.sorted).toEqual(touched);
  expect(raster.places.every((place, i) => raster.elements[place] === touched[i])).toBe(true);
});

test("a cell for many elements has the state of most of those that were touched", () => {
  const raster = rasterOf({ ...int, space: "shared", lengths: [8192] }, Int32Array.of(0));
  const grid = linesOf(raster);
  expect(grid).toEqual({ rows: 64, columns: 32, rowsPerCell: 4, columnsPerCell: 1 });
  const states = new Uint8Array(8192);
  states.set([2, 3], 0);
  states[32] = 3;
  const [first, second, third] = cellsOf(raster, grid, states, new Map([[97, [4]]]));
  expect(first).toMatchObject({ state: "written", lanes: [], elements: [0, 96] });
  expect(second).toMatchObject({ state: "both", lanes: [4] });
  expect(third).toMatchObject({ state: "untouched" });
  expect(stateCounts(states, raster)).toBe("3 written, 2 of them read since.");
});
