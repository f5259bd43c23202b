import { BANK_COUNT } from "#simulator";
import type { Side } from "./model.ts";
import { Panel } from "./panel.tsx";
import type { TilePicture } from "./tile-picture.ts";
import { TILE } from "./versions.ts";

interface TilePanelProps {
  readonly side: Side<TilePicture>;
  /** Whether the block stands at the barrier. */
  readonly atBarrier: boolean;
  readonly onPoint: (lane: number | undefined) => void;
}

/** Room for the tallest tile, the padded one, so that the picture keeps its height. */
const ROWS = TILE + 1;
const NUMBERED_BANKS = [0, 8, 16, 24];

/** The tile in shared memory: a column for each bank; a conflict is a stack in one column with its degree above. */
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
