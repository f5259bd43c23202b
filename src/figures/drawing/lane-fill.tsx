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
  const slice = width / lanes.length;
  return (
    <>
      {lanes.map((lane, i) => (
        <rect
          key={lane}
          class={lanes.length > 1 ? "slice" : ""}
          x={`${x + i * slice}%`}
          y={y}
          width={`${slice}%`}
          height={height}
          style={{ fill: `var(--lane-${lane})` }}
        />
      ))}
      {numbered && (
        <text
          class="cell-number"
          x={`${x + width / 2}%`}
          y={y + height / 2}
          style={{ fill: `var(--lane-ink-${lanes[0]})`, stroke: `var(--lane-${lanes[0]})` }}
        >
          {lanes.length === 1 ? lanes[0] : `×${lanes.length}`}
        </text>
      )}
    </>
  );
}
