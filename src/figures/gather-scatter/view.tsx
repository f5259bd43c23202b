import { CACHE_LINE_BYTES, SECTOR_BYTES, WARP_SIZE } from "#simulator";
import { count, decimal } from "#pictures/format.ts";
import { LANE_STRIP_HEIGHT, LaneFill, LaneStrip } from "../drawing/lanes.tsx";
import { ORDER_NAMES } from "./captions.ts";
import { ELEMENT_BYTES } from "./indexed-requests.ts";
import { ROW_BYTES, type ArrayRow, type IndexChip, type OrderRow, type WarpPanel } from "./model.ts";

/** Heights in CSS pixels. From top to bottom a warp's picture has its cost, lanes, indices, connectors and array. */
const COST_HEIGHT = 20;
const CHIP_HEIGHT = 17;
const FAN_HEIGHT = 24;
const ROW_HEIGHT = 15;
const ROW_PITCH = 18;
const WARP_GAP = 14;

/** Top of a row of the array, from the top of the indices. */
function rowTop(row: number): number {
  return CHIP_HEIGHT + FAN_HEIGHT + row * ROW_PITCH;
}

/** Height of the indices and the array below them. */
function arrayPixels(rows: number): number {
  return rowTop(rows - 1) + ROW_HEIGHT + 2;
}

/** From the top of one warp to the top of the next. */
export function warpPitch(rows: number): number {
  return COST_HEIGHT + LANE_STRIP_HEIGHT + arrayPixels(rows) + WARP_GAP;
}

interface WarpViewProps {
  readonly panel: WarpPanel;
  /** Names the pattern of hatching. */
  readonly hatch: string;
  readonly onPoint: (lane: number | undefined) => void;
}

const LANE_WIDTH = 100 / WARP_SIZE;

/** One warp: its lanes, the index under each, and what they touch of the array. */
export function WarpView({ panel: { warp, cost, lanes, chips, rows }, hatch, onPoint }: WarpViewProps) {
  const height = arrayPixels(rows.length);
  return (
    <div class="warp" role="group" aria-label={`Warp ${warp}`}>
      <p class="warp-cost">
        <b>warp {warp}</b> {cost}
      </p>
      <LaneStrip lanes={lanes} onPoint={onPoint} />
      <svg class="addresses" height={height} aria-hidden="true">
        <text x="100%" y={CHIP_HEIGHT / 2}>
          index
        </text>
        {rows.map(({ firstByte, lines }, row) => (
          <text key={firstByte} class={lines.some((line) => line.touched) ? "touched" : ""} x="100%" y={rowTop(row) + ROW_HEIGHT / 2}>
            {count(firstByte)}
          </text>
        ))}
      </svg>
      <svg class="memory" width="100%" height={height} role="img" aria-label={`Warp ${warp}: ${cost}`}>
        {rows.map((row, i) => (
          <ArrayStrip key={row.firstByte} row={row} y={rowTop(i)} hatch={hatch} />
        ))}
        <g class="connectors">
          {rows.flatMap(({ pieces }, row) =>
            pieces.flatMap(({ offsetBytes, lanes, emphasis }) =>
              lanes.map((lane) => (
                <line
                  key={lane}
                  class={emphasis}
                  x1={`${(lane + 0.5) * LANE_WIDTH}%`}
                  y1={CHIP_HEIGHT}
                  x2={percentOfRow(offsetBytes + ELEMENT_BYTES / 2)}
                  y2={rowTop(row)}
                  style={{ stroke: `var(--lane-${lane})` }}
                />
              )),
            ),
          )}
        </g>
        <g class="asked">
          {rows.map((row, i) => (
            <Pieces key={row.firstByte} row={row} y={rowTop(i)} onPoint={onPoint} />
          ))}
        </g>
        <g class="chips">
          {chips.map((chip) => (
            <Chip key={chip.lane} chip={chip} />
          ))}
        </g>
      </svg>
    </div>
  );
}

/** An index, filled in proportion to how far into the array it points. When the order has changed, it moves here from its old place. */
function Chip({ chip: { lane, element, depth, emphasis, cameFrom } }: { readonly chip: IndexChip }) {
  return (
    <g class={`chip ${emphasis}`} style={{ "--lanes": cameFrom.lanes, "--warps": cameFrom.warps }}>
      <rect x={`${lane * LANE_WIDTH}%`} y="0" width={`${LANE_WIDTH}%`} height={CHIP_HEIGHT} />
      <rect class="depth" x={`${lane * LANE_WIDTH}%`} y={CHIP_HEIGHT * (1 - depth)} width={`${LANE_WIDTH}%`} height={CHIP_HEIGHT * depth} />
      <text class="crowded" x={`${(lane + 0.5) * LANE_WIDTH}%`} y={CHIP_HEIGHT / 2}>
        {element}
      </text>
    </g>
  );
}

