import { WARP_SIZE } from "#simulator";
import { LaneStrip } from "../drawing/lanes.tsx";
import { ArrayStrip, Pieces, percentOfRow } from "./array-strip.tsx";
import { ELEMENT_BYTES } from "./indexed-requests.ts";
import type { IndexChip, WarpPanel } from "./model.ts";
import { CHIP_HEIGHT, ROW_HEIGHT, arrayPixels, rowTop } from "./placing.ts";

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
            {firstByte}
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

/** An index, filled as high as it points far into the array. When the order has changed it travels here from where it stood. */
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
