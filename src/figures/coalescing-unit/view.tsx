import { useId } from "preact/hooks";
import { Hatch } from "#pictures/hatch.ts";
import { LaneStrip } from "../drawing/lanes.tsx";
import { Chips } from "./chips.tsx";
import { Line } from "./line.tsx";
import type { Picture } from "./model.ts";
import { ADDRESS_Y, CELL_PERCENT, CHIP_HEIGHT, HOME_Y, SUPPLY_HEIGHT, rowY, supplyY } from "./placing.ts";

export interface ViewProps {
  readonly picture: Picture;
  readonly onPoint: (lane: number | undefined) => void;
  readonly onChooseLane: (lane: number) => void;
  readonly onChooseSector: (sector: number) => void;
}

/** The warp above, the lines that its addresses fall into below, L2 and DRAM at the bottom; chips carry the lanes' requests between them. */
export function View({ picture, onPoint, onChooseLane, onChooseSector }: ViewProps) {
  const hatch = `hatch-${useId()}`;
  const supply = supplyY(picture.lines.length);
  return (
    <div class="unit">
      <p class="instruction">
        <span>1 load instruction</span>
      </p>
      <LaneStrip lanes={picture.lanes} onPoint={onPoint} onChoose={onChooseLane} />
      <Gutter picture={picture} height={supply + SUPPLY_HEIGHT} />
      <svg class="stage" width="100%" height={supply + SUPPLY_HEIGHT + 1} role="img" aria-label={picture.sentence}>
        <Hatch id={hatch} />
        <Homes picture={picture} />
        <g class={picture.shown.lines ? "lines" : "lines hidden"}>
          {picture.lines.map((line, row) => (
            <Line
              key={line.number}
              line={line}
              y={rowY(row)}
              supplyY={supply}
              shown={picture.shown}
              hatch={hatch}
              onPoint={onPoint}
              onChooseSector={onChooseSector}
            />
          ))}
        </g>
        <rect class="supply" x="0" y={supply} width="100%" height={SUPPLY_HEIGHT} />
        <text class="supply-label" x="50%" y={supply + SUPPLY_HEIGHT / 2}>
          {picture.supply}
        </text>
        <Chips chips={picture.chips} onPoint={onPoint} />
      </svg>
    </div>
  );
}

/** What stands in each row: addresses, then lines by number. */
function Gutter({ picture, height }: { readonly picture: Picture; readonly height: number }) {
  return (
    <svg class="addresses" height={height} aria-hidden="true">
      <text x="100%" y={HOME_Y + CHIP_HEIGHT / 2}>
        {picture.stage === "route" ? "gets" : "asks"}
      </text>
      <text x="100%" y={ADDRESS_Y}>
        address
      </text>
      {picture.shown.lines &&
        picture.lines.map(({ number }, row) => (
          <text key={number} class="touched" x="100%" y={rowY(row) + CHIP_HEIGHT / 2}>
            line {number}
          </text>
        ))}
    </svg>
  );
}

/** Below each lane: where its chip sets out and comes home to, and its address. */
function Homes({ picture }: { readonly picture: Picture }) {
  return (
    <g class="homes">
      {picture.lanes.map(({ lane, emphasis }) => (
        <g key={lane} class={emphasis}>
          <rect x={`${lane * CELL_PERCENT}%`} y={HOME_Y} width={`${CELL_PERCENT}%`} height={CHIP_HEIGHT} />
          <svg x={`${(lane + 0.5) * CELL_PERCENT}%`} y={ADDRESS_Y} overflow="visible">
            <text transform="rotate(-90)">{picture.addresses[lane]}</text>
          </svg>
        </g>
      ))}
    </g>
  );
}
