import { useId } from "preact/hooks";
import { CACHE_LINE_BYTES, SECTOR_BYTES } from "#simulator";
import { count, pluralize } from "#pictures/format.ts";
import { Hatch } from "#pictures/hatch.ts";
import { LaneStrip } from "../drawing/lanes.tsx";
import { FIELD_BYTES } from "./walk.ts";
import type { FieldCell, MemoryRow, Picture, SectorCell } from "./model.ts";

interface ViewProps {
  readonly picture: Picture;
  readonly onPoint: (lane: number | undefined) => void;
}

/** A line at its place in the picture. */
interface PlacedRow extends MemoryRow {
  /** Its upper edge, in CSS pixels. */
  readonly top: number;
}

/** The warp above, the records below: one cache line per row, to scale, with a letter in each field. */
export function View({ picture, onPoint }: ViewProps) {
  const hatch = `hatch-${useId()}`;
  const { rows, folds, height } = placed(picture);
  return (
    <div class="strips">
      <LaneStrip lanes={picture.lanes} onPoint={onPoint} />
      <svg class="addresses" height={height} aria-hidden="true">
        {rows.map(({ number, top, firstByte, sectors }) => (
          <text key={number} class={sectors.some((sector) => sector.movedNow) ? "touched" : ""} x="100%" y={top + ROW_HEIGHT / 2}>
            {count(firstByte)}
          </text>
        ))}
        {folds.map(({ firstLine, top }) => (
          <text key={firstLine} x="100%" y={top + ROW_HEIGHT / 2}>
            {firstLine * CACHE_LINE_BYTES}
          </text>
        ))}
      </svg>
      <svg class="memory" width="100%" height={height} role="img" aria-label={picture.sentence}>
        <Hatch id={hatch} />
        {rows.map((row) => (
          <Row key={row.number} row={row} hatch={hatch} />
        ))}
        {folds.map(({ firstLine, lines, top }) => (
          <text key={firstLine} class="fold" x="0" y={top + ROW_HEIGHT / 2}>
            {`… ${lines} lines that no access has read so far`}
          </text>
        ))}
        <Connectors rows={rows} />
        {rows.map((row) => (
          <AskedNow key={row.number} row={row} onPoint={onPoint} />
        ))}
        {rows.map((row) => (
          <Boundaries key={row.number} row={row} />
        ))}
      </svg>
    </div>
  );
}

/** Lines from top to bottom, each fold in the room of one. */
function placed({ rows, folds }: Picture) {
  const foldOf = (line: number) => folds.find(({ firstLine, lines }) => line >= firstLine && line < firstLine + lines);
  const drawn = rows.filter(({ number }) => [undefined, number].includes(foldOf(number)?.firstLine));
  const topOf = (line: number) => FAN_HEIGHT + drawn.findIndex(({ number }) => number === line) * ROW_PITCH;
  return {
    rows: drawn.filter(({ number }) => foldOf(number) === undefined).map((row): PlacedRow => ({ ...row, top: topOf(row.number) })),
    folds: folds.map((fold) => ({ ...fold, top: topOf(fold.firstLine) })),
    height: FAN_HEIGHT + drawn.length * ROW_PITCH,
  };
}

/** A line with its records and moved sectors: everything except the access that is shown. */
function Row({ row, hatch }: { readonly row: PlacedRow; readonly hatch: string }) {
  const y = row.top;
  const movedNow = row.sectors.some((sector) => sector.movedNow);
  return (
    <g class={`line ${movedNow ? "touched" : ""}`}>
      {row.units.map(({ number, offsetBytes, bytes }) => (
        <rect
          key={number}
          class={number % 2 === 0 ? "unit" : "unit odd"}
          x={percentOfLine(offsetBytes)}
          y={y}
          width={percentOfLine(bytes)}
          height={ROW_HEIGHT}
        />
      ))}
      {row.sectors.map(({ number, offsetBytes, timesMoved, movedNow, emphasis }) => (
        <rect
          key={number}
          class={`sector ${timesMoved > 0 ? "moved" : "still"} ${movedNow ? emphasis : ""}`}
          x={percentOfLine(offsetBytes)}
          y={y}
          width={percentOfLine(SECTOR_BYTES)}
          height={ROW_HEIGHT}
          fill={timesMoved > 0 ? `url(#${hatch})` : "none"}
        >
          <title>{`Sector ${number}: moved ${pluralize(timesMoved, "time")}`}</title>
        </rect>
      ))}
      {row.cells.map((cell) => cell.asked !== "now" && <NotAskedNow key={cell.offsetBytes} cell={cell} y={y} />)}
      <Pips sectors={row.sectors} y={y + ROW_HEIGHT} />
    </g>
  );
}

