import { h, type JSX } from "preact";
import { CACHE_LINE_BYTES, SECTOR_BYTES, type GlobalExplanation } from "#simulator";
import { FILL_LABELS } from "./captions.ts";
import { count } from "./format.ts";
import { Hatch } from "./hatch.ts";
import { memoryRows, type LineRow, type MemoryRow, type Piece } from "./memory-rows.ts";
import { laneColor } from "./palette.ts";
import { placeRows, rowHeight, type PlacedRow } from "./rows.ts";
import { LaneBytes, LaneStrip, Legend, RowAddress, laneMiddle, measures, namedEntry, type Drawing } from "./svg-parts.ts";

const UNITS_PER_BYTE = measures.width / CACHE_LINE_BYTES;
/** The room for the connectors below the lanes. */
const FAN_HEIGHT = 34;
/** The distance between two lines. */
const BETWEEN = 4;
/** The height of a gap where untouched lines are left out, including the distance below it. */
const GAP_HEIGHT = 10;

/**
 * The picture of a request to global memory: the warp at the top, below it the cache lines that it touches, to scale, one per row.
 * Bytes asked for have their lane's colour, bytes moved but not asked for are hatched, bytes not moved are empty.
 *
 * @param named lanes that the caption names
 * @param id unique on the page: the prefix of the id of the hatching
 */
export function globalPicture(explanation: GlobalExplanation, named: readonly number[], id: string): Drawing {
  const { rows, bottom } = placedLines(memoryRows({ explanation, memoryModel: "sector", pointed: undefined, windows: [] }));
  const hatch = `url(#${id}-hatch)`;
  const pieces = rows.flatMap((row) => (row.kind === "line" ? row.pieces.map((piece) => placedPiece(piece, row)) : []));
  return {
    height: bottom + measures.legendHeight,
    shapes: [
      h(Hatch, { id: `${id}-hatch` }),
      h(LaneStrip, { request: explanation.request, named }),
      rows.map((row) =>
        row.kind === "line" ? lineShapes(row, hatch) : h(RowAddress, { y: row.y + GAP_HEIGHT / 2, soft: true, children: "…" }),
      ),
      pieces.map((piece) => connectors(piece, named)),
      pieces.map((piece) => h(LaneBytes, piece)),
      h(Legend, {
        entries: [
          { swatch: "lanes", text: FILL_LABELS.asked },
          { swatch: { fill: hatch }, text: FILL_LABELS.moved },
          { swatch: { fill: "none" }, text: FILL_LABELS.still },
          ...namedEntry(named),
        ],
        y: bottom + 12,
      }),
    ],
  };
}

function placedLines(rows: readonly MemoryRow[]) {
  const lines = rows.filter((row) => row.kind === "line").length;
  const height = rowHeight(lines, { page: measures.page, between: BETWEEN, tallest: 22, lowest: 10 });
  return placeRows(rows, {
    top: measures.laneTop + measures.laneHeight + FAN_HEIGHT,
    between: BETWEEN,
    heightOf: (row) => (row.kind === "line" ? height : GAP_HEIGHT - BETWEEN),
  });
}

function lineShapes({ sectors, firstByte, y, height }: PlacedRow<LineRow>, hatch: string): JSX.Element[] {
  return [
    ...sectors.map(({ moved, offsetBytes }) =>
      h("rect", {
        class: moved ? "sector" : "sector still",
        fill: moved ? hatch : "none",
        x: measures.gutter + offsetBytes * UNITS_PER_BYTE,
        y,
        width: SECTOR_BYTES * UNITS_PER_BYTE,
        height,
      }),
    ),
    h("rect", { class: "line-rule", x: measures.gutter, y, width: measures.width, height }),
    h(RowAddress, { y: y + height / 2, children: count(firstByte) }),
  ];
}

/** Bytes that lanes asked for, with their position in the picture. */
interface PlacedPiece {
  readonly lanes: readonly number[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function placedPiece({ lanes, offsetBytes, bytes }: Piece, { y, height }: PlacedRow<LineRow>): PlacedPiece {
  return { lanes, x: measures.gutter + offsetBytes * UNITS_PER_BYTE, y, width: bytes * UNITS_PER_BYTE, height };
}

function connectors({ lanes, x, y }: PlacedPiece, named: readonly number[]): JSX.Element[] {
  return lanes.map((lane, i) =>
    h("line", {
      class: named.includes(lane) ? "connector named" : "connector",
      stroke: laneColor(lane).fill,
      x1: laneMiddle(lane),
      y1: measures.laneTop + measures.laneHeight + 2,
      x2: x + (measures.lane * (i + 0.5)) / lanes.length,
      y2: y,
    }),
  );
}
