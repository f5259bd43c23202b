import { useId } from "preact/hooks";
import { CACHE_LINE_BYTES, SECTOR_BYTES } from "../../../grader/simulator/index.ts";
import { Hatch } from "../drawing/hatch.tsx";
import { LaneFill } from "../drawing/lane-fill.tsx";
import { LaneStrip } from "../drawing/lane-strip.tsx";
import { bytes } from "../drawing/format.ts";
import type { LineRow, MemoryRow } from "./memory-rows.ts";
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
            row.kind === "line" ? (
              <Line key={row.number} row={row} hatch={hatch} onPoint={onPoint} onChooseSector={onChooseSector} />
            ) : null,
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
        <g class="asked">{rows.map((row) => (row.kind === "line" ? <Pieces key={row.number} row={row} onPoint={onPoint} /> : null))}</g>
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

interface LineProps {
  readonly row: PlacedRow<LineRow>;
  readonly onPoint: (lane: number | undefined) => void;
  readonly onChooseSector?: (sector: number) => void;
}

function Line({ row, hatch, onChooseSector }: LineProps & { readonly hatch: string }) {
  const { y, height } = row;
  return (
    <g class={`line ${row.touched ? "touched" : "untouched"}`}>
      {row.sectors.map((sector) => (
        <rect
          key={sector.number}
          class={`sector ${sector.moved ? "moved" : "still"} ${sector.emphasis}`}
          x={percentOfLine(sector.offsetBytes)}
          y={y}
          width={percentOfLine(SECTOR_BYTES)}
          height={height}
          fill={sector.moved ? `url(#${hatch})` : "none"}
          onClick={() => onChooseSector?.(sector.number)}
        >
          <title>{`Sector ${sector.number}: bytes ${sector.number * SECTOR_BYTES} to ${(sector.number + 1) * SECTOR_BYTES - 1}`}</title>
        </rect>
      ))}
      {row.dramBlocks.map((block) => (
        <rect
          key={block.offsetBytes}
          class="dram"
          x={percentOfLine(block.offsetBytes)}
          y={y + height}
          width={percentOfLine(block.bytes)}
          height="2.5"
        >
          <title>{`DRAM moves ${bytes(block.bytes)}`}</title>
        </rect>
      ))}
      <rect class="line-rule" x="0" y={y} width="100%" height={height} />
    </g>
  );
}

function Pieces({ row, onPoint }: LineProps) {
  return (
    <>
      {row.pieces.map((piece) => (
        <g
          key={piece.offsetBytes}
          class={`piece ${piece.emphasis}`}
          onPointerEnter={() => onPoint(piece.lanes[0])}
          onPointerLeave={() => onPoint(undefined)}
        >
          <LaneFill
            lanes={piece.lanes}
            x={(piece.offsetBytes / CACHE_LINE_BYTES) * 100}
            width={(piece.bytes / CACHE_LINE_BYTES) * 100}
            y={row.y}
            height={row.height}
            numbered={piece.bytes >= 4 && row.height >= 10}
          />
        </g>
      ))}
    </>
  );
}

function percentOfLine(lineBytes: number): string {
  return `${(lineBytes / CACHE_LINE_BYTES) * 100}%`;
}
