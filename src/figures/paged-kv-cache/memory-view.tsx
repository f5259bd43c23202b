import { useId } from "preact/hooks";
import { CACHE_LINE_BYTES, SECTOR_BYTES } from "#simulator";
import { Hatch } from "#pictures/hatch.ts";
import { LaneFill, LaneStrip } from "../drawing/lanes.tsx";
import type { Picture } from "./model.ts";
import type { LineRow } from "./page-rows.ts";
import { connectors, placeRows, type PlacedRow } from "./placing.ts";

interface MemoryViewProps {
  readonly picture: Picture;
  readonly onPoint: (lane: number | undefined) => void;
}

/** The lanes, and the lines of the touched pages, to scale. */
export function MemoryView({ picture, onPoint }: MemoryViewProps) {
  const hatch = `hatch-${useId()}`;
  const { rows, height } = placeRows(picture.rows);
  return (
    <>
      <LaneStrip lanes={picture.lanes} onPoint={onPoint} />
      <svg class="addresses" height={height} aria-hidden="true">
        {rows.map((row) =>
          row.kind === "line" ? (
            <text key={row.number} class="touched" x="100%" y={row.y + row.height / 2}>
              {row.firstByte}
            </text>
          ) : null,
        )}
      </svg>
      <svg class="memory" width="100%" height={height} role="img" aria-label={picture.sentence}>
        <Hatch id={hatch} />
        {rows.map((row) => (row.kind === "line" ? <Sectors key={row.number} row={row} hatch={hatch} /> : null))}
        <g class="connectors">
          {connectors(rows, picture.lanes.length).map(({ lane, x1, x2, y2, emphasis }) => (
            <line key={lane} class={emphasis} x1={`${x1}%`} y1="0" x2={`${x2}%`} y2={y2} style={{ stroke: `var(--lane-${lane})` }} />
          ))}
        </g>
        {rows.map((row) =>
          row.kind === "page" ? (
            <text key={`page-${row.number}`} class="page-heading" x="0" y={row.y + row.height / 2}>
              {`page ${row.number} · tokens ${row.firstToken} to ${row.lastToken}`}
            </text>
          ) : null,
        )}
        {rows.map((row) => (row.kind === "line" ? <Pieces key={row.number} row={row} onPoint={onPoint} /> : null))}
      </svg>
    </>
  );
}

function Sectors({ row, hatch }: { readonly row: PlacedRow<LineRow>; readonly hatch: string }) {
  return (
    <g class="line touched">
      {row.sectors.map((sector) => (
        <rect
          key={sector.number}
          class={`sector ${sector.moved ? "moved" : "still"} ${sector.emphasis}`}
          x={percentOfLine(sector.offsetBytes)}
          y={row.y}
          width={percentOfLine(SECTOR_BYTES)}
          height={row.height}
          fill={sector.moved ? `url(#${hatch})` : "none"}
        >
          <title>{`Sector ${sector.number}`}</title>
        </rect>
      ))}
      <rect class="line-rule" x="0" y={row.y} width="100%" height={row.height} />
    </g>
  );
}

function Pieces({ row, onPoint }: { readonly row: PlacedRow<LineRow>; readonly onPoint: MemoryViewProps["onPoint"] }) {
  return (
    <>
      {row.pieces.map(({ lane, offsetBytes, bytes, emphasis }) => (
        <g key={lane} class={`piece ${emphasis}`} onPointerEnter={() => onPoint(lane)} onPointerLeave={() => onPoint(undefined)}>
          <LaneFill
            lanes={[lane]}
            x={(offsetBytes / CACHE_LINE_BYTES) * 100}
            width={(bytes / CACHE_LINE_BYTES) * 100}
            y={row.y}
            height={row.height}
            numbered={row.height >= 10}
          />
        </g>
      ))}
    </>
  );
}

function percentOfLine(lineBytes: number): string {
  return `${(lineBytes / CACHE_LINE_BYTES) * 100}%`;
}
