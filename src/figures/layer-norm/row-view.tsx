import { WARP_SIZE } from "#simulator";
import type { Strip } from "./model.ts";

interface RowViewProps {
  readonly strips: readonly Strip[];
  readonly label: string;
  readonly onChooseWarp: (warp: number) => void;
  /** Names the gradient of lane colours: unique in the page. */
  readonly gradient: string;
}

const STRIP_HEIGHT = 22;
const PITCH = 32;
/** Enough stops for the lanes' ramp to be itself. */
const STOP_EVERY = 4;

/** Input, weight and output, each as long as the row: what was touched, and what the warps touch now. */
export function RowView({ strips, label, onChooseWarp, gradient }: RowViewProps) {
  const height = strips.length * PITCH;
  return (
    <>
      <svg class="array-names" height={height} aria-hidden="true">
        {strips.map(({ array, stretches }, i) => (
          <text key={array} class={stretches.length > 0 ? "now" : ""} x="100%" y={i * PITCH + STRIP_HEIGHT / 2}>
            {array}
          </text>
        ))}
      </svg>
      <svg class="arrays" width="100%" height={height} role="img" aria-label={label}>
        <LaneGradient id={gradient} />
        {strips.map((strip, i) => (
          <ArrayStrip key={strip.array} strip={strip} y={i * PITCH} gradient={gradient} onChooseWarp={onChooseWarp} />
        ))}
      </svg>
    </>
  );
}

interface ArrayStripProps extends Pick<RowViewProps, "gradient" | "onChooseWarp"> {
  readonly strip: Strip;
  readonly y: number;
}

function ArrayStrip({ strip: { cached, done, stretches }, y, gradient, onChooseWarp }: ArrayStripProps) {
  const box = { y, height: STRIP_HEIGHT };
  return (
    <g>
      <rect class="cached" x="0" width={percent(cached)} {...box} />
      <rect class="done" x="0" width={percent(done)} {...box} />
      {stretches.map(({ warp, from, to, shown }) => (
        <g key={warp} class={shown ? "stretch shown" : "stretch"} onClick={() => onChooseWarp(warp)}>
          <rect x={percent(from)} width={percent(to - from)} fill={`url(#${gradient})`} {...box}>
            <title>{`Warp ${warp}`}</title>
          </rect>
        </g>
      ))}
      <rect class="array-rule" x="0" width="100%" {...box} />
      {stretches.map(
        ({ warp, from, to, shown }) =>
          shown && <rect key={warp} class="shown-rule" x={percent(from)} width={percent(to - from)} y={y - 2} height={STRIP_HEIGHT + 4} />,
      )}
    </g>
  );
}

/** A warp seen from afar: its lanes' colours from the first to the last. */
function LaneGradient({ id }: { readonly id: string }) {
  const stops = Array.from({ length: WARP_SIZE / STOP_EVERY + 1 }, (_, i) => Math.min(i * STOP_EVERY, WARP_SIZE - 1));
  return (
    <defs>
      <linearGradient id={id}>
        {stops.map((lane) => (
          <stop key={lane} offset={lane / (WARP_SIZE - 1)} style={{ stopColor: `var(--lane-${lane})` }} />
        ))}
      </linearGradient>
    </defs>
  );
}

function percent(part: number): string {
  return `${part * 100}%`;
}
