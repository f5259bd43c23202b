import { scaleLog } from "d3-scale";
import { decimal } from "#pictures/format.ts";
import { ticksAt, type ChartFrame } from "../drawing/chart-frame.ts";
import type { Picture } from "./model.ts";
import { attainableGflops, flopRate } from "./roofline.ts";

const WIDTH = 520;
const HEIGHT = 300;
const FRAME: ChartFrame = { width: WIDTH, height: HEIGHT, left: 62, right: WIDTH - 16, top: 16, bottom: HEIGHT - 46 };
/** Domains in FLOP per byte and in GFLOP/s: the same for all devices, so that rooflines can be compared. */
const INTENSITIES: readonly [number, number] = [0.125, 256];
const RATES: readonly [number, number] = [50, 200_000];
const INTENSITY_TICKS = [0.25, 1, 4, 16, 64];
const RATE_TICKS = [100, 1_000, 10_000, 100_000];

const x = scaleLog(INTENSITIES, [FRAME.left, FRAME.right]);
const y = scaleLog(RATES, [FRAME.bottom, FRAME.top]);

/** The roofline of the device and the kernel's points under it: operations per second against operations per byte, on log scales. */
export function RooflineChart({ picture }: { readonly picture: Picture }) {
  const { roofline, points } = picture;
  const shown = points.filter((point) => point.shown);
  const [left, right] = INTENSITIES;
  const atLeft = attainableGflops(roofline, left);
  return (
    <svg class="roofline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={chartCaption(picture)}>
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
        <g key={tileSide} class={shown ? "other shown" : "other"} style={translation(intensity, gflops)}>
          <circle r="3.5" />
          <text x="-9" y="-9">
            {tileSide === 1 ? "no tiles" : `T = ${tileSide}`}
          </text>
        </g>
      ))}
      {shown.map(({ intensity, gflops }) => (
        <g key="kernel" class="kernel" style={translation(intensity, gflops)}>
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
      {ticksAt(INTENSITY_TICKS, x).map(({ at, text }) => (
        <g key={text}>
          <line x1={at} x2={at} y1={FRAME.top} y2={FRAME.bottom} />
          <text x={at} y={FRAME.bottom + 14}>
            {text}
          </text>
        </g>
      ))}
      {ticksAt(RATE_TICKS, y, (rate) => flopRate(rate).replace("FLOP/s", "")).map(({ at, text }) => (
        <g key={text}>
          <line x1={FRAME.left} x2={FRAME.right} y1={at} y2={at} />
          <text class="rate" x={FRAME.left - 8} y={at}>
            {text}
          </text>
        </g>
      ))}
      <text class="axis-name" x={FRAME.right} y={HEIGHT - 10}>
        FLOP per byte
      </text>
      <text class="axis-name rate-name" x="2" y={FRAME.top - 4}>
        FLOP/s
      </text>
    </g>
  );
}

function translation(intensity: number, gflops: number): string {
  return `transform: translate(${x(intensity).toFixed(1)}px, ${y(gflops).toFixed(1)}px)`;
}

function chartCaption({ points, roofline }: Picture): string {
  const kernels = points.map(
    ({ tileSide, intensity, gflops }) =>
      `${tileSide === 1 ? "without tiles" : `with tiles of ${tileSide}`} ${decimal(intensity)} FLOP per byte and at most ${flopRate(gflops)}`,
  );
  return `Roofline with its ridge at ${decimal(roofline.ridge)} FLOP per byte: ${kernels.join("; ")}.`;
}
