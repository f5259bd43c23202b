import { useId } from "preact/hooks";
import { BANK_COUNT, SECTOR_BYTES, WARP_SIZE } from "#simulator";
import { count, pluralize } from "#pictures/format.ts";
import { Hatch } from "#pictures/hatch.ts";
import { BANK_HEADER_HEIGHT, BankColumns, WordCell } from "../drawing/banks.tsx";
import { LaneStrip } from "../drawing/lanes.tsx";
import type { Level } from "./captions.ts";
import { Arrow, LevelBox } from "./parts.tsx";
import type { Cell, Flow, Line, Picture } from "./model.ts";
import type { Floor } from "./scenes.ts";

interface ViewProps {
  readonly picture: Picture;
  readonly floor: Floor;
  /** Changes with every stage, so that what moves is seen to move. */
  readonly stage: string;
  readonly onPoint: (lane: number | undefined) => void;
}

/** The SMs with their lanes and caches above, L2 and DRAM below; between two levels, what crosses. */
export function View({ picture, floor, stage, onPoint }: ViewProps) {
  const { sms, toL2, toDram, banks } = picture;
  const level = (name: Level, lines: readonly Line[], note: string, found: string | undefined) => (
    <LevelBox name={name} note={note} found={found}>
      <Strip key={stage} lines={lines} picture={picture} onPoint={onPoint} />
    </LevelBox>
  );
  const idle = (flow: Flow): Flow => ({ ...flow, direction: "none", blocks: 0, name: "request", bytes: 0 });
  return (
    <div class={`machine floor-${floor}`} role="group" aria-label={picture.title}>
      <div class="machine-sms">
        {sms.map((sm) => (
          <div key={sm.number} class={sm.isAsking ? "machine-sm asking" : "machine-sm"}>
            <p class="machine-name">
              SM {sm.number} <span>{floor < 4 ? "one of many" : "of 132"}</span>
            </p>
            <LaneStrip lanes={sm.lanes} onPoint={onPoint} />
            <div class="machine-memories">
              {floor === 2 && (
                <div>
                  <FlowArrow flow={banks ? sm.asks : idle(sm.asks)} />
                  <SharedMemory banks={banks} onPoint={onPoint} />
                </div>
              )}
              <div>
                <FlowArrow flow={banks ? idle(sm.asks) : sm.asks} />
                {level("L1", sm.l1, "this SM’s cache", sm.isAsking ? picture.found.L1 : undefined)}
              </div>
            </div>
          </div>
        ))}
      </div>
      <FlowArrow flow={toL2} />
      {level("L2", picture.l2, "the cache that all SMs share", picture.found.L2)}
      <FlowArrow
        flow={toDram}
        more={floor >= 3 && picture.dramRows > 0 ? `${pluralize(picture.dramRows, "row")} of DRAM opened` : undefined}
      />
      {level("DRAM", picture.dram, "the GPU’s memory", undefined)}
    </div>
  );
}

/** Width of an arrow's shaft in CSS pixels: its area grows with the bytes. */
function shaftWidth(bytes: number): number {
  return bytes === 0 ? 1 : 2 + Math.min(14, Math.sqrt(bytes) / 3);
}

/** What crosses between two levels: an arrow as wide as the bytes are many, and their number in blocks. */
function FlowArrow({ flow: { direction, blocks, name, bytes }, more }: { readonly flow: Flow; readonly more?: string | undefined }) {
  return (
    <Arrow direction={direction} shaft={shaftWidth(bytes)}>
      {direction !== "none" && <b>{count(blocks)} </b>}
      {name}
      {more !== undefined && <small> · {more}</small>}
    </Arrow>
  );
}

/** Heights in CSS pixels. */
const LINE_HEIGHT = 15;
const ROW_PITCH = 21;
/** The gap beside a line, in percent of the width. */
const LINE_GAP = 0.4;

interface StripProps {
  readonly lines: readonly Line[];
  readonly picture: Pick<Picture, "rows" | "columns">;
  readonly onPoint: (lane: number | undefined) => void;
}

