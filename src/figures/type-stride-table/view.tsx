import { useRef } from "preact/hooks";
import { STRIDES, describeType, type Cell, type Model, type Place, type TableRow } from "./model.ts";

interface GridProps {
  readonly model: Model;
  readonly onChoose: (place: Place) => void;
}

const captions = {
  sectors: "Sectors per request",
  lines: "Lines per request",
  efficiency: "Share of the moved bytes that is used",
} as const;

/** Types down, strides across. Pointer, focus and arrow keys choose a cell; Home and End go to the ends of its row. */
export function Grid({ model, onChoose }: GridProps) {
  const table = useRef<HTMLTableElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = targetOf(event, model);
    if (!target) return;
    event.preventDefault();
    onChoose(target);
    table.current?.querySelector<HTMLElement>(`[data-place="${placeKey(target)}"]`)?.focus();
  };
  return (
    <table ref={table} role="grid" aria-label={`${captions[model.quantity]}, by data type and stride`} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          <td class="corner" />
          <th class="axis" scope="colgroup" colSpan={STRIDES.length}>
            stride, in elements
          </th>
        </tr>
        <tr>
          <th class="axis" scope="col">
            type
          </th>
          {STRIDES.map((stride) => (
            <th key={stride} scope="col" class={stride === model.chosen.strideElements ? "chosen" : ""}>
              {stride}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {model.rows.map((row) => (
          <Row key={row.bytesPerElement} row={row} onChoose={onChoose} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row, onChoose }: { readonly row: TableRow; readonly onChoose: (place: Place) => void }) {
  const { bytesPerElement, type, cells } = row;
  return (
    <tr>
      <th scope="row" class={cells.some(({ chosen }) => chosen) ? "chosen" : ""} aria-label={describeType(bytesPerElement)}>
        {type} <span class="size">{bytesPerElement}&nbsp;B</span>
      </th>
      {cells.map((cell) => (
        <GridCell key={cell.strideElements} cell={cell} onChoose={onChoose} />
      ))}
    </tr>
  );
}

function GridCell({ cell, onChoose }: { readonly cell: Cell; readonly onChoose: (place: Place) => void }) {
  const choose = () => onChoose({ bytesPerElement: cell.bytesPerElement, strideElements: cell.strideElements });
  return (
    <td
      role="gridcell"
      class={cell.chosen ? "cell chosen" : "cell"}
      tabIndex={cell.chosen ? 0 : -1}
      aria-selected={cell.chosen}
      aria-label={cell.label}
      data-place={placeKey(cell)}
      style={{ "--used": `${cell.efficiency * 100}%` }}
      onPointerEnter={choose}
      onFocus={choose}
    >
      {cell.text}
      <span class="share" aria-hidden="true" />
    </td>
  );
}

function placeKey({ bytesPerElement, strideElements }: Place): string {
  return `${bytesPerElement}x${strideElements}`;
}

/** The place that a key moves to from the chosen cell; undefined for any other key. */
function targetOf({ key }: KeyboardEvent, { rows, chosen }: Model): Place | undefined {
  const row = rows.findIndex(({ bytesPerElement }) => bytesPerElement === chosen.bytesPerElement);
  const column = STRIDES.findIndex((stride) => stride === chosen.strideElements);
  const last = STRIDES.length - 1;
  const moves = new Map([
    ["ArrowUp", { row: Math.max(0, row - 1), column }],
    ["ArrowDown", { row: Math.min(rows.length - 1, row + 1), column }],
    ["ArrowLeft", { row, column: Math.max(0, column - 1) }],
    ["ArrowRight", { row, column: Math.min(last, column + 1) }],
    ["Home", { row, column: 0 }],
    ["End", { row, column: last }],
  ]);
  const move = moves.get(key);
  const to = move && rows[move.row]?.cells[move.column];
  return to && { bytesPerElement: to.bytesPerElement, strideElements: to.strideElements };
}
