import { CACHE_LINE_BYTES, SECTOR_BYTES } from "#simulator";
import { LaneFill } from "../drawing/lanes.tsx";
import type { LineRow, SectorCell } from "./line-rows.ts";
import type { Picture } from "./model.ts";
import { ELEMENT_BYTES } from "./pattern.ts";
import { CHIP_HEIGHT } from "./placing.ts";

interface LineProps {
  readonly line: LineRow;
  readonly y: number;
  /** From where missing sectors come. */
  readonly supplyY: number;
  readonly shown: Picture["shown"];
  readonly hatch: string;
  readonly onPoint: (lane: number | undefined) => void;
  readonly onChooseSector: (sector: number) => void;
}

/** A line: first a queue of chips, then four sectors to scale, then bytes. */
export function Line({ line, y, supplyY, shown, hatch, onPoint, onChooseSector }: LineProps) {
  return (
    <g class="line touched">
      <g class={shown.sectors ? "" : "hidden"}>
        {line.sectors.map((sector) => (
          <Sector key={sector.number} {...{ sector, y, supplyY, hatch, onChooseSector }} arrived={shown.data} />
        ))}
      </g>
      <g class={shown.data ? "" : "hidden"}>
        {line.pieces.map(({ offsetBytes, lanes, emphasis }) => (
          <g
            key={offsetBytes}
            class={`piece ${emphasis}`}
            onPointerEnter={() => onPoint(lanes[0])}
            onPointerLeave={() => onPoint(undefined)}
          >
            <LaneFill
              lanes={lanes}
              x={(offsetBytes / CACHE_LINE_BYTES) * 100}
              width={(ELEMENT_BYTES / CACHE_LINE_BYTES) * 100}
              y={y}
              height={CHIP_HEIGHT}
              numbered={true}
            />
          </g>
        ))}
      </g>
      <rect class="line-rule" x="0" y={y} width="100%" height={CHIP_HEIGHT} />
    </g>
  );
}

interface SectorProps extends Pick<LineProps, "y" | "supplyY" | "hatch" | "onChooseSector"> {
  readonly sector: SectorCell;
  readonly arrived: boolean;
}

function Sector({ sector, y, supplyY, hatch, arrived, onChooseSector }: SectorProps) {
  const { number, offsetBytes, state, missed, emphasis } = sector;
  const x = `${(offsetBytes / CACHE_LINE_BYTES) * 100}%`;
  const width = `${(SECTOR_BYTES / CACHE_LINE_BYTES) * 100}%`;
  const middle = `${((offsetBytes + SECTOR_BYTES / 2) / CACHE_LINE_BYTES) * 100}%`;
  const choose = state === "untouched" ? undefined : () => onChooseSector(number);
  return (
    <g class={state.replace(" ", "-")} onClick={choose}>
      {state !== "untouched" && (
        <rect
          class={`sector-data${arrived ? "" : " hidden"}`}
          {...{ x, y, width }}
          height={CHIP_HEIGHT}
          fill={`url(#${hatch})`}
          style={{ transform: missed && !arrived ? `translateY(${supplyY - y}px)` : "none" }}
        />
      )}
      <rect class={`sector ${state === "untouched" ? "still" : `moved ${emphasis}`}`} {...{ x, y, width }} height={CHIP_HEIGHT} />
      {state !== "untouched" && (
        <text class={`sector-label ${emphasis}`} x={middle} y={y + CHIP_HEIGHT + 8}>
          <tspan class="long">sector </tspan>
          {number}
          {arrived && ` · ${state}`}
        </text>
      )}
    </g>
  );
}
