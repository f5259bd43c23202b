import type { VNode } from "preact";
import { el } from "#classroom/reports/el.ts";
import type { Witness } from "#judge/result.ts";
import { CACHE_LINE_BYTES, SECTOR_BYTES, deviceForWidth, explainGlobal, type LineEvidence } from "#simulator";
import { laneCell } from "./lane-cell.ts";
import { laneColors } from "./lane-ramp.ts";
import { laneStrip, laneX } from "./lane-strip.ts";
import { legend } from "./legend.ts";
import { measures } from "./measures.ts";
import type { Drawing } from "./request-picture.ts";
import { placeRows, type PlacedRow } from "./rows.ts";

const UNITS_PER_BYTE = measures.width / CACHE_LINE_BYTES;
/** Below the lanes: room for the connectors. */
const FAN_HEIGHT = 34;

/**
 * A request of global memory: the warp above, below it the cache lines that it touches, to scale, one a row. Bytes asked for
 * are in their lane's colour, bytes moved but not asked for are hatched, bytes not moved are empty.
 *
 * @param id unique in the page: names the pattern of the hatching.
 */
export function globalPicture({ request, lanes }: Pick<Witness, "request" | "lanes">, id: string): Drawing {
  const explanation = explainGlobal(request, deviceForWidth(request.bytesPerLane));
  const top = measures.laneTop + measures.laneHeight + FAN_HEIGHT;
  const { placed, bottom } = placeRows(explanation.lines, { top, between: 4, tallest: 22, lowest: 10, page: 416 });
  const hatch = `url(#${id}-hatch)`;
  const pieces = placed.flatMap((at) => (at.kind === "row" ? linePieces(at, request.addresses) : []));
  return {
    height: bottom + measures.legendHeight,
    shapes: [
      hatching(`${id}-hatch`),
      ...laneStrip(request, lanes),
      ...placed.flatMap((at) => (at.kind === "row" ? lineShapes(at, hatch) : [gapMark(at.y + at.height / 2)])),
      ...pieces.flatMap((piece) => piece.lanes.map((lane, i) => connector(lane, i, piece, lanes.includes(lane)))),
      ...pieces.map((piece) => laneCell(piece.lanes, { ...piece, width: request.bytesPerLane * UNITS_PER_BYTE })),
      ...legend(
        [
          { swatch: "lanes", text: "asked for" },
          { swatch: { fill: hatch }, text: "moved, not asked for" },
          { swatch: { fill: "none" }, text: "not moved" },
          ...(lanes.length > 0 ? [{ swatch: "named", text: "lanes that the sentence names" } as const] : []),
        ],
        bottom + 12,
      ),
    ],
  };
}

function hatching(id: string): VNode {
  return el(
    "defs",
    null,
    el(
      "pattern",
      { id, width: 4, height: 4, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      el("rect", { class: "hatch-ground", width: 4, height: 4 }),
      el("line", { class: "hatch-rule", x1: 0.5, y1: 0, x2: 0.5, y2: 4 }),
    ),
  );
}

type PlacedLine = Extract<PlacedRow<LineEvidence>, { kind: "row" }>;

function lineShapes({ row: line, y, height }: PlacedLine, hatch: string): VNode[] {
  const moved = new Set(line.sectors.map((sector) => sector.firstByte));
  const sectors = Array.from({ length: CACHE_LINE_BYTES / SECTOR_BYTES }, (_, i) => {
    const isMoved = moved.has(line.firstByte + i * SECTOR_BYTES);
    const x = measures.gutter + i * SECTOR_BYTES * UNITS_PER_BYTE;
    const shape = { x, y, width: SECTOR_BYTES * UNITS_PER_BYTE, height };
    return el("rect", { class: isMoved ? "sector" : "sector still", fill: isMoved ? hatch : "none", ...shape });
  });
  return [
    ...sectors,
    el("rect", { class: "line-rule", x: measures.gutter, y, width: measures.width, height }),
    el("text", { class: "address", x: measures.gutter - 8, y: y + height / 2 }, line.firstByte),
  ];
}

/** Where untouched lines are left out. */
export function gapMark(y: number): VNode {
  return el("text", { class: "address soft", x: measures.gutter - 8, y }, "⋮");
}

interface LinePiece {
  readonly lanes: readonly number[];
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/** The bytes of a line that lanes asked for: one piece for each address. */
function linePieces({ row: line, y, height }: PlacedLine, addresses: readonly number[]): LinePiece[] {
  const byAddress = Map.groupBy(
    line.sectors.flatMap((sector) => sector.lanes),
    (lane) => addresses[lane],
  );
  return [...byAddress].map(([byteAddress, lanes]) => ({
    lanes,
    x: measures.gutter + (byteAddress - line.firstByte) * UNITS_PER_BYTE,
    y,
    height,
  }));
}

function connector(lane: number, i: number, { lanes, x, y }: LinePiece, named: boolean): VNode {
  return el("line", {
    class: named ? "connector named" : "connector",
    stroke: laneColors[lane],
    x1: laneX(lane) + measures.lane / 2,
    y1: measures.laneTop + measures.laneHeight + 2,
    x2: x + (measures.lane * (i + 0.5)) / lanes.length,
    y2: y,
  });
}
