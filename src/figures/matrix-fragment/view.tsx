import { useMemo, useRef } from "preact/hooks";
import type { Element } from "#simulator/fragments.ts";
import type { Cell, Drawn } from "./model.ts";

interface ViewProps {
  readonly drawn: Drawn;
  readonly pointed: Element | undefined;
  readonly onPoint: (element: Element | undefined) => void;
}

/** Side of a cell, the gap between registers, and the room for the numbers of rows and columns, in units of the drawing. */
const CELL = 24;
const GAP = 1.5;
const HEAD = 18;
/** The side of a cell on the page at most, in rem. */
const WIDEST_CELL = 2.25;

/** The matrix. The arrow keys walk over its elements. */
export function View({ drawn, pointed, onPoint }: ViewProps) {
  const { rows, columns } = drawn;
  const width = HEAD + columns * CELL;
  const height = HEAD + rows * CELL;
  const isByPointer = useRef(false);
  const shapes = useMemo(
    () => drawn.cells.map((cell) => <CellView key={`${cell.row} ${cell.column}`} cell={cell} runsDown={drawn.runsDown} />),
    [drawn],
  );
  const onPointer = (event: PointerEvent): void => {
    isByPointer.current = true;
    const box = (event.currentTarget as SVGSVGElement).getBoundingClientRect();
    const column = Math.floor((((event.clientX - box.left) / box.width) * width - HEAD) / CELL);
    const row = Math.floor((((event.clientY - box.top) / box.height) * height - HEAD) / CELL);
    const isInside = row >= 0 && row < rows && column >= 0 && column < columns;
    onPoint(isInside ? { row, column } : undefined);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { row, column } = pointed ?? { row: 0, column: 0 };
    const targets: Readonly<Record<string, Element>> = {
      ArrowLeft: { row, column: Math.max(0, column - 1) },
      ArrowRight: { row, column: Math.min(columns - 1, column + 1) },
      ArrowUp: { row: Math.max(0, row - 1), column },
      ArrowDown: { row: Math.min(rows - 1, row + 1), column },
      Home: { row, column: 0 },
      End: { row, column: columns - 1 },
    };
    const target = pointed === undefined && event.key.startsWith("Arrow") ? { row: 0, column: 0 } : targets[event.key];
    if (target === undefined && event.key !== "Escape") return;
    isByPointer.current = false;
    onPoint(target);
    event.preventDefault();
  };
  return (
    <div
      class="matrix-fragment"
      role="application"
      aria-roledescription="matrix"
      aria-label={`${drawn.title}. The arrow keys walk over its elements.`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => !isByPointer.current && onPoint(undefined)}
    >
      <svg
        viewBox={`0 0 ${width} ${height}`}
        style={{ width: `min(100%, ${(WIDEST_CELL * width) / CELL}rem)`, aspectRatio: `${width} / ${height}` }}
        aria-hidden="true"
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={({ pointerType }) => isByPointer.current && pointerType !== "touch" && onPoint(undefined)}
      >
        {Array.from({ length: columns }, (_, column) => (
          <text key={`c${column}`} class="place" x={HEAD + (column + 0.5) * CELL} y={HEAD / 2}>
            {column}
          </text>
        ))}
        {Array.from({ length: rows }, (_, row) => (
          <text key={`r${row}`} class="place" x={HEAD / 2} y={HEAD + (row + 0.5) * CELL}>
            {row}
          </text>
        ))}
        {shapes}
        {pointed && pointed.row < rows && pointed.column < columns && (
          <rect class="here" x={HEAD + pointed.column * CELL} y={HEAD + pointed.row * CELL} width={CELL} height={CELL} />
        )}
      </svg>
    </div>
  );
}

/** An element in its lane's colour: what a register holds has no gap between. */
function CellView({ cell, runsDown }: { readonly cell: Cell; readonly runsDown: boolean }) {
  const { row, column, lane, begins, emphasis } = cell;
  const left = HEAD + column * CELL + (begins || runsDown ? GAP : 0);
  const top = HEAD + row * CELL + (begins || !runsDown ? GAP : 0);
  return (
    <g class={`held ${emphasis}`}>
      <rect
        x={left}
        y={top}
        width={HEAD + (column + 1) * CELL - left}
        height={HEAD + (row + 1) * CELL - top}
        style={{ fill: `var(--lane-${lane})` }}
      />
      <text x={HEAD + (column + 0.5) * CELL} y={HEAD + (row + 0.5) * CELL} style={{ fill: `var(--lane-ink-${lane})` }}>
        {lane}
      </text>
    </g>
  );
}
