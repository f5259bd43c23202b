import { CACHE_LINE_BYTES, SECTOR_BYTES } from "#simulator";
import { LaneFill } from "../drawing/lanes.tsx";
import { keysPlacing } from "./placing.ts";
import type { Picture } from "./model.ts";

interface KeysViewProps {
  readonly picture: Picture;
  readonly onPoint: (lane: number | undefined) => void;
}

/** K in global memory: a row for each key, to scale, with sectors and lines. */
export function KeysView({ picture, onPoint }: KeysViewProps) {
  const { keys, keyBytes, stage } = picture;
  const { top, rowHeight, height, labelEvery } = keysPlacing(keys.length);
  const x = (bytes: number) => (bytes / keyBytes) * 100;
  const rules = (every: number) => Array.from({ length: keyBytes / every + 1 }, (_, i) => i * every);
  return (
    <div class="panel keys">
      <p>K in global memory, key by key</p>
      <svg class="addresses" height={height} aria-hidden="true">
        <text x="100%" y={top / 2}>
          key
        </text>
        {keys.map(
          ({ key }) =>
            key % labelEvery === 0 && (
              <text key={key} x="100%" y={top + (key + 0.5) * rowHeight}>
                {key}
              </text>
            ),
        )}
      </svg>
      <svg class="memory" width="100%" height={height} role="img" aria-label={`K, key by key: ${picture.sentence}`}>
        <g class="sector-rules">
          {rules(SECTOR_BYTES).map((byte) => (
            <line key={byte} x1={`${x(byte)}%`} x2={`${x(byte)}%`} y1={top} y2={height} />
          ))}
        </g>
        <g class="key-rules">
          {keys.map(({ key }) => (
            <line key={key} x1="0" x2="100%" y1={top + key * rowHeight} y2={top + key * rowHeight} />
          ))}
        </g>
        <g class="line-rules">
          {rules(CACHE_LINE_BYTES).map((byte) => (
            <line key={byte} x1={`${x(byte)}%`} x2={`${x(byte)}%`} y1={top} y2={height} />
          ))}
        </g>
        <g key={stage}>
          {keys.flatMap(({ key, pieces }) =>
            pieces.map(({ lane, offsetBytes, bytes, emphasis }) => (
              <g key={lane} class={`piece ${emphasis}`} onPointerEnter={() => onPoint(lane)} onPointerLeave={() => onPoint(undefined)}>
                <LaneFill
                  lanes={[lane]}
                  x={x(offsetBytes)}
                  width={x(bytes)}
                  y={top + key * rowHeight}
                  height={rowHeight}
                  numbered={rowHeight >= 10 && x(bytes) >= 6}
                />
              </g>
            )),
          )}
        </g>
      </svg>
    </div>
  );
}
