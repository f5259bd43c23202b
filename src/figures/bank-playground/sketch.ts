import { WARP_SIZE } from "#simulator";
import type { Sketch } from "#judge/sketch.ts";
import { freeSketch, plus, times } from "../drawing/free-sketch.ts";
import type { Access } from "./access.ts";
import type { Settings } from "./model.ts";
import { columnsOf, tileWords, wordsPerElement, type Tile } from "./tile.ts";

/** The access to the tile, as a kernel of one access. The tile is an array of words, so that any pitch can be written. */
export function sketch({ tile, access }: Settings): Sketch {
  const words = wordsPerElement(tile);
  const { row, column } = elementText(tile, access);
  return freeSketch({
    title: "Bank playground",
    source: [
      "/** The word at which an element of the tile begins. */",
      "function word(row: number, column: number) {",
      `  return ${times(tile.pitchWords, "row")} + ${times(words, storedColumn(tile))};`,
      "}",
      "",
      "export function index({ threadIdx }: Thread) {",
      `  return word(${row}, ${column});`,
      "}",
    ],
    arrays: [{ name: "tile", space: "shared", bytesPerElement: 4, length: tileWords(tile), contents: "empty" }],
    steps: [{ kind: access.op, name: "index", array: "tile", elementsPerLane: words }],
  });
}

function storedColumn(tile: Tile): string {
  if (tile.swizzle === "off") return "column";
  return tile.rows > columnsOf(tile) ? `(column ^ (row % ${columnsOf(tile)}))` : "(column ^ row)";
}

/** The row and the column of the element that a lane wants. */
function elementText(tile: Tile, { kind, row, column, strideElements }: Access): { readonly row: string; readonly column: string } {
  const columns = columnsOf(tile);
  switch (kind) {
    case "row":
      return alongRows("threadIdx.x", WARP_SIZE, row, columns);
    case "pairs":
      return alongRows("Math.floor(threadIdx.x / 2)", WARP_SIZE / 2, row, columns);
    case "stride":
      return alongRows(times(strideElements, "threadIdx.x"), WARP_SIZE * strideElements, 0, columns);
    case "one":
      return { row: "0", column: `${column}` };
    case "column":
      if (tile.rows >= WARP_SIZE) return { row: "threadIdx.x", column: `${column}` };
      return { row: `threadIdx.x % ${tile.rows}`, column: plus(`Math.floor(threadIdx.x / ${tile.rows})`, column) };
  }
}

/** Elements counted along the rows, from the start of a row; all are below `count`. */
function alongRows(element: string, count: number, firstRow: number, columns: number) {
  if (count <= columns) return { row: `${firstRow}`, column: element };
  const grouped = element.includes("*") ? `(${element})` : element;
  return { row: plus(`Math.floor(${divided(element, columns)})`, firstRow), column: `${grouped} % ${columns}` };
}

function divided(element: string, columns: number): string {
  return element.includes("*") ? `(${element}) / ${columns}` : `${element} / ${columns}`;
}
