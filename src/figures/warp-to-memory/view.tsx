import { useId } from "preact/hooks";
import { Hatch } from "#pictures/hatch.ts";
import { LaneStrip } from "../drawing/lanes.tsx";
import { MemoryLine, MemoryPieces } from "../drawing/memory-line.tsx";
import type { MemoryRow } from "#pictures/memory-rows.ts";
import type { Picture } from "./model.ts";
import { connectors, placeRows, type PlacedRow } from "./placing.ts";

export interface ViewProps {
  readonly picture: Picture;
  readonly onPoint: (lane: number | undefined) => void;
  readonly onChooseLane?: (lane: number) => void;
  readonly onChooseSector?: (sector: number) => void;
}

/** Warp → sectors → lines: lanes above, memory below, to scale, one cache line a row. */
export function View({ picture, onPoint, onChooseLane, onChooseSector }: ViewProps) {
  const hatch = `hatch-${useId()}`;
  const { rows, height } = placeRows(picture.rows);
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
            {row.firstByte}
          </text>
        ) : (
          <text key={`gap-${row.y}`} x="100%" y={row.y + row.height / 2}>
            ⋮
          </text>
        ),
      )}
    </svg>
  );
}
