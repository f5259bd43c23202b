import { BANK_COUNT } from "../../../grader/simulator/index.ts";
import { LaneFill } from "../drawing/lane-fill.tsx";
import { LaneStrip } from "../drawing/lane-strip.tsx";
import type { GridRow, Picture, WordRow } from "./model.ts";
import { placeRows, type PlacedRow } from "./placing.ts";

interface ViewProps {
  readonly picture: Picture;
  readonly onPoint: (lane: number | undefined) => void;
}

const HEADER_HEIGHT = 34;
const COLUMN = 100 / BANK_COUNT;

/** The warp above, shared memory below: a column for each bank, a row for each 32 words. */
export function View({ picture, onPoint }: ViewProps) {
  const { rows, height } = placeRows(picture.rows, HEADER_HEIGHT);
  return (
    <div class="bank-grid">
      <LaneStrip lanes={picture.lanes} onPoint={onPoint} />
      <Addresses rows={rows} height={height} />
      <svg class="banks" width="100%" height={height} role="img" aria-label={picture.sentence}>
        {picture.banks.map(({ bank, degree }) => (
          <g key={bank} class={degree > 1 ? "bank conflicted" : "bank"}>
            <text class={`bank-number${bank % 4 === 0 ? "" : " crowded"}`} x={`${(bank + 0.5) * COLUMN}%`} y="9">
              {bank}
            </text>
            {degree > 1 && (
              <text class="degree" x={`${(bank + 0.5) * COLUMN}%`} y="24">
                {degree}
              </text>
            )}
            <rect class="column" x={`${bank * COLUMN}%`} y={HEADER_HEIGHT} width={`${COLUMN}%`} height={height - HEADER_HEIGHT} />
          </g>
        ))}
        {rows.map((row) => (row.kind === "words" ? <Words key={row.number} row={row} onPoint={onPoint} /> : null))}
        {picture.banks.map(
          ({ bank, degree }) =>
            degree > 1 && (
              <rect
                key={bank}
                class="stack-rule"
                x={`${bank * COLUMN}%`}
                y={HEADER_HEIGHT - 1}
                width={`${COLUMN}%`}
                height={height - HEADER_HEIGHT}
              />
            ),
        )}
      </svg>
    </div>
  );
}

function Addresses({ rows, height }: { readonly rows: readonly PlacedRow<GridRow>[]; readonly height: number }) {
  return (
    <svg class="addresses" height={height} aria-hidden="true">
      <text x="100%" y="9">
        bank
      </text>
      {rows.map((row) => (
        <text key={row.y} class={row.kind === "words" ? "touched" : ""} x="100%" y={row.y + row.height / 2}>
          {row.kind === "words" ? row.firstByte : "⋮"}
        </text>
      ))}
    </svg>
  );
}

function Words({ row, onPoint }: { readonly row: PlacedRow<WordRow>; readonly onPoint: (lane: number | undefined) => void }) {
  return (
    <>
      {row.cells.map(({ bank, lanes, emphasis }) => (
        <g key={bank} class={`piece ${emphasis}`} onPointerEnter={() => onPoint(lanes[0])} onPointerLeave={() => onPoint(undefined)}>
          <LaneFill lanes={lanes} x={bank * COLUMN} width={COLUMN} y={row.y} height={row.height} numbered={row.height >= 10} />
          <rect class="cell-rule" x={`${bank * COLUMN}%`} y={row.y} width={`${COLUMN}%`} height={row.height} />
        </g>
      ))}
    </>
  );
}
