import type { Chip } from "./model.ts";
import { CELL_PERCENT, CHIP_HEIGHT, HOME_Y, rowY } from "./placing.ts";

interface ChipsProps {
  readonly chips: readonly Chip[];
  readonly onPoint: (lane: number | undefined) => void;
}

/** The lanes' requests on their way. A chip moves by its transform alone; percentages count from the drawing's width. */
export function Chips({ chips, onPoint }: ChipsProps) {
  return (
    <g class="chips">
      {chips.map(({ lane, place, turn, emphasis }) => (
        <g
          key={lane}
          class={`chip piece ${emphasis}`}
          style={{
            transform: `translate(${place.cell * CELL_PERCENT}%, ${place.row === undefined ? HOME_Y : rowY(place.row)}px) scaleX(${place.share})`,
            "--turn": turn,
          }}
          onPointerEnter={() => onPoint(lane)}
          onPointerLeave={() => onPoint(undefined)}
        >
          <rect
            class={place.share < 1 ? "slice" : ""}
            width={`${CELL_PERCENT}%`}
            height={CHIP_HEIGHT}
            style={{ fill: `var(--lane-${lane})` }}
          />
          <text
            class={`chip-number${lane % 4 === 0 ? "" : " crowded"}${place.share < 1 ? " hidden" : ""}`}
            x={`${CELL_PERCENT / 2}%`}
            y={CHIP_HEIGHT / 2}
            style={{ fill: `var(--lane-ink-${lane})`, stroke: `var(--lane-${lane})` }}
          >
            {lane}
          </text>
        </g>
      ))}
    </g>
  );
}
