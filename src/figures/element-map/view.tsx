import { useMemo, useRef } from "preact/hooks";
import type { ElementFate } from "#judge/element-fates.ts";
import { fateOfCell, type ElementPicture, type MapCell } from "./model.ts";

interface ViewProps {
  readonly drawn: ElementPicture;
  /** Whether cells stand for many elements. */
  readonly isDensity: boolean;
  readonly pointed: number | undefined;
  /** The cell of the element whose way is shown. */
  readonly followed?: number | undefined;
  readonly onPoint: (cell: number | undefined) => void;
  readonly onChoose: (cell: MapCell) => void;
}

/** Side of a cell, in units of the drawing. */
const CELL = 10;
/** What the map may take of a window's height, in rem. */
const HIGHEST = 30;
/** Around each square of a density map. */
const GAP = 0.6;
/** Around each element, where a row has at most so many; in longer rows the elements touch, because gaps thinner than a pixel shimmer. */
const MOST_COLUMNS_WITH_GAPS = 40;

/** What is drawn on an element of each fate, in a square of 10 units: not by colour alone. */
const SYMBOLS: Partial<Record<ElementFate, string>> = {
  missing: "m3.2 5h3.6",
  wrong: "m2.6 2.6l4.8 4.8m0-4.8l-4.8 4.8",
  twice: "m2.4 3.6h5.2m-5.2 2.8h5.2",
  outside: "m5 2.2v3.4m0 1.6v.8",
  misaligned: "m2.6 3.2h3.6m-2.4 3.6h3.6",
};

/** The grid. The arrow keys walk over its cells, Enter chooses one. */
export function View({ drawn, isDensity, pointed, followed, onPoint, onChoose }: ViewProps) {
  const { rows, columns, cells } = drawn;
  const shapes = useMemo(() => (isDensity ? densities(cells, columns) : elements(cells, columns)), [cells, columns, isDensity]);
  // A pointer that leaves, or that the page moves away from, takes nothing from the keys. A finger leaves with every tap.
  const isByPointer = useRef(false);
  const cellAt = (event: MouseEvent): number | undefined => {
    const box = (event.currentTarget as SVGSVGElement).getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * columns);
    const row = Math.floor(((event.clientY - box.top) / box.height) * rows);
    return column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : undefined;
  };
  const onPointer = (event: PointerEvent): void => {
    isByPointer.current = true;
    onPoint(cellAt(event));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = pointed ?? 0;
    const row = Math.floor(at / columns);
    const column = at % columns;
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: row * columns + Math.max(0, column - 1),
      ArrowRight: row * columns + Math.min(columns - 1, column + 1),
      ArrowUp: Math.max(0, row - 1) * columns + column,
      ArrowDown: Math.min(rows - 1, row + 1) * columns + column,
      Home: row * columns,
      End: (row + 1) * columns - 1,
    };
    const target = pointed === undefined && event.key.startsWith("Arrow") ? 0 : targets[event.key];
    const cell = cells[at];
    if (target !== undefined) {
      isByPointer.current = false;
      onPoint(target);
    } else if (event.key === "Enter" && cell) onChoose(cell);
    else if (event.key === "Escape") onPoint(undefined);
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent): void => {
    const cell = cells[cellAt(event) ?? -1];
    if (cell) onChoose(cell);
  };
  return (
    <div
      class="element-map"
      role="application"
      aria-roledescription="map of elements"
      aria-label={`${drawn.title}. The arrow keys walk over it, Enter looks closer.`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => onPoint(undefined)}
    >
      <svg
        viewBox={`0 0 ${columns * CELL} ${rows * CELL}`}
        style={{ width: `min(100%, ${columns * 1.5}rem, ${(HIGHEST * columns) / rows}rem)`, aspectRatio: `${columns} / ${rows}` }}
        aria-hidden="true"
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={({ pointerType }) => isByPointer.current && pointerType !== "touch" && onPoint(undefined)}
        onClick={onClick}
      >
        {shapes}
        {followed !== undefined && (
          <rect class="followed" x={(followed % columns) * CELL} y={Math.floor(followed / columns) * CELL} width={CELL} height={CELL} />
        )}
        {pointed !== undefined && (
          <rect class="here" x={(pointed % columns) * CELL} y={Math.floor(pointed / columns) * CELL} width={CELL} height={CELL} />
        )}
      </svg>
    </div>
  );
}

/** All elements of one fate are one path: a grid has thousands of cells. */
function elements(cells: readonly MapCell[], columns: number) {
  const byFate = Map.groupBy(cells.keys(), (number) => fateOfCell(cells[number]!));
  return [...byFate].flatMap(([fate, numbers]) => {
    if (fate === undefined) return [];
    const at = (draw: string) =>
      numbers.map((number) => `M${(number % columns) * CELL} ${Math.floor(number / columns) * CELL}${draw}`).join("");
    const gap = columns > MOST_COLUMNS_WITH_GAPS ? 0 : GAP;
    const symbol = SYMBOLS[fate];
    return [
      <path key={fate} class={`element ${fate}`} d={at(`m${gap} ${gap}${square(CELL - 2 * gap)}`)} />,
      ...(symbol === undefined ? [] : [<path key={`${fate}-symbol`} class={`element-symbol ${fate}`} d={at(symbol)} />]),
    ];
  });
}

/** Squares on each cell, as large as the share of its elements that are not right. */
function densities(cells: readonly MapCell[], columns: number) {
  const grounds = cells.map(
    (_, number) => `M${(number % columns) * CELL + GAP} ${Math.floor(number / columns) * CELL + GAP}${square(CELL - 2 * GAP)}`,
  );
  const squares = cells.map(({ wrongShare }, number) => {
    if (wrongShare === 0) return "";
    // A single wrong element among thousands must be seen, too.
    const side = Math.max(2, Math.sqrt(wrongShare) * (CELL - 2 * GAP));
    const inset = (CELL - side) / 2;
    return `M${(number % columns) * CELL + inset} ${Math.floor(number / columns) * CELL + inset}${square(side)}`;
  });
  return [
    <path key="ground" class="element right" d={grounds.join("")} />,
    <path key="share" class="element wrong" d={squares.join("")} />,
  ];
}

function square(side: number): string {
  return `h${side}v${side}h${-side}z`;
}

/** An element of a fate, for the legend. */
export function FateSwatch({ fate }: { readonly fate: ElementFate }) {
  return (
    <svg class="fate-swatch" viewBox="0 0 10 10" width="16" height="16" aria-hidden="true">
      <path class={`element ${fate}`} d="M.6 .6h8.8v8.8h-8.8z" />
      {SYMBOLS[fate] !== undefined && <path class={`element-symbol ${fate}`} d={`M0 0${SYMBOLS[fate]}`} />}
    </svg>
  );
}