/** The memory of the scene as one level holds it: a few lines to a row, each of four sectors; the same line has the same place at every level. */
function Strip({ lines, picture: { rows, columns }, onPoint }: StripProps) {
  const pitch = 100 / columns;
  const hatch = `hatch-${useId()}`;
  const height = (Math.max(...lines.map(({ row }) => row)) + 1) * ROW_PITCH;
  return (
    <div class="machine-strip">
      <svg class="addresses" height={height} aria-hidden="true">
        {rows.map(({ array, row }) => (
          <text key={array} class="touched" x="100%" y={row * ROW_PITCH + LINE_HEIGHT / 2}>
            {array}
          </text>
        ))}
      </svg>
      <svg width="100%" height={height} aria-hidden="true">
        <Hatch id={hatch} />
        {lines.map(({ number, row, column, cells }) => (
          <svg
            key={number}
            x={`${column * pitch}%`}
            y={row * ROW_PITCH}
            width={`${pitch - LINE_GAP}%`}
            height={ROW_PITCH}
            overflow="visible"
          >
            {cells.map((cell, i) => (
              <SectorCell key={cell.sector} cell={cell} place={i} hatch={hatch} onPoint={onPoint} />
            ))}
            <rect class="line-edge" width="100%" height={LINE_HEIGHT} />
          </svg>
        ))}
      </svg>
    </div>
  );
}

interface SectorCellProps {
  readonly cell: Cell;
  /** Its place in the line, 0 to 3. */
  readonly place: number;
  readonly hatch: string;
  readonly onPoint: (lane: number | undefined) => void;
}

const SECTOR_WIDTH = 25;

function SectorCell({ cell, place, hatch, onPoint }: SectorCellProps) {
  const x = place * SECTOR_WIDTH;
  const isHatched = cell.state === "unasked" || cell.pieces.length > 0;
  return (
    <g class={`machine-sector ${cell.state}${cell.pieces.length > 0 ? " moving" : ""}`}>
      <rect
        class="ground"
        x={`${x}%`}
        width={`${SECTOR_WIDTH}%`}
        height={LINE_HEIGHT}
        style={isHatched ? { fill: `url(#${hatch})` } : undefined}
      />
      {cell.pieces.map(({ offsetBytes, bytes, lanes, emphasis }) => (
        <g key={offsetBytes} class={`piece ${emphasis}`} onPointerEnter={() => onPoint(lanes[0])} onPointerLeave={() => onPoint(undefined)}>
          {lanes.map((lane, i) => (
            <rect
              key={lane}
              class="slice"
              x={`${x + (SECTOR_WIDTH * (offsetBytes + (bytes * i) / lanes.length)) / SECTOR_BYTES}%`}
              width={`${(SECTOR_WIDTH * bytes) / lanes.length / SECTOR_BYTES}%`}
              height={LINE_HEIGHT}
              style={{ fill: `var(--lane-${lane})` }}
            />
          ))}
        </g>
      ))}
      <rect class={cell.isFound ? "edge found" : "edge"} x={`${x}%`} width={`${SECTOR_WIDTH}%`} height={LINE_HEIGHT} />
      {cell.isUnsaved && <rect class="unsaved" x={`${x}%`} y={LINE_HEIGHT - 4} width={`${SECTOR_WIDTH}%`} height="4" />}
      {cell.isMovedByDram && <rect class="dram" x={`${x}%`} y={LINE_HEIGHT + 1} width={`${SECTOR_WIDTH}%`} height="3" />}
    </g>
  );
}

/** Room for as many words as one bank may be asked for, in CSS pixels. */
const STACK_HEIGHT = 96;

/** Shared memory by its banks: the words that the request wants, stacked where they want the same bank. */
function SharedMemory({ banks, onPoint }: { readonly banks: Picture["banks"]; readonly onPoint: (lane: number | undefined) => void }) {
  const height = BANK_HEADER_HEIGHT + STACK_HEIGHT;
  const word = STACK_HEIGHT / WARP_SIZE;
  const columns = banks?.columns ?? Array.from({ length: BANK_COUNT }, (_, bank) => ({ bank, degree: 0 }));
  return (
    <LevelBox name="shared memory" note={`${count(BANK_COUNT)} banks`} found={banks && pluralize(banks.wavefronts, "wavefront")}>
      <svg class="banks" width="100%" height={height} aria-hidden="true">
        <BankColumns banks={columns} height={height} />
        {banks?.words.map(({ bank, place, lanes, emphasis }) => (
          <WordCell
            key={`${bank} ${place}`}
            bank={bank}
            lanes={lanes}
            emphasis={emphasis}
            y={BANK_HEADER_HEIGHT + place * word}
            height={word}
            onEnter={() => onPoint(lanes[0])}
            onLeave={() => onPoint(undefined)}
          />
        ))}
      </svg>
    </LevelBox>
  );
}