/** Where lines end, and where each record, array or chunk begins. */
function Boundaries({ row: { top: y, units, sectors } }: { readonly row: PlacedRow }) {
  return (
    <g class={`line ${sectors.some((sector) => sector.movedNow) ? "touched" : ""}`}>
      <rect class="line-rule" x="0" y={y} width="100%" height={ROW_HEIGHT} />
      {units.map(
        ({ number, offsetBytes, starts }) =>
          starts && (
            <line
              key={number}
              class="unit-start"
              x1={percentOfLine(offsetBytes)}
              x2={percentOfLine(offsetBytes)}
              y1={y - 3}
              y2={y + ROW_HEIGHT}
            />
          ),
      )}
    </g>
  );
}

function Connectors({ rows }: { readonly rows: readonly PlacedRow[] }) {
  return (
    <g class="connectors">
      {rows.flatMap((row) =>
        row.cells
          .filter((cell) => cell.asked === "now")
          .map(({ field, record, lane, offsetBytes, emphasis }) => (
            <line
              key={`${field}-${record}`}
              class={emphasis}
              x1={percentOfLine((lane + 0.5) * FIELD_BYTES)}
              y1="0"
              x2={percentOfLine(offsetBytes + FIELD_BYTES / 2)}
              y2={row.top}
              style={{ stroke: `var(--lane-${lane})` }}
            />
          )),
      )}
    </g>
  );
}

/** A float that the shown access does not ask for: pale when an earlier access did. */
function NotAskedNow({ cell: { offsetBytes, asked, lane, letter }, y }: { readonly cell: FieldCell; readonly y: number }) {
  return (
    <>
      {asked === "before" && (
        <rect
          class="asked-before"
          x={percentOfLine(offsetBytes)}
          y={y}
          width={percentOfLine(FIELD_BYTES)}
          height={ROW_HEIGHT}
          style={{ fill: `color-mix(in oklab, var(--lane-${lane}) 38%, var(--paper))` }}
        />
      )}
      <text class={`letter ${asked === "before" ? "asked" : ""}`} x={percentOfLine(offsetBytes + FIELD_BYTES / 2)} y={y + ROW_HEIGHT / 2}>
        {letter}
      </text>
    </>
  );
}

interface AskedNowProps {
  readonly row: PlacedRow;
  readonly onPoint: (lane: number | undefined) => void;
}

/** The floats of a line that the access asks for: field and lane. */
function AskedNow({ row, onPoint }: AskedNowProps) {
  const y = row.top;
  return (
    <>
      {row.cells.map(
        ({ field, record, offsetBytes, asked, lane, letter, emphasis }) =>
          asked === "now" && (
            <g
              key={`${field}-${record}`}
              class={`piece ${emphasis}`}
              style={{ "--lane": lane }}
              onPointerEnter={() => onPoint(lane)}
              onPointerLeave={() => onPoint(undefined)}
            >
              <rect
                x={percentOfLine(offsetBytes)}
                y={y}
                width={percentOfLine(FIELD_BYTES)}
                height={ROW_HEIGHT}
                style={{ fill: `var(--lane-${lane})` }}
              />
              <text
                class="letter now"
                x={percentOfLine(offsetBytes + FIELD_BYTES / 2)}
                y={y + ROW_HEIGHT / 2}
                style={{ fill: `var(--lane-ink-${lane})` }}
              >
                {letter}
                <tspan class="crowded">{lane}</tspan>
              </text>
            </g>
          ),
      )}
    </>
  );
}

interface PipsProps {
  readonly sectors: readonly SectorCell[];
  /** Lower edge of the row, in CSS pixels. */
  readonly y: number;
}

/** A sector moves at most once per field, of which there are 8. */
const MAX_PIPS = 8;
const PIP_WIDTH = ((SECTOR_BYTES / CACHE_LINE_BYTES) * 100) / MAX_PIPS;

/** Under each sector one pip per time that it moved: filled for the first, hollow for those that L1 could have saved. */
function Pips({ sectors, y }: PipsProps) {
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

/** Room for the connectors between the lanes and memory. This and the heights below are in CSS pixels. */
const FAN_HEIGHT = 30;
const ROW_HEIGHT = 19;
/** From one row to the next: room for the pips between them. */
const ROW_PITCH = 29;

/** Bytes of a line as a share of the picture's width. */
function percentOfLine(lineBytes: number): string {
  return `${(lineBytes / CACHE_LINE_BYTES) * 100}%`;
}
