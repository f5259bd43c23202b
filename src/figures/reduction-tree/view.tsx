import { BANK_COUNT, WARP_SIZE } from "#simulator";
import { BANK_WIDTH, BankColumns, StackRules } from "../drawing/banks.tsx";
import { LaneFill, LaneStrip } from "../drawing/lanes.tsx";
import { Swatches } from "../drawing/swatches.tsx";
import { Ledger } from "./ledger.tsx";
import type { Picture, WordCell } from "./model.ts";
import { ROW_HEIGHT, gridHeight, placeArc, rowTop } from "./placing.ts";

interface ViewProps {
  readonly picture: Picture;
  readonly onPoint: (thread: number | undefined) => void;
}

/** The block's warps above, the words that they add up below, the tree as a table at the foot. */
export function View({ picture, onPoint }: ViewProps) {
  const height = gridHeight(picture.rows.length);
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
      {rows.map(([first], row) => (
        <text key={first.word} class="touched" x="100%" y={rowTop(row) + ROW_HEIGHT / 2}>
          word {first.word}
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

/** Arcs live in a coordinate system of columns by pixels, so that they stretch with the grid. */
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
