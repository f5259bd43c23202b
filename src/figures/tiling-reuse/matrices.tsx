import { count } from "#pictures/format.ts";
import type { ComponentChildren } from "preact";
import { CACHE_LINE_BYTES, SECTOR_BYTES, WORD_BYTES } from "#simulator";
import type { LaneElement, Picture } from "./model.ts";
import { CORNER, WINDOW, ownedShape, stepCount, type Matrix } from "./product.ts";

/** Side of an element, and room between the matrices, in the drawing's own units. */
const CELL = 4;
const GAP = 30;
const SIDE = WINDOW * CELL;
const SECTOR_ELEMENTS = SECTOR_BYTES / WORD_BYTES;
const LINE_ELEMENTS = CACHE_LINE_BYTES / WORD_BYTES;
/** From the edge of a tile's elements to the middle of the outline around them. */
const OUTLINE = 2;
/** Radius of the ring around an element that several lanes share, which would be hard to find without it. */
const RING = 9;

interface MatricesProps {
  readonly picture: Picture;
  readonly onPoint: (lane: number | undefined) => void;
}

/** A to the left of C, B above it: a row of A meets a column of B where they cross. */
export function Matrices({ picture, onPoint }: MatricesProps) {
  const { tileSide, n, step, cells } = picture;
  const { rows, columns } = ownedShape(picture);
  const done = step * tileSide;
  const cellsOf = (matrix: Matrix) => <Cells elements={cells[matrix]} onPoint={onPoint} />;
  return (
    <svg class="matrices" viewBox={`0 0 ${2 * SIDE + GAP} ${2 * (SIDE + GAP)}`} role="img" aria-label={matricesCaption(picture)}>
      <g class="story">
        <text x={SIDE - 14} y={GAP + 120}>
          {tileSide === 1 ? "no tiles" : `tile ${tileSide} × ${tileSide}`}
        </text>
        <text x={SIDE - 14} y={GAP + 142}>
          step {step + 1} of {stepCount(picture)}
        </text>
        <text x={SIDE - 14} y={GAP + 164}>
          k = {tileSide === 1 ? done : `${done} … ${done + tileSide - 1}`}
        </text>
      </g>
      <MatrixFrame name="B" n={n} x={SIDE + GAP} y={GAP}>
        <Area class="band" row={0} column={CORNER} rows={WINDOW} columns={columns} />
        <Area class="done" row={0} column={CORNER} rows={done} columns={columns} />
        {cellsOf("b")}
        <Area class="tile" row={done} column={CORNER} rows={tileSide} columns={columns} />
      </MatrixFrame>
      <MatrixFrame name="A" n={n} x={0} y={SIDE + 2 * GAP}>
        <Area class="band" row={CORNER} column={0} rows={rows} columns={WINDOW} />
        <Area class="done" row={CORNER} column={0} rows={rows} columns={done} />
        {cellsOf("a")}
        <Area class="tile" row={CORNER} column={done} rows={rows} columns={tileSide} />
      </MatrixFrame>
      <MatrixFrame name="C" n={n} x={SIDE + GAP} y={SIDE + 2 * GAP}>
        {cellsOf("c")}
        <Area class="tile" row={CORNER} column={CORNER} rows={rows} columns={columns} />
      </MatrixFrame>
    </svg>
  );
}

function matricesCaption({ tileSide, step, n }: Picture): string {
  const what =
    tileSide === 1 ? "one element of A and 32 of B for a warp" : `a tile of A and a tile of B, ${tileSide} by ${tileSide}, for a block`;
  return `The first ${WINDOW} rows and columns of three matrices of ${count(n)} by ${count(n)}. Step ${step + 1} loads ${what}.`;
}

interface MatrixFrameProps {
  readonly name: string;
  readonly n: number;
  readonly x: number;
  readonly y: number;
  readonly children: ComponentChildren;
}

/** The window of a matrix, ruled into sectors and lines. */
function MatrixFrame({ name, n, x, y, children }: MatrixFrameProps) {
  const columns = Array.from({ length: WINDOW / SECTOR_ELEMENTS - 1 }, (_, i) => (i + 1) * SECTOR_ELEMENTS);
  return (
    <g transform={`translate(${x} ${y})`}>
      <text class="matrix-name" x="0" y="-13">
        {name}
        {n > WINDOW && (
          <tspan class="matrix-part">
            {" "}
            first {WINDOW} × {WINDOW}
          </tspan>
        )}
      </text>
      <rect class="matrix-ground" width={SIDE} height={SIDE} />
      {children}
      {columns.map((column) => (
        <line
          key={column}
          class={column % LINE_ELEMENTS === 0 ? "line-edge" : "sector-edge"}
          x1={column * CELL}
          x2={column * CELL}
          y1="0"
          y2={SIDE}
        />
      ))}
      <rect class="matrix-rule" width={SIDE} height={SIDE} />
    </g>
  );
}

interface AreaProps {
  readonly class: "band" | "done" | "tile";
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** Part of a matrix; the outline of a tile lies around its elements, not on them. */
function Area({ row, column, rows, columns, class: name }: AreaProps) {
  const margin = name === "tile" ? OUTLINE : 0;
  return (
    <rect
      class={name}
      x={column * CELL - margin}
      y={row * CELL - margin}
      width={columns * CELL + 2 * margin}
      height={rows * CELL + 2 * margin}
    />
  );
}

interface CellsProps {
  readonly elements: readonly LaneElement[];
  readonly onPoint: (lane: number | undefined) => void;
}

function Cells({ elements, onPoint }: CellsProps) {
  return (
    <>
      {elements.map(({ row, column, lanes, emphasis }) => {
        const x = column * CELL;
        const y = row * CELL;
        return (
          <g
            key={lanes[0]}
            class={`element ${emphasis}`}
            onPointerEnter={() => onPoint(lanes[0])}
            onPointerLeave={() => onPoint(undefined)}
          >
            <rect x={x} y={y} width={CELL} height={CELL} style={{ fill: `var(--lane-${lanes[0]})` }} />
            {lanes.length > 1 && (
              <>
                <circle class="ring" cx={x + CELL / 2} cy={y + CELL / 2} r={RING} />
                <text x={x + CELL / 2} y={y - 2 * RING}>
                  ×{lanes.length}
                </text>
              </>
            )}
          </g>
        );
      })}
    </>
  );
}
