import { CACHE_LINE_BYTES, SECTOR_BYTES } from "#simulator";
import { LaneFill } from "../drawing/lanes.tsx";
import type { LineRow } from "#pictures/memory-rows.ts";
import { WINDOW_LINES } from "./alignment-case.ts";

interface StripProps {
  readonly lines: readonly LineRow[];
  readonly y: number;
  readonly height: number;
  readonly hatch: string;
  readonly onPoint: (lane: number | undefined) => void;
}

/** The window of memory as one warp sees it, from left to right, to scale. */
export function Strip({ lines, y, height, hatch, onPoint }: StripProps) {
  return (
    <>
      {lines.map(({ number, firstByte, touched, sectors, pieces }) => (
        <g key={number} class={`line ${touched ? "touched" : "untouched"}`}>
          {sectors.map(({ number, offsetBytes, moved }) => (
            <rect
              key={number}
              class={`sector ${moved ? "carried" : "still"}`}
              x={atByte(firstByte + offsetBytes)}
              y={y}
              width={atByte(SECTOR_BYTES)}
              height={height}
              fill={moved ? `url(#${hatch})` : "none"}
            />
          ))}
          {pieces.map(({ offsetBytes, bytes, lanes, emphasis }) => (
            <g
              key={offsetBytes}
              class={`piece ${emphasis}`}
              onPointerEnter={() => onPoint(lanes[0])}
              onPointerLeave={() => onPoint(undefined)}
            >
              <LaneFill
                lanes={lanes}
                x={percentAt(firstByte + offsetBytes)}
                width={percentAt(bytes)}
                y={y}
                height={height}
                numbered={false}
              />
            </g>
          ))}
          {sectors.map(({ number, offsetBytes }) => (
            <line
              key={number}
              class="sector-edge"
              x1={atByte(firstByte + offsetBytes)}
              x2={atByte(firstByte + offsetBytes)}
              y1={y - 3}
              y2={y + height + 3}
            />
          ))}
          <rect class="line-rule" x={atByte(firstByte)} y={y} width={atByte(CACHE_LINE_BYTES)} height={height} />
        </g>
      ))}
    </>
  );
}

/** A place in the window, in percent of its width. */
function percentAt(byte: number): number {
  return (byte / (WINDOW_LINES * CACHE_LINE_BYTES)) * 100;
}

export function atByte(byte: number): string {
  return `${percentAt(byte)}%`;
}
