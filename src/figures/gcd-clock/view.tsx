import { BANK_COUNT } from "#simulator";
import type { Hand, Hour, Picture } from "./model.ts";
import type { StrideRow } from "./stride.ts";

/** Side of the square that the clock is drawn in; all lengths here are in its units. */
const CLOCK_SIDE = 560;
const CENTRE = CLOCK_SIDE / 2;
/** The circle that the ends of the hands lie on. */
const HAND_RADIUS = 152;
/** The circle of the banks' numbers. */
const NUMBER_RADIUS = 168;
/** Where stacks of lanes begin, and how far they may reach outward. */
const STACK_RADIUS = 182;
const STACK_LENGTH = 76;
const TALLEST_CELL = 16;
const CELL_WIDTH = 26;
/** A lower cell has no room for its lane's number. */
const NUMBERED_CELL = 12;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** How far a bank is turned from the top, clockwise, in degrees. */
function bankAngle(bank: number): number {
  return (360 * bank) / BANK_COUNT;
}

/** A point in a bank's direction. */
function bankPoint(bank: number, radius: number): Point {
  const angle = (bankAngle(bank) * Math.PI) / 180;
  return { x: round(CENTRE + radius * Math.sin(angle)), y: round(CENTRE - radius * Math.cos(angle)) };
}

/** Height of the cells of a stack: the more lanes, the lower. */
function cellHeight(lanes: number): number {
  return Math.min(TALLEST_CELL, STACK_LENGTH / lanes);
}

/** Distance of a cell's middle from the centre of the clock. */
function cellRadius(place: number, lanes: number): number {
  return STACK_RADIUS + (place + 0.5) * cellHeight(lanes);
}

/** Where the degree of a stack is written. */
function degreeRadius(lanes: number): number {
  return STACK_RADIUS + lanes * cellHeight(lanes) + 12;
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}

interface ClockProps {
  readonly picture: Picture;
  readonly strideWords: number;
  /** Whether the figure plays: the newest hand is drawn from its start. */
  readonly playing: boolean;
  readonly onPoint: (pointing: { readonly hoveredLane?: number; readonly hoveredBank?: number }) => void;
}

const HUB_RADIUS = 56;

/** The banks as hours, the warp's walk as a star between them, and the lanes stacked outward at their banks. */
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

interface StrideTableProps {
  readonly rows: readonly StrideRow[];
  readonly onChoose: (strideWords: number) => void;
}

/** Every stride with its divisor, its degree and its time. */
export function StrideTable({ rows, onChoose }: StrideTableProps) {
  return (
    <div class="stride-table">
      <table>
        <thead>
          <tr>
            <th scope="col">stride</th>
            <th scope="col">gcd with {BANK_COUNT}</th>
            <th scope="col">degree</th>
            <th scope="col">µs, H100</th>
            <td aria-hidden="true" />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ strideWords, gcd, degree, microseconds, timeShare, chosen }) => (
            <tr
              key={strideWords}
              data-measured={microseconds !== undefined || undefined}
              aria-current={chosen ? "true" : undefined}
              onClick={() => onChoose(strideWords)}
            >
              <th scope="row">{strideWords}</th>
              <td>{gcd}</td>
              <td>{degree}</td>
              <td>{microseconds === undefined ? <span title="not measured">–</span> : microseconds.toFixed(1)}</td>
              <td class="time" aria-hidden="true">
                <span style={{ transform: `scaleX(${timeShare})` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
