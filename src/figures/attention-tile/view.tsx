import { count } from "#pictures/format.ts";
import { BANK_COUNT, CACHE_LINE_BYTES, SECTOR_BYTES } from "#simulator";
import type { BankColumn } from "#pictures/banks.ts";
import { placeRows, type PlacedRow } from "#pictures/rows.ts";
import { LaneFill } from "../drawing/lanes.tsx";
import { ROW_BYTES, type BankRow, type Picture, type TileRow } from "./model.ts";

/** Heights in CSS pixels. Room above both panels: the numbers of banks and the degrees of conflicts. */
const TOP = 32;
const ROWS_HEIGHT = 32 * 11;
const TALLEST_ROW = 22;
const GAP_HEIGHT = 3;

interface KeysViewProps {
  readonly picture: Picture;
  readonly onPoint: (lane: number | undefined) => void;
}

/** K in global memory: one row per key, to scale, with sectors and lines. Its rows are as high as 32 rows of banks. */
export function KeysView({ picture, onPoint }: KeysViewProps) {
  const { keys, keyBytes, stage } = picture;
  const rowHeight = ROWS_HEIGHT / keys.length;
  const height = TOP + ROWS_HEIGHT + 1;
  const labelEvery = keys.length / 8;
  const x = (bytes: number) => (bytes / keyBytes) * 100;
  const rules = (every: number) => Array.from({ length: keyBytes / every + 1 }, (_, i) => i * every);
  return (
    <div class="panel keys">
      <p>K in global memory, key by key</p>
      <svg class="addresses" height={height} aria-hidden="true">
        <text x="100%" y={TOP / 2}>
          key
        </text>
        {keys.map(
          ({ key }) =>
            key % labelEvery === 0 && (
              <text key={key} x="100%" y={TOP + (key + 0.5) * rowHeight}>
                {key}
              </text>
            ),
        )}
      </svg>
      <svg class="memory" width="100%" height={height} role="img" aria-label={`K, key by key: ${picture.sentence}`}>
        <g class="sector-rules">
          {rules(SECTOR_BYTES).map((byte) => (
            <line key={byte} x1={`${x(byte)}%`} x2={`${x(byte)}%`} y1={TOP} y2={height} />
          ))}
        </g>
        <g class="key-rules">
          {keys.map(({ key }) => (
            <line key={key} x1="0" x2="100%" y1={TOP + key * rowHeight} y2={TOP + key * rowHeight} />
          ))}
        </g>
        <g class="line-rules">
          {rules(CACHE_LINE_BYTES).map((byte) => (
            <line key={byte} x1={`${x(byte)}%`} x2={`${x(byte)}%`} y1={TOP} y2={height} />
          ))}
        </g>
        <g key={stage}>
          {keys.flatMap(({ key, pieces }) =>
            pieces.map(({ lane, offsetBytes, bytes, emphasis }) => (
              <g key={lane} class={`piece ${emphasis}`} onPointerEnter={() => onPoint(lane)} onPointerLeave={() => onPoint(undefined)}>
                <LaneFill
                  lanes={[lane]}
                  x={x(offsetBytes)}
                  width={x(bytes)}
                  y={TOP + key * rowHeight}
                  height={rowHeight}
                  numbered={rowHeight >= 10 && x(bytes) >= 6}
                />
              </g>
            )),
          )}
        </g>
      </svg>
    </div>
  );
}

interface TileViewProps {
  readonly picture: Picture;
  readonly onPoint: (lane: number | undefined) => void;
}

const COLUMN = 100 / BANK_COUNT;
/** A bank's number is written above every eighth column: there is no room for more. */
const NUMBERED_EVERY = 8;

