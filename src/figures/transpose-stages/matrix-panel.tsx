import { CACHE_LINE_BYTES, SECTOR_BYTES } from "#simulator";
import { Panel } from "./panel.tsx";
import type { MatrixPicture } from "./matrix-picture.ts";
import type { Side } from "./model.ts";
import { SIDE, TILE } from "./versions.ts";

interface MatrixPanelProps {
  readonly name: "in" | "out";
  readonly side: Side<MatrixPicture>;
  /** Id of the hatching. */
  readonly hatch: string;
  readonly onPoint: (lane: number | undefined) => void;
}

const ROW_BYTES = SIDE * 4;
const sectorEdges = edges(ROW_BYTES / SECTOR_BYTES);
const lineStarts = [0, ...edges(ROW_BYTES / CACHE_LINE_BYTES)];

/** A matrix in global memory, row by row, to scale: thin rules between sectors, thick ones between lines. */
export function MatrixPanel({ name, side, hatch, onPoint }: MatrixPanelProps) {
  const { done, sectors, pieces } = side.picture;
  return (
    <Panel name={name} about={`${SIDE} × ${SIDE} floats`} code={side.code} readings={side.readings}>
      <svg class="scale" width="100%" height="14" aria-hidden="true">
        {lineStarts.map((share) => (
          <text key={share} x={`${share * 100}%`} y="7">
            {share * ROW_BYTES} B
          </text>
        ))}
      </svg>
      <svg class="matrix" role="img" aria-label={side.label}>
        {done && (
          <rect class="done" x={percent(done.column)} y={percent(done.row)} width={percent(done.columns)} height={percent(done.rows)} />
        )}
        {sectorEdges.map((share) => (
          <line key={share} class="sector-edge" x1={`${share * 100}%`} x2={`${share * 100}%`} y1="0" y2="100%" />
        ))}
        <line class="line-edge" x1={percent(TILE)} x2={percent(TILE)} y1="0" y2="100%" />
        <line class="tile-edge" x1="0" x2="100%" y1={percent(TILE)} y2={percent(TILE)} />
        {sectors.map(({ number, row, column, columns, emphasis }) => (
          <rect
            key={number}
            class={`sector moved ${emphasis}`}
            x={percent(column)}
            y={percent(row)}
            width={percent(columns)}
            height={percent(1)}
            fill={`url(#${hatch})`}
          />
        ))}
        {pieces.map(({ lane, row, column, emphasis }) => (
          <g
            key={lane}
            class={`piece ${emphasis}`}
            data-lane={lane}
            onPointerEnter={() => onPoint(lane)}
            onPointerLeave={() => onPoint(undefined)}
          >
            <rect x={percent(column)} y={percent(row)} width={percent(1)} height={percent(1)} style={{ fill: `var(--lane-${lane})` }} />
          </g>
        ))}
      </svg>
    </Panel>
  );
}

/** A number of elements as a share of the matrix's side. */
function percent(elements: number): string {
  return `${(elements / SIDE) * 100}%`;
}

/** The inner edges between equal parts, as shares of the whole. */
function edges(parts: number): number[] {
  return Array.from({ length: parts - 1 }, (_, i) => (i + 1) / parts);
}
