import type { ComponentChildren } from "preact";
import { BANK_COUNT, CACHE_LINE_BYTES, SECTOR_BYTES } from "#simulator";
import { headline, type Reading } from "#pictures/readings.ts";
import { Readings } from "../drawing/figure-frame.tsx";
import type { MatrixPicture, TilePicture } from "./pictures.ts";
import type { CodeLine, Side } from "./model.ts";
import { SIDE, TILE } from "./versions.ts";
import type { Place } from "./scenes.ts";

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

interface TilePanelProps {
  readonly side: Side<TilePicture>;
  /** Whether the block waits at the barrier. */
  readonly atBarrier: boolean;
  readonly onPoint: (lane: number | undefined) => void;
}

/** Room for the tallest tile, the padded one, so that the picture keeps its height. */
const ROWS = TILE + 1;
const NUMBERED_BANKS = [0, 8, 16, 24];

/** The tile in shared memory: one column per bank; a conflict is a stack in one column with its degree above. */
export function TilePanel({ side, atBarrier, onPoint }: TilePanelProps) {
  const { rows, held, spare, words, stacks } = side.picture;
  return (
    <Panel name="tile" about={`${rows} rows of ${BANK_COUNT} banks`} code={side.code} readings={side.readings}>
      <svg class="scale" width="100%" height="14" aria-hidden="true">
        {stacks.length === 0
          ? NUMBERED_BANKS.map((bank) => (
              <text key={bank} x={across(bank)} y="7">
                {bank === 0 ? "bank 0" : bank}
              </text>
            ))
          : stacks.map(({ bank, degree }) => (
              <text key={bank} class="degree" x={across(bank)} y="7">
                {degree} words, bank {bank}
              </text>
            ))}
      </svg>
      <svg class={atBarrier ? "tile at-barrier" : "tile"} role="img" aria-label={side.label}>
        {held.map(({ row, bank, banks }) => (
          <rect key={`${row} ${bank}`} class="done" x={across(bank)} y={down(row)} width={across(banks)} height={down(1)} />
        ))}
        {spare.map(({ row, bank }) => (
          <rect key={`${row} ${bank}`} class="spare" x={across(bank)} y={down(row)} width={across(1)} height={down(1)} />
        ))}
        {NUMBERED_BANKS.map((bank) => (
          <line key={bank} class="sector-edge" x1={across(bank)} x2={across(bank)} y1="0" y2={down(rows)} />
        ))}
        {stacks.map(({ bank }) => (
          <rect key={bank} class="conflicted" x={across(bank)} y="0" width={across(1)} height={down(rows)} />
        ))}
        {words.map(({ lane, row, bank, emphasis }) => (
          <g
            key={lane}
            class={`piece ${emphasis}`}
            data-lane={lane}
            onPointerEnter={() => onPoint(lane)}
            onPointerLeave={() => onPoint(undefined)}
          >
            <rect x={across(bank)} y={down(row)} width={across(1)} height={down(1)} style={{ fill: `var(--lane-${lane})` }} />
          </g>
        ))}
        {stacks.map(({ bank }) => (
          <rect key={bank} class="stack-rule" x={across(bank)} y="0" width={across(1)} height={down(rows)} />
        ))}
        <rect class="outline" x="0" y="0" width="100%" height={down(rows)} />
      </svg>
    </Panel>
  );
}

/** A number of banks, or of rows, as a share of the picture. */
function across(banks: number): string {
  return `${(banks / BANK_COUNT) * 100}%`;
}
function down(rows: number): string {
  return `${(rows / ROWS) * 100}%`;
}

interface PanelProps {
  readonly name: Place;
  /** Its size, in words. */
  readonly about: string;
  readonly code: readonly CodeLine[];
  readonly readings: readonly Reading[];
  /** A scale and a picture. */
  readonly children: ComponentChildren;
}

/** One of the three memories: the code that accesses it, its picture, its counters. */
function Panel({ name, about, code, readings, children }: PanelProps) {
  const shown = headline(readings);
  const others = readings.filter((reading) => !shown.includes(reading));
  return (
    <div class={`panel panel-${name}`}>
      <div class="panel-head">
        <p>
          <strong>{name}</strong> {about}
        </p>
        <ul class="code-lines">
          {code.map(({ op, text, lit }) => (
            <li key={op} class={lit ? "lit" : ""}>
              <span>{op}</span> <code>{text}</code>
            </li>
          ))}
        </ul>
      </div>
      <div class="panel-picture" data-place={name}>
        {children}
      </div>
      <Readings readings={shown} />
      {others.length > 0 && (
        <details>
          <summary>All counts</summary>
          <Readings readings={others} />
        </details>
      )}
    </div>
  );
}
