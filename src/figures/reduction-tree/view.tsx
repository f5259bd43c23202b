import { BANK_COUNT, WARP_SIZE } from "#simulator";
import { count } from "#pictures/format.ts";
import { BANK_HEADER_HEIGHT, BANK_WIDTH, BankColumns, StackRules } from "../drawing/banks.tsx";
import { LaneFill, LaneStrip } from "../drawing/lanes.tsx";
import { Swatches } from "../drawing/swatches.tsx";
import type { LedgerRow, Picture, WordCell } from "./model.ts";
import type { Addition } from "./tree.ts";

interface ViewProps {
  readonly picture: Picture;
  readonly onPoint: (thread: number | undefined) => void;
}

/** The block's warps above, the words that they add up below, and a table of the levels at the bottom. */
export function View({ picture, onPoint }: ViewProps) {
  const height = rowTop(picture.rows.length);
  return (
    <div class="reduction-tree">
      {picture.warps.map(({ warp, lanes, works }) => (
        <div key={warp} class={works ? "warp" : "warp resting"} role="group" aria-label={`Warp ${warp}`}>
          <span class="warp-name" aria-hidden="true">
            warp {warp}
          </span>
          <LaneStrip lanes={lanes} onPoint={(lane) => onPoint(lane === undefined ? undefined : warp * WARP_SIZE + lane)} />
        </div>
      ))}
      <WordAddresses rows={picture.rows} height={height} />
      <svg class="banks" width="100%" height={height} role="img" aria-label={picture.sentence}>
        <BankColumns banks={picture.banks} height={height} />
        {picture.rows.map((cells, row) => (
          <Words key={row} cells={cells} row={row} onPoint={onPoint} />
        ))}
        <StackRules banks={picture.banks} height={height} />
        <Arcs picture={picture} height={height} />
      </svg>
      <Swatches
        entries={[
          { swatch: "asked into", means: "read and written" },
          { swatch: "asked", means: "read" },
          { swatch: "", means: "added already" },
        ]}
      />
      <Ledger rows={picture.ledger} />
    </div>
  );
}

function WordAddresses({ rows, height }: { readonly rows: Picture["rows"]; readonly height: number }) {
  return (
    <svg class="addresses" height={height} aria-hidden="true">
      <text x="100%" y="9">
        bank
      </text>
      {rows.map((_, row) => (
        <text key={row} class="touched" x="100%" y={rowTop(row) + ROW_HEIGHT / 2}>
          word {row * BANK_COUNT}
        </text>
      ))}
    </svg>
  );
}

interface WordsProps {
  readonly cells: readonly WordCell[];
  readonly row: number;
  readonly onPoint: (thread: number | undefined) => void;
}

function Words({ cells, row, onPoint }: WordsProps) {
  const y = rowTop(row);
  return (
    <>
      {cells.map(({ word, role, thread, emphasis }) => {
        const x = (word % BANK_COUNT) * BANK_WIDTH;
        const rule = <rect class={`word-rule ${role}`} x={`${x}%`} y={y} width={`${BANK_WIDTH}%`} height={ROW_HEIGHT} />;
        if (thread === undefined) return <g key={word}>{rule}</g>;
        return (
          <g key={word} class={`piece ${emphasis}`} onPointerEnter={() => onPoint(thread)} onPointerLeave={() => onPoint(undefined)}>
            <LaneFill lanes={[thread % WARP_SIZE]} x={x} width={BANK_WIDTH} y={y} height={ROW_HEIGHT} numbered />
            {rule}
          </g>
        );
      })}
    </>
  );
}

/** Arcs are drawn in columns by pixels, so that they stretch with the grid. */
function Arcs({ picture, height }: { readonly picture: Picture; readonly height: number }) {
  const placed = picture.arcs.map((arc) => ({ ...arc, ...placeArc(arc) }));
  const stride = picture.ledger.find(({ when }) => when === "now")?.level.stride;
  return (
    <g key={stride} class="arcs">
      <svg width="100%" height={height} viewBox={`0 0 ${BANK_COUNT} ${height}`} preserveAspectRatio="none">
        {placed.map(({ thread, path, emphasis }) => (
          <path key={thread} class={emphasis} d={path} />
        ))}
      </svg>
      {placed.map(({ thread, tipColumn, tipY, emphasis }) => (
        <svg key={thread} class="tip" x={`${tipColumn * BANK_WIDTH}%`} y={tipY}>
          <path class={emphasis} d="M-3,5L0,0L3,5Z" />
        </svg>
      ))}
    </g>
  );
}

/** The tree as a table: one row per level, with the shown one marked. */
function Ledger({ rows }: { readonly rows: readonly LedgerRow[] }) {
  return (
    <table class="ledger">
      <caption>Level by level</caption>
      <thead>
        <tr>
          {["stride", "adds", "warps", "requests", "wavefronts", "conflicts", "degree"].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ level, when }) => (
          <tr key={level.stride} class={when} aria-current={when === "now" ? "step" : undefined}>
            <th scope="row">
              {when === "now" && <span aria-hidden="true">›</span>}
              {count(level.stride)}
            </th>
            <td>{count(level.additions.length)}</td>
            <td>{count(level.warps)}</td>
            <td>{count(level.requests)}</td>
            <td>{count(level.wavefronts)}</td>
            <td class={level.bankConflicts > 0 ? "conflicted" : ""}>{count(level.bankConflicts)}</td>
            <td class={level.conflictDegree > 1 ? "conflicted" : ""}>{count(level.conflictDegree)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** CSS pixels: rows of words, and room for arcs below each row. */
const ROW_HEIGHT = 20;
const ARC_ROOM = 14;
/** How far an arc within a row bends below it; a quadratic curve reaches half as deep as its control point. */
const ARC_BEND = 2 * (ARC_ROOM - 4);
/** How far an arc between rows bends to the side, in columns. */
const ARC_ASIDE = 0.9;

/** Where a row of words begins, from the top of the drawing. */
function rowTop(row: number): number {
  return BANK_HEADER_HEIGHT + row * (ROW_HEIGHT + ARC_ROOM);
}

/** An arc as a path, x in columns, y in pixels, with its end point. */
interface PlacedArc {
  readonly path: string;
  readonly tipColumn: number;
  readonly tipY: number;
}

/** An arc between words of one row bends below the row; one between rows goes from the lower row up to the other. */
function placeArc({ into, from }: Addition): PlacedArc {
  const start = place(from);
  const end = place(into);
  const tipY = rowTop(end.row) + ROW_HEIGHT + 1;
  const middle = (start.column + end.column) / 2;
  const curve =
    start.row === end.row
      ? { startY: tipY, controlX: middle, controlY: tipY + ARC_BEND }
      : {
          startY: rowTop(start.row),
          controlX: middle + (start.row - end.row > 1 ? ARC_ASIDE : 0),
          controlY: (rowTop(start.row) + tipY) / 2,
        };
  const path = `M${start.column},${curve.startY}Q${curve.controlX},${curve.controlY} ${end.column},${tipY}`;
  return { path, tipColumn: end.column, tipY };
}

function place(word: number): { readonly row: number; readonly column: number } {
  return { row: Math.floor(word / BANK_COUNT), column: (word % BANK_COUNT) + 0.5 };
}