/** The tile in shared memory: one column per bank, and a frame around banks that are asked for several words at once. */
export function TileView({ picture, onPoint }: TileViewProps) {
  const { rows, bottom } = placedRows(picture.rows);
  const height = bottom + 1;
  const bankRows = rows.filter((row) => row.kind === "banks");
  const { conflicts } = picture;
  return (
    <div class="panel tile">
      <p>The tile in shared memory, bank by bank</p>
      <svg class="addresses" height={height} aria-hidden="true">
        <text x="100%" y="8">
          bank
        </text>
        {bankRows.map(
          (row, i) =>
            (i % 4 === 0 || bankRows.length <= 16) && (
              <text key={row.number} x="100%" y={row.y + row.height / 2}>
                {count(row.firstByte)}
              </text>
            ),
        )}
      </svg>
      <svg class="banks" width="100%" height={height} role="img" aria-label={`The tile, bank by bank: ${picture.sentence}`}>
        {picture.banks.map((bank) => (
          <Bank key={bank.bank} bank={bank} leads={conflicts.some(({ first }) => first === bank.bank)} height={height - TOP} />
        ))}
        {bankRows.map((row) => (
          <Row key={row.number} row={row} />
        ))}
        <g key={picture.stage}>
          {bankRows.map((row) => (
            <RowCells key={row.number} row={row} onPoint={onPoint} />
          ))}
        </g>
        {conflicts.map(({ first, length }) => (
          <rect key={first} class="stack-rule" x={`${first * COLUMN}%`} width={`${length * COLUMN}%`} y={TOP} height={height - TOP} />
        ))}
      </svg>
    </div>
  );
}

/** Rows of banks below one another, as high as there is room. */
function placedRows(rows: readonly TileRow[]) {
  const bankRows = rows.filter((row) => row.kind === "banks").length;
  const room = ROWS_HEIGHT - (rows.length - bankRows) * GAP_HEIGHT;
  const height = Math.min(TALLEST_ROW, room / bankRows);
  return placeRows(rows, { top: TOP, between: 0, heightOf: (row) => (row.kind === "banks" ? height : GAP_HEIGHT) });
}

interface BankProps {
  readonly bank: BankColumn;
  /** Whether it is the first of neighbouring banks in conflict: on a small screen only that one shows its degree. */
  readonly leads: boolean;
  readonly height: number;
}

function Bank({ bank: { bank, degree }, leads, height }: BankProps) {
  const x = `${(bank + 0.5) * COLUMN}%`;
  return (
    <g class={degree > 1 ? "bank conflicted" : "bank"}>
      {bank % NUMBERED_EVERY === 0 && (
        <text class="bank-number" x={x} y="8">
          {bank}
        </text>
      )}
      {degree > 1 && (
        <text class={leads ? "degree" : "degree crowded"} x={x} y="22">
          {degree}
        </text>
      )}
      <rect class="column" x={`${bank * COLUMN}%`} y={TOP} width={`${COLUMN}%`} height={height} />
    </g>
  );
}

/** A row of words, and which of its bytes hold K. */
function Row({ row }: { readonly row: PlacedRow<BankRow> }) {
  return (
    <>
      <rect class="row-rule" x="0" width="100%" y={row.y} height={row.height} />
      {row.held.map(({ offsetBytes, bytes }) => (
        <rect
          key={offsetBytes}
          class="held"
          x={`${(offsetBytes / ROW_BYTES) * 100}%`}
          width={`${(bytes / ROW_BYTES) * 100}%`}
          y={row.y}
          height={row.height}
        />
      ))}
    </>
  );
}

function RowCells({ row, onPoint }: { readonly row: PlacedRow<BankRow>; readonly onPoint: TileViewProps["onPoint"] }) {
  return (
    <>
      {row.cells.map(({ firstBank, banks, lanes, emphasis }) => (
        <g key={firstBank} class={`piece ${emphasis}`} onPointerEnter={() => onPoint(lanes[0])} onPointerLeave={() => onPoint(undefined)}>
          <LaneFill
            lanes={lanes}
            x={firstBank * COLUMN}
            width={banks * COLUMN}
            y={row.y}
            height={row.height}
            numbered={row.height >= 10 && banks > 1}
          />
        </g>
      ))}
    </>
  );
}
