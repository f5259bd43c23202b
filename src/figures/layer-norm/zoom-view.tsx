import { CACHE_LINE_BYTES, SECTOR_BYTES, WARP_SIZE } from "#simulator";
import { Hatch } from "#pictures/hatch.ts";
import { LaneFill } from "../drawing/lanes.tsx";
import type { Zoom } from "./model.ts";

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
        {Array.from({ length: zoom.bytes / CACHE_LINE_BYTES }, (_, line) => (
          <g key={line} class={zoom.sectors[(line * CACHE_LINE_BYTES) / SECTOR_BYTES].moved ? "line touched" : "line"}>
            <rect class="line-rule" x={`${x(line * CACHE_LINE_BYTES)}%`} width={`${x(CACHE_LINE_BYTES)}%`} {...box} />
          </g>
        ))}
      </svg>
    </>
  );
}
