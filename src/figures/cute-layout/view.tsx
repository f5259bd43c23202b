import { PLACES, type Picture } from "./model.ts";

interface ViewProps {
  readonly picture: Picture;
  readonly onPoint: (row: number, column: number) => void;
}

/** Height of a cell, in CSS pixels. */
const CELL_HEIGHT = 26;
const HEADER_HEIGHT = 16;

/** The coordinates as a grid, each with its offset, in the colour of the banks that a piece of 16 bytes there would lie in. */
export function View({ picture: { cells, sentence }, onPoint }: ViewProps) {
  const columns = cells[0]?.length ?? 1;
  const width = 100 / columns;
  const height = HEADER_HEIGHT + cells.length * CELL_HEIGHT + 1;
  return (
    <div class="bank-grid">
      <svg class="addresses" height={height} aria-hidden="true">
        {cells.map((_, row) => (
          <text key={row} x="100%" y={HEADER_HEIGHT + (row + 0.5) * CELL_HEIGHT}>
            {row}
          </text>
        ))}
      </svg>
      <svg class="banks" width="100%" height={height} role="img" aria-label={sentence}>
        {Array.from({ length: columns }, (_, column) => (
          <text key={column} class="bank-number" x={`${(column + 0.5) * width}%`} y="8">
            {column}
          </text>
        ))}
        {cells.flat().map(({ row, column, offset, place, emphasis }) => {
          const colour = place * (32 / PLACES);
          const box = { x: `${column * width}%`, y: HEADER_HEIGHT + row * CELL_HEIGHT, width: `${width}%`, height: CELL_HEIGHT };
          return (
            <g key={`${row} ${column}`} class={`piece ${emphasis}`} onPointerEnter={() => onPoint(row, column)}>
              <rect {...box} style={{ fill: `var(--lane-${colour})` }} />
              <text
                class="cell-number"
                x={`${(column + 0.5) * width}%`}
                y={box.y + CELL_HEIGHT / 2}
                style={{ fill: `var(--lane-ink-${colour})`, stroke: `var(--lane-${colour})` }}
              >
                {offset}
              </text>
              <rect class="cell-rule" {...box} />
            </g>
          );
        })}
      </svg>
    </div>
  );
}
