import { BANK_COUNT } from "#simulator";
import { LaneFill } from "../drawing/lanes.tsx";
import { ROW_BYTES, type BankRow } from "./bank-rows.ts";
import type { BankColumn, Picture } from "./model.ts";
import { tilePlacing, type PlacedRow } from "./placing.ts";

interface TileViewProps {
  readonly picture: Picture;
  readonly onPoint: (lane: number | undefined) => void;
}

const COLUMN = 100 / BANK_COUNT;
/** A bank's number is written above every eighth column: there is no room for more. */
const NUMBERED_EVERY = 8;

/** The tile in shared memory: a column for each bank, and a stack where several words of one are wanted at once. */
export function TileView({ picture, onPoint }: TileViewProps) {
  const { top, rows, height } = tilePlacing(picture.rows);
  const bankRows = rows.filter((row) => row.kind === "banks");
  const frames = stacks(picture.banks);
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
                {row.firstByte}
              </text>
            ),
        )}
      </svg>
      <svg class="banks" width="100%" height={height} role="img" aria-label={`The tile, bank by bank: ${picture.sentence}`}>
        {picture.banks.map((bank) => (
          <Bank key={bank.bank} bank={bank} leads={frames.some(({ first }) => first === bank.bank)} top={top} height={height - top} />
        ))}
        {bankRows.map((row) => (
          <Row key={row.number} row={row} />
        ))}
        <g key={picture.stage}>
          {bankRows.map((row) => (
            <Cells key={row.number} row={row} onPoint={onPoint} />
          ))}
        </g>
        {frames.map(({ first, length }) => (
          <rect key={first} class="stack-rule" x={`${first * COLUMN}%`} width={`${length * COLUMN}%`} y={top} height={height - top} />
        ))}
      </svg>
    </div>
  );
}

interface BankProps {
  readonly bank: BankColumn;
  /** Whether it is the first of neighbours in conflict: where there is little room, only that one bears its degree. */
  readonly leads: boolean;
  readonly top: number;
  readonly height: number;
}

function Bank({ bank: { bank, degree }, leads, top, height }: BankProps) {
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
      <rect class="column" x={`${bank * COLUMN}%`} y={top} width={`${COLUMN}%`} height={height} />
    </g>
  );
}

/** A row of words, and where K lies in it. */
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

function Cells({ row, onPoint }: { readonly row: PlacedRow<BankRow>; readonly onPoint: TileViewProps["onPoint"] }) {
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

/** Neighbouring banks in conflict, as one frame. */
function stacks(banks: readonly BankColumn[]): { first: number; length: number }[] {
  const frames: { first: number; length: number }[] = [];
  for (const { bank } of banks.filter(({ degree }) => degree > 1)) {
    const frame = frames.at(-1);
    if (frame && frame.first + frame.length === bank) frame.length++;
    else frames.push({ first: bank, length: 1 });
  }
  return frames;
}
