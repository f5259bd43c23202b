import { CACHE_LINE_BYTES, SECTOR_BYTES, WARP_SIZE } from "#simulator";
import { Hatch } from "#pictures/hatch.ts";
import { LaneFill } from "../drawing/lanes.tsx";
import type { TableRow } from "./captions.ts";
import type { Strip, Zoom } from "./model.ts";

interface RowViewProps {
  readonly strips: readonly Strip[];
  readonly label: string;
  readonly onChooseWarp: (warp: number) => void;
  /** Names the gradient of lane colours: unique in the page. */
  readonly gradient: string;
}

const STRIP_HEIGHT = 22;
const PITCH = 32;
/** The gradient has a stop at every fourth lane. */
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

/** A warp drawn small: its lanes' colours from the first to the last. */
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

interface ZoomViewProps {
  readonly zoom: Zoom;
  readonly label: string;
  readonly onPoint: (lane: number | undefined) => void;
  /** Names the hatching: unique in the page. */
  readonly hatch: string;
}

const FAN_HEIGHT = 26;
const HEIGHT = 26;
/** A lane's number is written in cells of at least this many bytes. */
const NUMBERED_BYTES = 16;

/** 512 bytes of the row, to scale: the sectors and lines of one warp's request. */
export function ZoomView({ zoom, label, onPoint, hatch }: ZoomViewProps) {
  const x = (offsetBytes: number) => (offsetBytes / zoom.bytes) * 100;
  const box = { y: FAN_HEIGHT, height: HEIGHT };
  /** The first sector of each line. */
  const firstSectors = zoom.sectors.filter(({ offsetBytes }) => offsetBytes % CACHE_LINE_BYTES === 0);
  return (
    <>
      <svg class="addresses" height={FAN_HEIGHT + HEIGHT + 2} aria-hidden="true">
        <text class="touched" x="100%" y={FAN_HEIGHT + HEIGHT / 2}>
          {zoom.firstByte}
        </text>
      </svg>
      <svg class="memory" width="100%" height={FAN_HEIGHT + HEIGHT + 2} role="img" aria-label={label}>
        <Hatch id={hatch} />
        {zoom.sectors.map(({ offsetBytes, moved, emphasis }) => (
          <rect
            key={offsetBytes}
            class={`sector ${moved ? "moved" : "still"} ${emphasis}`}
            x={`${x(offsetBytes)}%`}
            width={`${x(SECTOR_BYTES)}%`}
            fill={moved ? `url(#${hatch})` : "none"}
            {...box}
          />
        ))}
        <g class="connectors">
          {zoom.pieces.map(({ lane, offsetBytes, emphasis }) => (
            <line
              key={lane}
              class={emphasis}
              x1={`${((lane + 0.5) / WARP_SIZE) * 100}%`}
              y1="0"
              x2={`${x(offsetBytes + zoom.bytesPerLane / 2)}%`}
              y2={FAN_HEIGHT}
              style={{ stroke: `var(--lane-${lane})` }}
            />
          ))}
        </g>
        {zoom.pieces.map(({ lane, offsetBytes, emphasis }) => (
          <g
            key={lane}
            class={`piece ${emphasis}${zoom.bytesPerLane < NUMBERED_BYTES ? " narrow" : ""}`}
            onPointerEnter={() => onPoint(lane)}
            onPointerLeave={() => onPoint(undefined)}
          >
            <LaneFill
              lanes={[lane]}
              x={x(offsetBytes)}
              width={x(zoom.bytesPerLane)}
              numbered={zoom.bytesPerLane >= NUMBERED_BYTES}
              {...box}
            />
          </g>
        ))}
        {firstSectors.map(({ offsetBytes, moved }) => (
          <g key={offsetBytes} class={moved ? "line touched" : "line"}>
            <rect class="line-rule" x={`${x(offsetBytes)}%`} width={`${x(CACHE_LINE_BYTES)}%`} {...box} />
          </g>
        ))}
      </svg>
    </>
  );
}

/** The kernel's loads and stores, each with its numbers over the whole row. */
export function AccessTable({ rows }: { readonly rows: readonly TableRow[] }) {
  return (
    <div class="access-table sideways" tabIndex={0} role="group" aria-label="Loads and stores of the kernel">
      <table>
        <thead>
          <tr>
            <th scope="col">access</th>
            <th scope="col">requests</th>
            <th scope="col">sectors</th>
            <th scope="col">per request</th>
            <th scope="col">bytes</th>
            <th scope="col">found</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.access} class={row.now ? "now" : ""}>
              <th scope="row">{row.access}</th>
              <td>{row.requests}</td>
              <td>{row.sectors}</td>
              <td>{row.sectorsPerRequest}</td>
              <td>{row.bytes}</td>
              <td class="found">{row.found}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
