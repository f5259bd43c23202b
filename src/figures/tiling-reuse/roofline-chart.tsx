import { scaleLog } from "d3-scale";
import { decimal } from "#pictures/format.ts";
import type { Picture } from "./model.ts";
import { attainableGflops } from "./roofline.ts";
import { flopRate } from "./units.ts";

const WIDTH = 520;
const HEIGHT = 300;
const MARGIN = { top: 16, right: 16, bottom: 46, left: 62 };
/** FLOP a byte, and GFLOP/s: the same for all devices, so that roofs can be compared. */
const INTENSITIES: readonly [number, number] = [0.125, 256];
const RATES: readonly [number, number] = [50, 200_000];
const INTENSITY_TICKS = [0.25, 1, 4, 16, 64];
const RATE_TICKS = [100, 1_000, 10_000, 100_000];

const x = scaleLog(INTENSITIES, [MARGIN.left, WIDTH - MARGIN.right]);
const y = scaleLog(RATES, [HEIGHT - MARGIN.bottom, MARGIN.top]);

/** Where the kernel stands under the roof of the device: operations a byte against operations a second, both in powers. */
export function RooflineChart({ picture }: { readonly picture: Picture }) {
  const { roofline, points } = picture;
  const shown = points.filter((point) => point.shown);
  const [left, right] = INTENSITIES;
  const atLeft = attainableGflops(roofline, left);
  return (
    <svg class="roofline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={chartWords(picture)}>
      <Axes />
      <path
        class="under-roof"
        d={`M${x(left)},${y(RATES[0])}V${y(atLeft)}L${x(roofline.ridge)},${y(roofline.peakGflops)}H${x(right)}V${y(RATES[0])}Z`}
      />
      {roofline.achievedGBps !== undefined && <AchievedRoof gbps={roofline.achievedGBps} peakGflops={roofline.peakGflops} />}
      <path class="roof" d={`M${x(left)},${y(atLeft)}L${x(roofline.ridge)},${y(roofline.peakGflops)}H${x(right)}`} />
      <line class="ridge" x1={x(roofline.ridge)} x2={x(roofline.ridge)} y1={y(roofline.peakGflops)} y2={y(RATES[0])} />
      <text class="ridge-name" x={x(roofline.ridge) + 6} y={y(RATES[0]) - 12}>
        ridge {decimal(roofline.ridge)}
      </text>
      <text class="roof-name" x={x(right)} y={y(roofline.peakGflops) - 10}>
        {flopRate(roofline.peakGflops)}
      </text>
      {points.map(({ tileSide, intensity, gflops, shown }) => (
        <g key={tileSide} class={shown ? "other shown" : "other"} style={place(intensity, gflops)}>
          <circle r="3.5" />
          <text x="-9" y="-9">
            {tileSide === 1 ? "no tiles" : `T = ${tileSide}`}
          </text>
        </g>
      ))}
      {shown.map(({ intensity, gflops }) => (
        <g key="kernel" class="kernel" style={place(intensity, gflops)}>
          <line x1="0" x2="0" y1="0" y2={y(RATES[0]) - y(gflops)} />
          <circle r="7" />
        </g>
      ))}
    </svg>
  );
}

function AchievedRoof({ gbps, peakGflops }: { readonly gbps: number; readonly peakGflops: number }) {
  const [left] = INTENSITIES;
  return <path class="achieved" d={`M${x(left)},${y(left * gbps)}L${x(peakGflops / gbps)},${y(peakGflops)}`} />;
}

function Axes() {
  return (
    <g class="axes">
      {INTENSITY_TICKS.map((tick) => (
        <g key={tick}>
          <line x1={x(tick)} x2={x(tick)} y1={MARGIN.top} y2={HEIGHT - MARGIN.bottom} />
          <text x={x(tick)} y={HEIGHT - MARGIN.bottom + 14}>
            {tick}
          </text>
        </g>
      ))}
      {RATE_TICKS.map((tick) => (
        <g key={tick}>
          <line x1={MARGIN.left} x2={WIDTH - MARGIN.right} y1={y(tick)} y2={y(tick)} />
          <text class="rate" x={MARGIN.left - 8} y={y(tick)}>
            {flopRate(tick).replace("FLOP/s", "")}
          </text>
        </g>
      ))}
      <text class="axis-name" x={WIDTH - MARGIN.right} y={HEIGHT - 10}>
        FLOP a byte
      </text>
      <text class="axis-name rate-name" x="2" y={MARGIN.top - 4}>
        FLOP/s
      </text>
    </g>
  );
}

function place(intensity: number, gflops: number): string {
  return `transform: translate(${x(intensity).toFixed(1)}px, ${y(gflops).toFixed(1)}px)`;
}

function chartWords({ points, roofline }: Picture): string {
  const kernels = points.map(
    ({ tileSide, intensity, gflops }) =>
      `${tileSide === 1 ? "without tiles" : `with tiles of ${tileSide}`} ${decimal(intensity)} FLOP a byte and at most ${flopRate(gflops)}`,
  );
  return `Roofline with its ridge at ${decimal(roofline.ridge)} FLOP a byte: ${kernels.join("; ")}.`;
}
