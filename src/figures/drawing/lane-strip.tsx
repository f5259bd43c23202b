import { useRef } from "preact/hooks";
import type { Emphasis } from "./emphasis.ts";

/** One of the 32 cells that stand for the lanes of a warp. */
export interface LaneCell {
  readonly lane: number;
  /** Whether the lane takes part in the request. */
  readonly active: boolean;
  readonly emphasis: Emphasis;
  /** Whether a failed check names this lane. */
  readonly named: boolean;
  /** What the lane does, in words. */
  readonly label: string;
}

interface LaneStripProps {
  readonly lanes: readonly LaneCell[];
  /** Called with the lane that pointer or keyboard is on, and with undefined when it leaves. */
  readonly onPoint: (lane: number | undefined) => void;
  /** Called when a lane is clicked, or Enter or Space is pressed on it. */
  readonly onChoose?: (lane: number) => void;
}

export const LANE_STRIP_HEIGHT = 26;

/** The warp: 32 cells in lane colours. Arrow keys walk along them; Home and End go to the ends. */
export function LaneStrip({ lanes, onPoint, onChoose }: LaneStripProps) {
  const strip = useRef<SVGSVGElement>(null);
  const reachable = Math.max(
    0,
    lanes.findIndex((cell) => cell.emphasis === "lit"),
  );
  const focusLane = (lane: number) => strip.current?.querySelectorAll<SVGGElement>("[role=option]")[lane]?.focus();
  const onKeyDown = (event: KeyboardEvent, lane: number) => {
    const last = lanes.length - 1;
    const targets: Record<string, number> = { ArrowLeft: Math.max(0, lane - 1), ArrowRight: Math.min(last, lane + 1), Home: 0, End: last };
    if (event.key in targets) focusLane(targets[event.key]);
    else if (event.key === "Enter" || event.key === " ") onChoose?.(lane);
    else if (event.key === "Escape") onPoint(undefined);
    else return;
    event.preventDefault();
  };
  const width = 100 / lanes.length;
  return (
    <svg
      ref={strip}
      class="lane-strip"
      width="100%"
      height={LANE_STRIP_HEIGHT}
      role="listbox"
      aria-label="Lanes of the warp"
      aria-orientation="horizontal"
    >
      {lanes.map((cell) => (
        <g
          key={cell.lane}
          role="option"
          tabIndex={cell.lane === reachable ? 0 : -1}
          aria-selected={cell.emphasis === "lit"}
          aria-label={cell.label}
          class={`lane ${cell.emphasis}${cell.active ? "" : " inactive"}${cell.named ? " named" : ""}`}
          onPointerEnter={() => onPoint(cell.lane)}
          onPointerLeave={() => onPoint(undefined)}
          onFocus={() => onPoint(cell.lane)}
          onBlur={() => onPoint(undefined)}
          onClick={() => onChoose?.(cell.lane)}
          onKeyDown={(event) => onKeyDown(event, cell.lane)}
        >
          <rect
            x={`${cell.lane * width}%`}
            y="3"
            width={`${width}%`}
            height={LANE_STRIP_HEIGHT - 6}
            style={cell.active ? { fill: `var(--lane-${cell.lane})` } : undefined}
          />
        </g>
      ))}
      <g class="lane-numbers" aria-hidden="true">
        {lanes.map(({ lane, active, emphasis }) => (
          <text
            key={lane}
            class={`${emphasis}${active ? "" : " inactive"}${lane % 4 === 0 ? "" : " crowded"}`}
            x={`${(lane + 0.5) * width}%`}
            y={LANE_STRIP_HEIGHT / 2}
            style={active ? { fill: `var(--lane-ink-${lane})`, stroke: `var(--lane-${lane})` } : undefined}
          >
            {lane}
          </text>
        ))}
      </g>
    </svg>
  );
}