interface ArrayStripProps {
  readonly row: ArrayRow;
  /** Its upper edge, in CSS pixels. */
  readonly y: number;
}

/** A row of the array: its sectors, hatched where they move, and its lines. */
function ArrayStrip({ row, y, hatch }: ArrayStripProps & { readonly hatch: string }) {
  return (
    <>
      {row.lines.map(({ number, offsetBytes, touched }) => (
        <g key={number} class={touched ? "line touched" : "line"}>
          {row.sectors
            .filter((sector) => Math.floor(sector.offsetBytes / CACHE_LINE_BYTES) * CACHE_LINE_BYTES === offsetBytes)
            .map((sector) => (
              <rect
                key={sector.number}
                class={`sector ${sector.moved ? "moved" : "still"}`}
                x={percentOfRow(sector.offsetBytes)}
                y={y}
                width={percentOfRow(SECTOR_BYTES)}
                height={ROW_HEIGHT}
                fill={sector.moved ? `url(#${hatch})` : "none"}
              >
                <title>{`Sector ${sector.number}`}</title>
              </rect>
            ))}
          <rect class="line-rule" x={percentOfRow(offsetBytes)} y={y} width={percentOfRow(CACHE_LINE_BYTES)} height={ROW_HEIGHT} />
        </g>
      ))}
    </>
  );
}

interface PiecesProps extends ArrayStripProps {
  readonly onPoint: (lane: number | undefined) => void;
}

/** The elements of a row that lanes ask for, and the sector that is pointed at. */
function Pieces({ row, y, onPoint }: PiecesProps) {
  return (
    <>
      {row.pieces.map(({ element, offsetBytes, lanes, emphasis, clashes }) => {
        const place = { x: percentOfRow(offsetBytes), y, width: percentOfRow(ELEMENT_BYTES), height: ROW_HEIGHT };
        return (
          <g key={element} class={`piece ${emphasis}`} onPointerEnter={() => onPoint(lanes[0])} onPointerLeave={() => onPoint(undefined)}>
            <LaneFill
              lanes={lanes}
              x={(offsetBytes / ROW_BYTES) * 100}
              width={(ELEMENT_BYTES / ROW_BYTES) * 100}
              y={y}
              height={ROW_HEIGHT}
              numbered={false}
            />
            {clashes && <rect class="clash" {...place} y={y + ROW_HEIGHT - 4} height={4} />}
          </g>
        );
      })}
      {row.sectors.map(
        ({ number, offsetBytes, emphasis }) =>
          emphasis === "lit" && (
            <rect
              key={number}
              class="pointed-sector"
              x={percentOfRow(offsetBytes)}
              y={y}
              width={percentOfRow(SECTOR_BYTES)}
              height={ROW_HEIGHT}
            />
          ),
      )}
    </>
  );
}

function percentOfRow(bytes: number): string {
  return `${(bytes / ROW_BYTES) * 100}%`;
}

interface OrdersTableProps {
  readonly orders: readonly OrderRow[];
  /** Length of the index arrays that were timed; undefined: no timing is shown. */
  readonly timedIndices: number | undefined;
  /** The GPU that they were timed on. */
  readonly gpu: string;
}

/** What the same indices cost in each order. */
export function OrdersTable({ orders, timedIndices, gpu }: OrdersTableProps) {
  return (
    <div class="orders">
      <table>
        <thead>
          <tr>
            <th scope="col">indices</th>
            <th scope="col">sectors per request</th>
            <th scope="col">efficiency</th>
            {timedIndices !== undefined && <th scope="col">{gpu}, GB/s</th>}
          </tr>
        </thead>
        <tbody>
          {orders.map(({ order, shown, sectorsPerRequest, efficiency, usefulGBps }) => (
            <tr key={order} class={shown ? "shown" : ""} aria-current={shown}>
              <th scope="row">{ORDER_NAMES[order]}</th>
              <td>{sectorsPerRequest}</td>
              <td>{efficiency}</td>
              {timedIndices !== undefined && <td>{usefulGBps ?? <span class="unmeasured">not timed</span>}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {timedIndices !== undefined && (
        <p>The speed is for a whole kernel, with {decimal(timedIndices / 1e6)} million indices of this kind into as many floats.</p>
      )}
    </div>
  );
}
