import { useId } from "preact/hooks";
import { SECTOR_BYTES } from "#simulator";
import { pluralize } from "#pictures/format.ts";
import { Hatch } from "#pictures/hatch.ts";
import { LaneStrip } from "../drawing/lanes.tsx";
import { FIELD_BYTES } from "./layout.ts";
import { AskedNow, Waiting } from "./field-cells.tsx";
import type { MemoryRow } from "./memory-rows.ts";
import type { Picture } from "./model.ts";
import { Pips } from "./pips.tsx";
import { ROW_HEIGHT, percentOfLine, picturePixels, rowTop } from "./placing.ts";

interface ViewProps {
  readonly picture: Picture;
  readonly onPoint: (lane: number | undefined) => void;
}

/** The warp above, the records below: one cache line a row, to scale, with a letter in each field. */
export function View({ picture, onPoint }: ViewProps) {
  const hatch = `hatch-${useId()}`;
  const height = picturePixels(picture.rows.length);
  return (
    <div class="strips">
      <LaneStrip lanes={picture.lanes} onPoint={onPoint} />
      <svg class="addresses" height={height} aria-hidden="true">
        {picture.rows.map(({ number, firstByte, sectors }) => (
          <text
            key={number}
            class={sectors.some((sector) => sector.movedNow) ? "touched" : ""}
            x="100%"
            y={rowTop(number) + ROW_HEIGHT / 2}
          >
            {firstByte}
          </text>
        ))}
      </svg>
      <svg class="memory" width="100%" height={height} role="img" aria-label={picture.sentence}>
        <Hatch id={hatch} />
        {picture.rows.map((row) => (
          <Row key={row.number} row={row} hatch={hatch} />
        ))}
        <Connectors rows={picture.rows} />
        {picture.rows.map((row) => (
          <AskedNow key={row.number} row={row} onPoint={onPoint} />
        ))}
        {picture.rows.map((row) => (
          <Boundaries key={row.number} row={row} />
        ))}
      </svg>
    </div>
  );
}

/** What lies in a line and what of it has moved: everything but the access that is shown. */
function Row({ row, hatch }: { readonly row: MemoryRow; readonly hatch: string }) {
  const y = rowTop(row.number);
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
      {row.cells.map((cell) => cell.asked !== "now" && <Waiting key={cell.offsetBytes} cell={cell} y={y} />)}
      <Pips sectors={row.sectors} y={y + ROW_HEIGHT} />
    </g>
  );
}

/** Where lines end, and where each record, array or chunk begins. */
function Boundaries({ row: { number, units, sectors } }: { readonly row: MemoryRow }) {
  const y = rowTop(number);
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

function Connectors({ rows }: { readonly rows: readonly MemoryRow[] }) {
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
              y2={rowTop(row.number)}
              style={{ stroke: `var(--lane-${lane})` }}
            />
          )),
      )}
    </g>
  );
}
