import { useId } from "preact/hooks";
import { CACHE_LINE_BYTES, SECTOR_BYTES } from "#simulator";
import { count } from "#pictures/format.ts";
import { Hatch } from "#pictures/hatch.ts";
import type { LaneCell } from "#pictures/lanes.ts";
import { placeRows, rowHeight, type Gap, type PlacedRow } from "#pictures/rows.ts";
import { BANK_HEADER_HEIGHT, BankColumns, StackRules } from "../drawing/banks.tsx";
import { LaneStrip } from "../drawing/lanes.tsx";
import type { LaneWay, Moment, Place, Row, TwoRequests, Ways } from "./model.ts";

interface ViewProps {
  readonly requests: TwoRequests;
  readonly ways: Ways;
  readonly moment: Moment;
  /** How far each lane of the ways is on its way: 0 … 1. */
  readonly progress: readonly number[];
  readonly label: string;
  /** The lanes of the warp. */
  readonly cells: readonly LaneCell[];
  readonly hoveredLane: number | undefined;
  readonly onPoint: (lane: number | undefined) => void;
}

/** Room for the lines from the lanes to memory, in CSS pixels. */
const FAN_HEIGHT = 30;
const HEIGHTS = { page: 260, between: 2, tallest: 22, lowest: 4 };
const GAP_HEIGHT = 1;

/** One moment of the way from one request to another: the rows stay, the lanes' elements move. */
export function View({ requests, ways: { rows, lanes }, moment, progress, label, cells, hoveredLane, onPoint }: ViewProps) {
  const hatch = `hatch-${useId()}`;
  const isShared = requests.before.space === "shared";
  const { placed, bottom } = place(rows, isShared ? BANK_HEADER_HEIGHT : FAN_HEIGHT, isShared ? 0 : HEIGHTS.between);
  const height = bottom + 2;
  const byNumber = new Map(placed.flatMap((row) => (row.kind === "row" ? [[row.number, row] as const] : [])));
  const drawn = lanes.flatMap((way) => drawnLane(way, progress[way.lane] ?? 0, byNumber) ?? []);
  return (
    <div class={isShared ? "bank-grid" : "warp-to-memory"}>
      <LaneStrip lanes={cells} onPoint={onPoint} />
      <svg class="addresses" height={height} aria-hidden="true">
        {isShared && (
          <text x="100%" y="9">
            bank
          </text>
        )}
        {placed.map((row) =>
          row.kind === "row" && row.height >= 9 ? (
            <text key={row.number} class="touched" x="100%" y={row.y + row.height / 2}>
              {count(row.firstByte)}
            </text>
          ) : null,
        )}
      </svg>
      <svg class={isShared ? "banks" : "memory"} width="100%" height={height} role="img" aria-label={label}>
        <Hatch id={hatch} />
        {isShared && <BankColumns banks={moment.banks} height={height - 2} />}
        {placed.map(
          (row) =>
            row.kind === "row" && (
              <g key={row.number} class={isTouched(row, moment.sectors) ? "line touched" : "line untouched"}>
                {!isShared && <Sectors row={row} moved={moment.sectors} hatch={hatch} />}
                <rect class="line-rule" x="0" y={row.y} width="100%" height={row.height} />
              </g>
            ),
        )}
        {!isShared && (
          <g class="connectors">
            {drawn.map(({ lane, x, width, y }) => (
              <line
                key={lane}
                class={emphasis(lane, hoveredLane)}
                x1={`${((lane + 0.5) / lanes.length) * 100}%`}
                y1="0"
                x2={`${x + width / 2}%`}
                y2={y}
                style={{ stroke: `var(--lane-${lane})` }}
              />
            ))}
          </g>
        )}
        <g class="asked">
          {drawn.map(({ lane, x, width, y, height, opacity }) => (
            <g
              key={lane}
              class={`piece ${emphasis(lane, hoveredLane)}`}
              opacity={opacity}
              onPointerEnter={() => onPoint(lane)}
              onPointerLeave={() => onPoint(undefined)}
            >
              <rect x={`${x}%`} y={y} width={`${width}%`} height={height} style={{ fill: `var(--lane-${lane})` }} />
            </g>
          ))}
        </g>
        {isShared && <StackRules banks={moment.banks} height={height - 2} />}
      </svg>
    </div>
  );
}

function place(rows: readonly (Row | Gap)[], top: number, between: number) {
  const lines = rows.filter(({ kind }) => kind === "row").length;
  const gaps = rows.length - lines;
  const height = rowHeight(lines, { ...HEIGHTS, between, page: HEIGHTS.page - gaps * GAP_HEIGHT });
  const { rows: placed, bottom } = placeRows(rows, { top, between, heightOf: ({ kind }) => (kind === "row" ? height : GAP_HEIGHT) });
  return { placed, bottom };
}

function emphasis(lane: number, hovered: number | undefined): "plain" | "lit" | "dim" {
  return hovered === undefined ? "plain" : hovered === lane ? "lit" : "dim";
}

/** In shared memory no row is set off: its banks are. */
function isTouched({ firstByte }: Row, sectors: ReadonlySet<number>): boolean {
  const first = firstByte / SECTOR_BYTES;
  return Array.from({ length: CACHE_LINE_BYTES / SECTOR_BYTES }, (_, i) => first + i).some((sector) => sectors.has(sector));
}

function Sectors({ row, moved, hatch }: { readonly row: PlacedRow<Row>; readonly moved: ReadonlySet<number>; readonly hatch: string }) {
  const first = row.firstByte / SECTOR_BYTES;
  const width = (SECTOR_BYTES / CACHE_LINE_BYTES) * 100;
  return (
    <>
      {Array.from({ length: CACHE_LINE_BYTES / SECTOR_BYTES }, (_, i) => {
        const isMoved = moved.has(first + i);
        return (
          <rect
            key={i}
            class={`sector ${isMoved ? "moved" : "still"}`}
            x={`${i * width}%`}
            y={row.y}
            width={`${width}%`}
            height={row.height}
            fill={isMoved ? `url(#${hatch})` : "none"}
          />
        );
      })}
    </>
  );
}

interface DrawnLane {
  readonly lane: number;
  readonly x: number;
  readonly width: number;
  readonly y: number;
  readonly height: number;
  readonly opacity: number;
}

/** A lane's bytes between two places. One that takes part in one request only fades where it is. */
function drawnLane({ lane, before, after }: LaneWay, progress: number, rows: ReadonlyMap<number, PlacedRow<Row>>): DrawnLane | undefined {
  const at = (place: Place): Omit<DrawnLane, "lane" | "opacity"> | undefined => {
    const row = rows.get(place.row);
    return row && { x: place.x, width: place.width, y: row.y, height: row.height };
  };
  const from = before && at(before);
  const to = after && at(after);
  const start = from ?? to;
  const end = to ?? from;
  const opacity = from === undefined ? progress : to === undefined ? 1 - progress : 1;
  if (start === undefined || end === undefined || opacity === 0) return undefined;
  const between = (a: number, b: number): number => a + (b - a) * progress;
  return {
    lane,
    opacity,
    x: between(start.x, end.x),
    width: between(start.width, end.width),
    y: between(start.y, end.y),
    height: start.height,
  };
}
