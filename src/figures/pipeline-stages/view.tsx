import type { Picture } from "./model.ts";
import type { TileTimes } from "./pipeline.ts";

/** Heights in CSS pixels. */
const ROW = { height: 24, pitch: 32 };
const AXIS_HEIGHT = 20;
/** Lanes' colours, one for each tile. */
const colourOf = (tile: number): number => tile * 4;

/** Stages as rows over time: a copy under way is hatched, the work on its tile filled. */
export function View({ picture: { end, stages, sentence } }: { readonly picture: Picture }) {
  const height = stages.length * ROW.pitch + AXIS_HEIGHT;
  const x = (time: number): string => `${(time / end) * 100}%`;
  const step = [1, 2, 5, 10, 20].find((step) => end / step <= 12) ?? 50;
  return (
    <div class="bank-grid">
      <svg class="addresses" height={height} aria-hidden="true">
        {stages.map(({ stage }) => (
          <text key={stage} x="100%" y={stage * ROW.pitch + ROW.height / 2}>
            stage {stage}
          </text>
        ))}
        <text x="100%" y={height - 6}>
          time
        </text>
      </svg>
      <svg class="banks" width="100%" height={height} role="img" aria-label={sentence}>
        {stages.map(({ stage, tiles }) => (
          <g key={stage}>
            <rect class="stage-row" x="0" y={stage * ROW.pitch} width="100%" height={ROW.height} />
            {tiles.map((tile) => (
              <Tile key={tile.tile} tile={tile} y={stage * ROW.pitch} x={x} />
            ))}
          </g>
        ))}
        {Array.from({ length: Math.floor(end / step) + 1 }, (_, i) => i * step).map((time) => (
          <g key={time}>
            <line class="tick" x1={x(time)} x2={x(time)} y1="0" y2={height - AXIS_HEIGHT + 3} />
            <text class="time" x={x(time)} y={height - 6}>
              {time}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

interface TileProps {
  readonly tile: TileTimes;
  readonly y: number;
  readonly x: (time: number) => string;
}

function Tile({ tile: { tile, copy, work }, y, x }: TileProps) {
  const colour = colourOf(tile);
  return (
    <>
      <rect
        class="under-way"
        x={x(copy.from)}
        y={y + 5}
        width={x(copy.to - copy.from)}
        height={ROW.height - 10}
        style={{ stroke: `var(--lane-${colour})` }}
      />
      <rect
        class="landed"
        x={x(copy.to)}
        y={y + ROW.height / 2 - 1}
        width={x(work.from - copy.to)}
        height={2}
        style={{ fill: `var(--lane-${colour})` }}
      />
      <rect
        class="working"
        x={x(work.from)}
        y={y + 1}
        width={x(work.to - work.from)}
        height={ROW.height - 2}
        style={{ fill: `var(--lane-${colour})` }}
      />
      <text
        class="cell-number"
        x={x((work.from + work.to) / 2)}
        y={y + ROW.height / 2}
        style={{ fill: `var(--lane-ink-${colour})`, stroke: `var(--lane-${colour})` }}
      >
        {tile}
      </text>
    </>
  );
}
