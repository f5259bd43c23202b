import { CACHE_LINE_BYTES, SECTOR_BYTES } from "#simulator";
import { LaneFill } from "../drawing/lanes.tsx";
import { ROW_BYTES, type ArrayRow } from "./array-rows.ts";
import { ELEMENT_BYTES } from "./indexed-requests.ts";
import { ROW_HEIGHT } from "./placing.ts";

interface ArrayStripProps {
  readonly row: ArrayRow;
  /** Its upper edge, in CSS pixels. */
  readonly y: number;
}

/** A row of the array: its sectors, hatched where they move, and its lines. */
export function ArrayStrip({ row, y, hatch }: ArrayStripProps & { readonly hatch: string }) {
  return (
    <>
      {row.lines.map(({ number, offsetBytes, touched }) => (
        <g key={number} class={touched ? "line touched" : "line"}>
          {row.sectors
            .filter((sector) => Math.floor(sector.offsetBytes / CACHE_LINE_BYTES) * CACHE_LINE_BYTES === offsetBytes)
            .map((sector) => (
              <rect
                key={sector.number}
                class={`sector ${sector.moved ? "moved" : "still"}`}
                x={percentOfRow(sector.offsetBytes)}
                y={y}
                width={percentOfRow(SECTOR_BYTES)}
                height={ROW_HEIGHT}
                fill={sector.moved ? `url(#${hatch})` : "none"}
              >
                <title>{`Sector ${sector.number}`}</title>
              </rect>
            ))}
          <rect class="line-rule" x={percentOfRow(offsetBytes)} y={y} width={percentOfRow(CACHE_LINE_BYTES)} height={ROW_HEIGHT} />
        </g>
      ))}
    </>
  );
}

interface PiecesProps extends ArrayStripProps {
  readonly onPoint: (lane: number | undefined) => void;
}

/** The elements of a row that lanes ask for, and the sector that is pointed at. */
export function Pieces({ row, y, onPoint }: PiecesProps) {
  return (
    <>
      {row.pieces.map(({ element, offsetBytes, lanes, emphasis, clashes }) => {
        const place = { x: percentOfRow(offsetBytes), y, width: percentOfRow(ELEMENT_BYTES), height: ROW_HEIGHT };
        return (
          <g key={element} class={`piece ${emphasis}`} onPointerEnter={() => onPoint(lanes[0])} onPointerLeave={() => onPoint(undefined)}>
            <LaneFill
              lanes={lanes}
              x={(offsetBytes / ROW_BYTES) * 100}
              width={(ELEMENT_BYTES / ROW_BYTES) * 100}
              y={y}
              height={ROW_HEIGHT}
              numbered={false}
            />
            {clashes && <rect class="clash" {...place} y={y + ROW_HEIGHT - 4} height={4} />}
          </g>
        );
      })}
      {row.sectors.map(
        ({ number, offsetBytes, emphasis }) =>
          emphasis === "lit" && (
            <rect
              key={number}
              class="pointed-sector"
              x={percentOfRow(offsetBytes)}
              y={y}
              width={percentOfRow(SECTOR_BYTES)}
              height={ROW_HEIGHT}
            />
          ),
      )}
    </>
  );
}

export function percentOfRow(bytes: number): string {
  return `${(bytes / ROW_BYTES) * 100}%`;
}
