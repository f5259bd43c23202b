import { useId } from "preact/hooks";
import { CACHE_LINE_BYTES, SECTOR_BYTES } from "#simulator";
import { Hatch } from "#pictures/hatch.ts";
import { LaneFill, LaneStrip } from "../drawing/lanes.tsx";
import type { Chip, LineRow, Picture, SectorCell } from "./model.ts";
import { ELEMENT_BYTES } from "./pattern.ts";

/** Where chips are below their lanes. Heights are in CSS pixels, from the top of the drawing below the lanes. */
const HOME_Y = 3;
const CHIP_HEIGHT = 20;
/** The middle of the addresses, which are written upwards. */
const ADDRESS_Y = HOME_Y + CHIP_HEIGHT + 17;
const FIRST_ROW_Y = ADDRESS_Y + 27;
/** A line's row, with room below for the names of its sectors. */
const ROW_PITCH = CHIP_HEIGHT + 18;
/** Room is kept for as many rows as most patterns need, so that the page does not jump when the pattern changes. */
const MIN_ROWS = 2;
const SUPPLY_HEIGHT = 20;

/** A cell, in percent of the width: a lane, or 4 bytes of a line. */
const CELL_PERCENT = 100 / 32;

function rowY(row: number): number {
  return FIRST_ROW_Y + row * ROW_PITCH;
}

/** Where L2 and DRAM begin, below all rows. */
function supplyY(rows: number): number {
  return rowY(Math.max(MIN_ROWS, rows)) + 4;
}

interface ViewProps {
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

/** The labels of the rows: addresses, then lines by number. */
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

/** Below each lane: the place that its chip leaves and returns to, and its address. */
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

interface LineProps {
  readonly line: LineRow;
  readonly y: number;
  /** Where missing sectors come from. */
  readonly supplyY: number;
  readonly shown: Picture["shown"];
  readonly hatch: string;
  readonly onPoint: (lane: number | undefined) => void;
  readonly onChooseSector: (sector: number) => void;
}

/** A line: first a queue of chips, then four sectors to scale, then bytes. */
function Line({ line, y, supplyY, shown, hatch, onPoint, onChooseSector }: LineProps) {
  return (
    <g class="line touched">
      <g class={shown.sectors ? "" : "hidden"}>
        {line.sectors.map((sector) => (
          <Sector
            key={sector.number}
            sector={sector}
            y={y}
            supplyY={supplyY}
            hatch={hatch}
            onChooseSector={onChooseSector}
            arrived={shown.data}
          />
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
          x={x}
          y={y}
          width={width}
          height={CHIP_HEIGHT}
          fill={`url(#${hatch})`}
          style={{ transform: missed && !arrived ? `translateY(${supplyY - y}px)` : "none" }}
        />
      )}
      <rect class={`sector ${state === "untouched" ? "still" : `moved ${emphasis}`}`} x={x} y={y} width={width} height={CHIP_HEIGHT} />
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

interface ChipsProps {
  readonly chips: readonly Chip[];
  readonly onPoint: (lane: number | undefined) => void;
}

/** The lanes' chips. A chip moves by its transform alone; percentages are of the drawing's width. */
function Chips({ chips, onPoint }: ChipsProps) {
  return (
    <g class="chips">
      {chips.map(({ lane, place, turn, emphasis }) => (
        <g
          key={lane}
          class={`chip piece ${emphasis}`}
          style={{
            transform: `translate(${place.cell * CELL_PERCENT}%, ${place.row === undefined ? HOME_Y : rowY(place.row)}px) scaleX(${place.share})`,
            "--turn": turn,
          }}
          onPointerEnter={() => onPoint(lane)}
          onPointerLeave={() => onPoint(undefined)}
        >
          <rect
            class={place.share < 1 ? "slice" : ""}
            width={`${CELL_PERCENT}%`}
            height={CHIP_HEIGHT}
            style={{ fill: `var(--lane-${lane})` }}
          />
          <text
            class={`chip-number${lane % 4 === 0 ? "" : " crowded"}${place.share < 1 ? " hidden" : ""}`}
            x={`${CELL_PERCENT / 2}%`}
            y={CHIP_HEIGHT / 2}
            style={{ fill: `var(--lane-ink-${lane})`, stroke: `var(--lane-${lane})` }}
          >
            {lane}
          </text>
        </g>
      ))}
    </g>
  );
}
