import { FIELD_BYTES } from "./layout.ts";
import type { FieldCell, MemoryRow } from "./memory-rows.ts";
import { ROW_HEIGHT, percentOfLine, rowTop } from "./placing.ts";

/** A float that the access does not ask for: pale when an earlier one did. */
export function Waiting({ cell: { offsetBytes, asked, lane, letter }, y }: { readonly cell: FieldCell; readonly y: number }) {
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
  readonly row: MemoryRow;
  readonly onPoint: (lane: number | undefined) => void;
}

/** The floats of a line that the access asks for: field and lane. */
export function AskedNow({ row, onPoint }: AskedNowProps) {
  const y = rowTop(row.number);
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
