import { rowHeight } from "#pictures/rows.ts";
import { LaneFill, LaneStrip } from "../drawing/lanes.tsx";
import type { Group, Picture } from "./model.ts";

interface ViewProps {
  readonly picture: Picture;
  readonly onPoint: (lane: number | undefined) => void;
}

/** Heights of a band, in CSS pixels: room for a place that is read, the way, and a place that is written. */
const BAND = { page: 330, between: 4, tallest: 44, lowest: 8 };

/** The warp above; below it, for each group of lanes, the wavefronts one under the other: from the banks that are read to those that are written. */
export function View({ picture: { lanes, groups }, onPoint }: ViewProps) {
  const height = rowHeight(Math.max(...groups.map(({ bands }) => bands.length)), BAND);
  return (
    <>
      <LaneStrip lanes={lanes} onPoint={onPoint} />
      <div class={`copies of-${groups.length}`}>
        {groups.map((group) => (
          <Bands key={group.number} group={group} height={height} onPoint={onPoint} />
        ))}
      </div>
    </>
  );
}

function Bands({
  group: { places, bands, label },
  height,
  onPoint,
}: Pick<ViewProps, "onPoint"> & { readonly group: Group; readonly height: number }) {
  const width = 100 / places;
  const pitch = height + BAND.between;
  const cell = Math.max(3, Math.floor(height / 3.2));
  const numbered = cell >= 10;
  return (
    <div class="copy">
      <p>{label}</p>
      <svg width="100%" height={bands.length * pitch} role="img" aria-label={label}>
        {bands.map((band, number) => (
          <g key={number}>
            <rect class="band" x="0" y={number * pitch} width="100%" height={height} />
            {band.map(({ lane, from, to, emphasis }) => (
              <g key={lane} class={`piece ${emphasis}`} onPointerEnter={() => onPoint(lane)} onPointerLeave={() => onPoint(undefined)}>
                <line
                  class="way"
                  x1={`${(from + 0.5) * width}%`}
                  x2={`${(to + 0.5) * width}%`}
                  y1={number * pitch + cell}
                  y2={number * pitch + height - cell}
                  style={{ stroke: `var(--lane-${lane})` }}
                />
                <LaneFill lanes={[lane]} x={from * width} width={width} y={number * pitch} height={cell} numbered={numbered} />
                <LaneFill
                  lanes={[lane]}
                  x={to * width}
                  width={width}
                  y={number * pitch + height - cell}
                  height={cell}
                  numbered={numbered}
                />
              </g>
            ))}
          </g>
        ))}
      </svg>
    </div>
  );
}
