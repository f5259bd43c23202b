import { count } from "#pictures/format.ts";
import { useContext, useId } from "preact/hooks";
import { CACHE_LINE_BYTES } from "#simulator";
import { Hatch } from "#pictures/hatch.ts";
import type { MemoryModel, MemoryRow } from "#pictures/memory-rows.ts";
import type { Emphasis } from "#pictures/lanes.ts";
import { placeRows, rowHeight, type PlacedRow } from "#pictures/rows.ts";
import { LaneStrip } from "../drawing/lanes.tsx";
import { MemoryLine, MemoryPieces } from "../drawing/memory-line.tsx";
import { IsStrip } from "../drawing/strip.ts";
import { ASKED_FOR, MOVED, MOVED_BY_DRAM, NOT_MOVED, Swatches } from "../drawing/swatches.tsx";
import type { Picture } from "./model.ts";

export interface ViewProps {
  readonly picture: Picture;
  readonly onPoint: (lane: number | undefined) => void;
  readonly onChooseLane?: ((lane: number) => void) | undefined;
  readonly onChooseSector?: ((sector: number) => void) | undefined;
}

/** Warp → sectors → lines: lanes above, memory below, to scale, one cache line per row. */
export function View({ picture, onPoint, onChooseLane, onChooseSector }: ViewProps) {
  const hatch = `hatch-${useId()}`;
  const { rows, height } = placeMemory(picture.rows, useContext(IsStrip) ? STRIP : PAGE);
  return (
    <div class="warp-to-memory">
      <LaneStrip lanes={picture.lanes} onPoint={onPoint} onChoose={onChooseLane} />
      <Addresses rows={rows} height={height} />
      <svg class="memory" width="100%" height={height} role="img" aria-label={picture.sentence}>
        <Hatch id={hatch} />
        <g class="lines">
          {rows.map((row) =>
            row.kind === "line" ? <MemoryLine key={row.number} row={row} hatch={hatch} onChooseSector={onChooseSector} /> : null,
          )}
        </g>
        <g class="connectors">
          {connectors(rows, picture.lanes.length).map(({ lane, x1, x2, y2, emphasis }) => (
            <line
              key={lane}
              class={emphasis}
              x1={`${x1}%`}
              y1="0"
              x2={`${x2}%`}
              y2={y2}
              style={{ stroke: `var(--lane-${lane})` }}
              pathLength="1"
            />
          ))}
        </g>
        <g class="asked">
          {rows.map((row) => (row.kind === "line" ? <MemoryPieces key={row.number} row={row} onPoint={onPoint} /> : null))}
        </g>
      </svg>
    </div>
  );
}

function Addresses({ rows, height }: { readonly rows: readonly PlacedRow<MemoryRow>[]; readonly height: number }) {
  return (
    <svg class="addresses" height={height} aria-hidden="true">
      {rows.map((row) =>
        row.kind === "line" ? (
          <text key={row.number} class={row.touched ? "touched" : ""} x="100%" y={row.y + row.height / 2}>
            {count(row.firstByte)}
          </text>
        ) : (
          <text key={`gap-${row.y}`} x="100%" y={row.y + row.height / 2}>
            …
          </text>
        ),
      )}
    </svg>
  );
}

/** Measures of a picture, in CSS pixels. */
interface Measures {
  /** Room for the connectors between the lanes and memory. */
  readonly fan: number;
  /** Height of all rows together, at most, as long as they stay legible. */
  readonly page: number;
  readonly tallest: number;
  readonly lowest: number;
  /** Between two rows: room for the bar that shows what DRAM moves. */
  readonly between: number;
  /** Height of the mark that stands for lines left out, with the room below it. */
  readonly gapPitch: number;
}

const PAGE: Measures = { fan: 28, page: 32 * 9, tallest: 22, lowest: 5, between: 4, gapPitch: 7 };
const STRIP: Measures = { fan: 18, page: 32 * 3, tallest: 16, lowest: 1, between: 1, gapPitch: 3 };

/** Puts rows below one another: as tall as there is room, and no taller than a lane. */
function placeMemory(
  rows: readonly MemoryRow[],
  { fan, page, tallest, lowest, between, gapPitch }: Measures,
): { readonly rows: readonly PlacedRow<MemoryRow>[]; readonly height: number } {
  const lines = rows.filter((row) => row.kind === "line").length;
  const room = page - (rows.length - lines) * gapPitch;
  const lineHeight = rowHeight(lines, { page: room, between, tallest, lowest });
  const heightOf = ({ kind }: MemoryRow): number => (kind === "line" ? lineHeight : gapPitch - between);
  const placed = placeRows(rows, { top: fan, between, heightOf });
  return { rows: placed.rows, height: placed.bottom };
}

/** A line from a lane to the bytes that it asks for; x in percent of the width, y in pixels. */
interface Connector {
  readonly lane: number;
  readonly x1: number;
  readonly x2: number;
  readonly y2: number;
  readonly emphasis: Emphasis;
}

function connectors(rows: readonly PlacedRow<MemoryRow>[], laneCount: number): Connector[] {
  return rows
    .flatMap((row) => (row.kind === "line" ? row.pieces.map((piece) => ({ row, piece })) : []))
    .flatMap(({ row, piece }) =>
      piece.lanes.map((lane, i) => ({
        lane,
        x1: ((lane + 0.5) / laneCount) * 100,
        x2: ((piece.offsetBytes + (piece.bytes * (i + 0.5)) / piece.lanes.length) / CACHE_LINE_BYTES) * 100,
        y2: row.y,
        emphasis: piece.emphasis,
      })),
    );
}

/** What the fillings of the picture mean. */
export function Legend({ memoryModel, isFirstLook }: { readonly memoryModel: MemoryModel; readonly isFirstLook: boolean }) {
  const showsDram = memoryModel === "sector" && !isFirstLook;
  return <Swatches entries={[ASKED_FOR, MOVED, NOT_MOVED, ...(showsDram ? [MOVED_BY_DRAM] : [])]} />;
}
