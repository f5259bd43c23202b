import { BANK_COUNT } from "#simulator";
import type { BankColumn } from "#pictures/banks.ts";
import type { Emphasis } from "#pictures/lanes.ts";
import { LaneFill } from "./lanes.tsx";

/** Room above the words for the number of a bank and its degree, in CSS pixels. */
export const BANK_HEADER_HEIGHT = 34;
/** Width of a bank, in percent of the picture's width. */
export const BANK_WIDTH = 100 / BANK_COUNT;

interface BankColumnsProps {
  readonly banks: readonly BankColumn[];
  /** Height of the whole picture, header included, in CSS pixels. */
  readonly height: number;
}

/** 32 columns with their numbers; a conflict has its degree written above its column. */
export function BankColumns({ banks, height }: BankColumnsProps) {
  return (
    <>
      {banks.map(({ bank, degree }) => (
        <g key={bank} class={degree > 1 ? "bank conflicted" : "bank"}>
          <text class={`bank-number${bank % 4 === 0 ? "" : " crowded"}`} x={`${(bank + 0.5) * BANK_WIDTH}%`} y="9">
            {bank}
          </text>
          {degree > 1 && (
            <text class="degree" x={`${(bank + 0.5) * BANK_WIDTH}%`} y="24">
              {degree}
            </text>
          )}
          <rect
            class="column"
            x={`${bank * BANK_WIDTH}%`}
            y={BANK_HEADER_HEIGHT}
            width={`${BANK_WIDTH}%`}
            height={height - BANK_HEADER_HEIGHT}
          />
        </g>
      ))}
    </>
  );
}

/** The edges of the stacks: around each bank that is in conflict. */
export function StackRules({ banks, height }: BankColumnsProps) {
  return (
    <>
      {banks.map(
        ({ bank, degree }) =>
          degree > 1 && (
            <rect
              key={bank}
              class="stack-rule"
              x={`${bank * BANK_WIDTH}%`}
              y={BANK_HEADER_HEIGHT - 1}
              width={`${BANK_WIDTH}%`}
              height={height - BANK_HEADER_HEIGHT}
            />
          ),
      )}
    </>
  );
}

interface WordCellProps {
  readonly bank: number;
  readonly lanes: readonly number[];
  readonly emphasis: Emphasis;
  /** Top edge and height of the word's row, in CSS pixels. */
  readonly y: number;
  readonly height: number;
  readonly onEnter: () => void;
  readonly onLeave: () => void;
}

/** A touched word in the colours of its lanes. */
export function WordCell({ bank, lanes, emphasis, y, height, onEnter, onLeave }: WordCellProps) {
  return (
    <g class={`piece ${emphasis}`} onPointerEnter={onEnter} onPointerLeave={onLeave}>
      <LaneFill lanes={lanes} x={bank * BANK_WIDTH} width={BANK_WIDTH} y={y} height={height} numbered={height >= 10} />
      <rect class="cell-rule" x={`${bank * BANK_WIDTH}%`} y={y} width={`${BANK_WIDTH}%`} height={height} />
    </g>
  );
}
