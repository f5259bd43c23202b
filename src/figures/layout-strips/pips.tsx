import { CACHE_LINE_BYTES, SECTOR_BYTES } from "#simulator";
import type { SectorCell } from "./memory-rows.ts";

interface PipsProps {
  readonly sectors: readonly SectorCell[];
  /** Lower edge of the row, in CSS pixels. */
  readonly y: number;
}

/** A sector moves at most once for each of the 8 fields. */
const MOST_PIPS = 8;
const PIP_WIDTH = ((SECTOR_BYTES / CACHE_LINE_BYTES) * 100) / MOST_PIPS;

/** Under each sector a pip for every time that it moved: full for the first, hollow for what L1 could have saved. */
export function Pips({ sectors, y }: PipsProps) {
  return (
    <g class="pips">
      {sectors.flatMap(({ number, offsetBytes, timesMoved }) =>
        Array.from({ length: timesMoved }, (_, i) => (
          <rect
            key={`${number}-${i}`}
            class={i === 0 ? "pip" : "pip again"}
            x={`${(offsetBytes / CACHE_LINE_BYTES) * 100 + (i + 0.14) * PIP_WIDTH}%`}
            y={y + 2}
            width={`${PIP_WIDTH * 0.72}%`}
            height="3.5"
          />
        )),
      )}
    </g>
  );
}
