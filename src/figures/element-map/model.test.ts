import { describe, expect, test } from "vitest";
import type { ElementMap } from "#judge/element-map.ts";
import { dim3 } from "#simulator";
import { MOST_CELLS, elementOf, fateOfCell, picture, wholeArray, zoomInto } from "./model.ts";

const noThreads = { from: 0, times: [], first: [], last: [], held: [], expected: [] };

const map = (elements: string, columns: number, op: ElementMap["op"] = "store"): ElementMap => ({
  status: "mapped",
  case: "small",
  launch: { gridDim: dim3(1), blockDim: dim3(32) },
  array: "out",
  op,
  columns,
  elements,
  threads: noThreads,
  refused: [],
});

test("a short array has a cell per element, row by row", () => {
  const { rows, columns, cells } = picture({ map: map(".mw2x.", 3) });
  expect({ rows, columns }).toEqual({ rows: 2, columns: 3 });
  expect(cells.map(fateOfCell)).toEqual(["right", "missing", "wrong", "twice", "outside", "right"]);
});

test.each<[string, ElementMap, string, string[]]>([
  [
    "a copy with all mistakes",
    map("..mw2x", 3),
    "Of 6 elements of out, 2 are right, 1 is missing, 1 is wrong, 1 is written more than once and 1 is read out of bounds.",
    ["right", "missing", "wrong", "written more than once", "read out of bounds"],
  ],
  ["an output that nobody wrote", map("mmmm", 2), "Of 4 elements of out, 4 are missing.", ["missing"]],
  [
    "an input",
    map(".2m.", 2, "load"),
    "Of 4 elements of out, 2 are read once, 1 is never read and 1 is read more than once.",
    ["read once", "never read", "read more than once"],
  ],
])("the legend of %s counts its elements", (_, shown, sentence, meanings) => {
  const drawn = picture({ map: shown });
  expect(drawn.sentence).toBe(sentence);
  expect(drawn.legend.map(({ means }) => means)).toEqual(meanings);
});

test.each([
  ["a long matrix of 96 rows", 96, 32, true],
  ["a wide one", 32, 96, true],
  ["a square one", MOST_CELLS, MOST_CELLS, true],
  ["one row more", MOST_CELLS + 1, MOST_CELLS, false],
  ["a single column, too long to be seen", 1000, 1, false],
])("whether each element has a cell: %s", (_, rows, columns, hasOwn) => {
  const { cells } = picture({ map: map(".".repeat(rows * columns), columns) });
  expect(cells.length === rows * columns).toBe(hasOwn);
});

test("a row that ends early has places without an element", () => {
  const { cells } = picture({ map: map("....m", 4), pointed: 6 });
  expect(cells.slice(4).map(fateOfCell)).toEqual(["missing", undefined, undefined, undefined]);
  expect(picture({ map: map("....m", 4), pointed: 6 }).pointed).toBe("The array ends before this place.");
});

test("pointing at an element says where it is and what became of it", () => {
  expect(picture({ map: map("..m.", 2), pointed: 2 }).pointed).toBe("Row 1, column 0. Element 2 of out is never written.");
});

describe("a long array", () => {
  const side = 4 * MOST_CELLS;
  const elements = Array.from({ length: side * side }, (_, i) => (Math.floor(i / side) < 4 && i % side < 2 ? "m" : ".")).join("");
  const long = map(elements, side);

  test("is a density map: each cell has the share of its elements that are not right", () => {
    const { rows, columns, cells } = picture({ map: long });
    expect({ rows, columns }).toEqual({ rows: MOST_CELLS, columns: MOST_CELLS });
    expect(cells[0]).toMatchObject({ extent: { rows: 4, columns: 4 }, wrongShare: 0.5 });
    expect(cells.slice(1).every(({ wrongShare }) => wrongShare === 0)).toBe(true);
    expect(picture({ map: long, pointed: 0 }).pointed).toBe("Rows 0 to 3, columns 0 to 3: 50% of the elements are wrong.");
  });

  test("opens where a cell is chosen, until cells are elements", () => {
    const [, , third] = picture({ map: long }).cells;
    const extent = zoomInto(long, third!);
    expect(extent).toEqual({ row: 0, column: 0, rows: MOST_CELLS, columns: MOST_CELLS });
    const { cells } = picture({ map: long, extent: extent! });
    expect(fateOfCell(cells[MOST_CELLS + 1]!)).toBe("missing");
    expect(elementOf(long, cells[MOST_CELLS + 1]!)).toBe(side + 1);
    expect(zoomInto(long, cells[0]!)).toBeUndefined();
  });

  test("opens within its bounds, also at its end", () => {
    const { cells } = picture({ map: long });
    const extent = zoomInto(long, cells.at(-1)!);
    expect(extent).toEqual({ row: side - MOST_CELLS, column: side - MOST_CELLS, rows: MOST_CELLS, columns: MOST_CELLS });
  });
});

test.each([1, 31, 32, 33, 1000, 4096, 100_000])("the cells of %d elements hold each element once", (length) => {
  const shown = map(".".repeat(length), Math.min(32, length));
  const { cells } = picture({ map: shown });
  expect(cells.reduce((sum, { counts }) => sum + counts.right, 0)).toBe(length);
  expect(cells.length).toBeLessThanOrEqual(MOST_CELLS * MOST_CELLS);
  expect(wholeArray(shown).rows).toBe(Math.ceil(length / shown.columns));
});
