import { useRef, useState } from "preact/hooks";
import { laneSlices, cellText, type LaneCell } from "#pictures/lanes.ts";

/** Which lane is pointed at: by pointer or keyboard. */
export interface LanePointing {
  readonly hoveredLane: number | undefined;
  /** Called with the lane, and with undefined when pointer or keyboard leaves it. */
  readonly onPoint: (lane: number | undefined) => void;
}

/** The pointing that a figure shares with another part of the page, or else one of its own. */
export function useLanePointing(shared?: LanePointing): LanePointing {
  const [hoveredLane, onPoint] = useState<number>();
  return shared ?? { hoveredLane, onPoint };
}

interface LaneStripProps {
  readonly lanes: readonly LaneCell[];
  /** Called with the lane that pointer or keyboard is on, and with undefined when it leaves. */
  readonly onPoint: (lane: number | undefined) => void;
  /** Called when a lane is clicked, or Enter or Space is pressed on it. */
  readonly onChoose?: ((lane: number) => void) | undefined;
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
    const targets = new Map([
      ["ArrowLeft", Math.max(0, lane - 1)],
      ["ArrowRight", Math.min(last, lane + 1)],
      ["Home", 0],
      ["End", last],
    ]);
    const target = targets.get(event.key);
    if (target !== undefined) focusLane(target);
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

interface LaneFillProps {
  readonly lanes: readonly number[];
  /** Left edge and width, in percent of the picture's width. */
  readonly x: number;
  readonly width: number;
  readonly y: number;
  readonly height: number;
  /** Whether the picture is wide enough for the lane's number on a large screen. */
  readonly numbered: boolean;
}

/** A cell in its lane's colour; one that several lanes share is cut into as many slices. */
export function LaneFill({ lanes, x, width, y, height, numbered }: LaneFillProps) {
  return (
    <>
      {laneSlices(lanes, x, width).map((slice) => (
        <rect
          key={slice.lane}
          class={lanes.length > 1 ? "slice" : ""}
          x={`${slice.x}%`}
          y={y}
          width={`${slice.width}%`}
          height={height}
          style={{ fill: `var(--lane-${slice.lane})` }}
        />
      ))}
      {numbered && (
        <text
          class="cell-number"
          x={`${x + width / 2}%`}
          y={y + height / 2}
          style={{ fill: `var(--lane-ink-${lanes[0]})`, stroke: `var(--lane-${lanes[0]})` }}
        >
          {cellText(lanes)}
        </text>
      )}
    </>
  );
}
