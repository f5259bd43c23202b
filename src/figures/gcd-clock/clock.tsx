import { BANK_COUNT } from "#simulator";
import type { Hand, Hour, Picture } from "./model.ts";
import {
  CELL_WIDTH,
  CENTRE,
  CLOCK_SIDE,
  HAND_RADIUS,
  NUMBERED_CELL,
  NUMBER_RADIUS,
  bankAngle,
  bankPoint,
  cellHeight,
  cellRadius,
  degreeRadius,
} from "./placing.ts";

interface ClockProps {
  readonly picture: Picture;
  readonly strideWords: number;
  /** Whether the figure plays: the newest hand is drawn from its start. */
  readonly playing: boolean;
  readonly onPoint: (pointing: { readonly hoveredLane?: number; readonly hoveredBank?: number }) => void;
}

const HUB_RADIUS = 56;

/** The banks as hours, the warp's walk as a star between them, and the lanes stacked outward where they stand. */
export function Clock({ picture, strideWords, playing, onPoint }: ClockProps) {
  const { hours, hands, closing } = picture;
  return (
    <svg class="clock" viewBox={`0 0 ${CLOCK_SIDE} ${CLOCK_SIDE}`} role="img" aria-label={picture.sentence}>
      <circle class="dial" cx={CENTRE} cy={CENTRE} r={HAND_RADIUS} />
      <g class={playing ? "hands playing" : "hands"}>
        {hands.map((hand) => (
          <HandLine key={hand.lane} hand={hand} newest={hand === hands.at(-1)} />
        ))}
        {closing && <HandLine hand={closing} closing />}
      </g>
      <circle class="hub" cx={CENTRE} cy={CENTRE} r={HUB_RADIUS} />
      <text class="hub-words" x={CENTRE} y={CENTRE - 11}>
        gcd({strideWords}, {BANK_COUNT})
      </text>
      <text class="hub-number" x={CENTRE} y={CENTRE + 14}>
        {picture.gcd}
      </text>
      {hours.map((hour) => (
        <HourStack key={hour.bank} hour={hour} onPoint={onPoint} />
      ))}
    </svg>
  );
}

function HandLine({
  hand,
  newest = false,
  closing = false,
}: {
  readonly hand: Hand;
  readonly newest?: boolean;
  readonly closing?: boolean;
}) {
  const from = bankPoint(hand.fromBank, HAND_RADIUS);
  const to = bankPoint(hand.toBank, HAND_RADIUS);
  return (
    <line
      class={`hand ${hand.emphasis}${newest ? " newest" : ""}${closing ? " closing" : ""}`}
      x1={from.x}
      y1={from.y}
      x2={to.x}
      y2={to.y}
      style={{ stroke: closing ? undefined : `var(--lane-${hand.lane})`, transformOrigin: `${from.x}px ${from.y}px` }}
    />
  );
}

function HourStack({ hour: { bank, lanes, degree }, onPoint }: { readonly hour: Hour; readonly onPoint: ClockProps["onPoint"] }) {
  const dot = bankPoint(bank, HAND_RADIUS);
  const number = bankPoint(bank, NUMBER_RADIUS);
  const tip = bankPoint(bank, degreeRadius(lanes.length));
  const height = cellHeight(Math.max(1, lanes.length));
  return (
    <g class={`hour${lanes.length > 0 ? " reached" : ""}${degree > 1 ? " conflicted" : ""}`}>
      <g class="hour-head" onPointerEnter={() => onPoint({ hoveredBank: bank })} onPointerLeave={() => onPoint({})}>
        <circle class="hour-dot" cx={dot.x} cy={dot.y} r={lanes.length > 0 ? 4.5 : 2.5} />
        <circle class="hour-target" cx={number.x} cy={number.y} r="12" />
        <text class="hour-number" x={number.x} y={number.y}>
          {bank}
        </text>
      </g>
      {lanes.map(({ lane, emphasis }, place) => {
        const middle = bankPoint(bank, cellRadius(place, lanes.length));
        return (
          <g
            key={lane}
            class={`piece ${emphasis}`}
            onPointerEnter={() => onPoint({ hoveredLane: lane })}
            onPointerLeave={() => onPoint({})}
          >
            <rect
              x={middle.x - CELL_WIDTH / 2}
              y={middle.y - height / 2}
              width={CELL_WIDTH}
              height={height}
              transform={`rotate(${bankAngle(bank)} ${middle.x} ${middle.y})`}
              style={{ fill: `var(--lane-${lane})` }}
            />
            {height >= NUMBERED_CELL && (
              <text
                class="cell-number"
                x={middle.x}
                y={middle.y}
                style={{ fill: `var(--lane-ink-${lane})`, stroke: `var(--lane-${lane})` }}
              >
                {lane}
              </text>
            )}
          </g>
        );
      })}
      {degree > 1 && (
        <text class="degree" x={tip.x} y={tip.y}>
          {degree}
        </text>
      )}
    </g>
  );
}
