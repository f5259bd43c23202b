import { useMemo, useState } from "preact/hooks";
import { count } from "#pictures/format.ts";
import { elementName, type BlockArray } from "./block-arrays.ts";
import { BlockMemory, type ArrayRaster, type Touch } from "./block-memory.ts";
import type { BlockRequests } from "./block-requests.ts";
import { requestsMade, type BlockStep } from "./block-steps.ts";
import { elementValue } from "./lane-facts.ts";
import { cellsOf, linesOf, rasterCaption, stateCounts, type MemoryCell } from "./memory-cells.ts";

/** Side of a cell, in units of the drawing. */
const CELL = 10;

interface MemoryViewProps {
  readonly block: BlockRequests;
  readonly steps: readonly BlockStep[];
  /** Number of the step that is shown. */
  readonly step: number;
  readonly hoveredLane: number | undefined;
  /** Whether the maps wait behind a summary. */
  readonly isFolded: boolean;
}

/** What the steps so far have done to the arrays: which elements were read, which written, and those of the step itself in lane colours. */
export function MemoryView({ block, steps, step, hoveredLane, isFolded }: MemoryViewProps) {
  const memory = useMemo(() => new BlockMemory(block), [block]);
  const shown = steps[step];
  const made = requestsMade(shown);
  const states = memory.statesAfter(made);
  if (memory.rasters.length === 0) return null;
  const maps = (
    <>
      <p class="memory-legend">
        <Swatch state="read" /> read <Swatch state="written" /> written, not read yet <Swatch state="both" /> written, then read{" "}
        <span class="lane-swatches" aria-hidden="true" /> this step, by lane
      </p>
      <div class="memory-maps">
        {memory.rasters.map((raster, number) => (
          <ArrayMap
            key={`${raster.array.space} ${raster.array.name}`}
            memory={memory}
            raster={raster}
            number={number}
            states={states[number]!}
            made={made}
            current={shown?.kind === "request" ? memory.touchedBy(shown.number, number) : NOTHING}
            hoveredLane={hoveredLane}
            block={block}
          />
        ))}
      </div>
    </>
  );
  if (isFolded) {
    return (
      <details class="block-memory lab-details">
        <summary>The arrays so far</summary>
        {maps}
      </details>
    );
  }
  return (
    <section class="block-memory" role="group" aria-label="The arrays so far">
      <h3>The arrays so far</h3>
      {maps}
    </section>
  );
}

const NOTHING: ReadonlyMap<number, readonly number[]> = new Map();

interface ArrayMapProps {
  readonly memory: BlockMemory;
  readonly raster: ArrayRaster;
  readonly number: number;
  readonly states: Uint8Array;
  /** Requests that have been made. */
  readonly made: number;
  /** The places that the step itself touches, with its lanes. */
  readonly current: ReadonlyMap<number, readonly number[]>;
  readonly hoveredLane: number | undefined;
  readonly block: BlockRequests;
}

function ArrayMap({ memory, raster, number, states, made, current, hoveredLane, block }: ArrayMapProps) {
  const [pointed, point] = useState<number>();
  const grid = useMemo(() => linesOf(raster), [raster]);
  const cells = cellsOf(raster, grid, states, current);
  const { columns, rows } = grid;
  const { array } = raster;
  const cell = pointed === undefined ? undefined : cells[pointed];
  const onPointer = (event: PointerEvent): void => {
    const box = (event.currentTarget as SVGSVGElement).getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * columns);
    const row = Math.floor(((event.clientY - box.top) / box.height) * rows);
    point(column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : undefined);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = pointed ?? 0;
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: at % columns === 0 ? at : at - 1,
      ArrowRight: at % columns === columns - 1 ? at : at + 1,
      ArrowUp: at < columns ? at : at - columns,
      ArrowDown: at + columns < cells.length ? at + columns : at,
    };
    const target = targets[event.key];
    if (target !== undefined) point(pointed === undefined ? 0 : target);
    else if (event.key === "Escape") point(undefined);
    else return;
    event.preventDefault();
  };
  return (
    <figure class={current.size > 0 ? "memory-map now" : "memory-map"} aria-label={array.name}>
      <p class="memory-name">
        <code>{declarationOf(array)}</code> <span>{array.space}</span>
      </p>
      <div
        role="application"
        aria-roledescription="map of elements"
        aria-label={`${array.name}: elements so far. The arrow keys walk over it.`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => point(undefined)}
      >
        <svg
          viewBox={`0 0 ${columns * CELL} ${rows * CELL}`}
          style={{ width: `min(100%, ${Math.max(columns * 0.5, 4)}rem, ${(18 * columns) / rows}rem)`, aspectRatio: `${columns} / ${rows}` }}
          aria-hidden="true"
          onPointerMove={onPointer}
          onPointerDown={onPointer}
          onPointerLeave={() => point(undefined)}
        >
          <Cells cells={cells} columns={columns} hoveredLane={hoveredLane} />
          {pointed !== undefined && (
            <rect class="here" x={(pointed % columns) * CELL} y={Math.floor(pointed / columns) * CELL} width={CELL} height={CELL} />
          )}
        </svg>
      </div>
      <figcaption>
        {cell === undefined ? stateCounts(states, raster) : pointedText(cell, { memory, raster, number, made, block })}
        <span class="memory-rows">{rasterCaption(raster, grid)}</span>
      </figcaption>
    </figure>
  );
}

/** All cells of one state are one path: a map has thousands. */
function Cells({
  cells,
  columns,
  hoveredLane,
}: {
  readonly cells: readonly MemoryCell[];
  readonly columns: number;
  readonly hoveredLane: number | undefined;
}) {
  const paths = { untouched: "", read: "", written: "", both: "", dots: "" };
  const now: { readonly number: number; readonly lanes: readonly number[] }[] = [];
  for (const [number, { state, lanes }] of cells.entries()) {
    if (state === undefined) continue;
    const corner = `M${(number % columns) * CELL} ${Math.floor(number / columns) * CELL}`;
    if (lanes.length > 0) now.push({ number, lanes });
    else paths[state] += `${corner}m.6 .6h8.8v8.8h-8.8z`;
    if (state === "both" && lanes.length === 0) paths.dots += `${corner}m3.6 3.6h2.8v2.8h-2.8z`;
  }
  return (
    <>
      <path class="memory-cell untouched" d={paths.untouched} />
      <path class="memory-cell read" d={paths.read} />
      <path class="memory-cell written" d={paths.written} />
      <path class="memory-cell both" d={paths.both} />
      <path class="memory-dot" d={paths.dots} />
      {now.map(({ number, lanes }) => {
        const lane = hoveredLane !== undefined && lanes.includes(hoveredLane) ? hoveredLane : lanes[0]!;
        return (
          <rect
            key={number}
            class={hoveredLane === lane ? "memory-now lit" : "memory-now"}
            x={(number % columns) * CELL}
            y={Math.floor(number / columns) * CELL}
            width={CELL}
            height={CELL}
            style={{ fill: `var(--lane-${lane})` }}
          />
        );
      })}
    </>
  );
}

function Swatch({ state }: { readonly state: "read" | "written" | "both" }) {
  return (
    <svg class="memory-swatch" viewBox="0 0 10 10" width="14" height="14" aria-hidden="true">
      <path class={`memory-cell ${state}`} d="M.6 .6h8.8v8.8h-8.8z" />
      {state === "both" && <path class="memory-dot" d="M3.6 3.6h2.8v2.8h-2.8z" />}
    </svg>
  );
}

/** "float tile[32][33]" */
function declarationOf({ name, type, lengths }: BlockArray): string {
  return `${type} ${name}${lengths.map((length) => `[${length}]`).join("")}`;
}

interface Pointed {
  readonly memory: BlockMemory;
  readonly raster: ArrayRaster;
  readonly number: number;
  readonly made: number;
  readonly block: BlockRequests;
}

/** What an element holds, and who wrote and read it; of a cell for many, which elements it stands for. */
function pointedText({ elements: [first, last], place }: MemoryCell, { memory, raster, number, made, block }: Pointed): string {
  const { array } = raster;
  if (first === undefined || last === undefined) return "No element of the block's.";
  if (first !== last) return `${elementName(array, first)} to ${elementName(array, last)}`;
  const { written, read, reads } = memory.historyOf(number, place, made);
  const name = elementName(array, first);
  const valueAt = ({ request, lane, component }: Touch): string => {
    const made = block.requests[request]!;
    const value = made.operator === undefined ? elementValue(made, lane, component, array, block.arrays) : undefined;
    return value === undefined ? "" : ` ${value}`;
  };
  const by = ({ request, lane }: Touch): string => `warp ${block.requests[request]!.warp}, lane ${lane}`;
  const times = reads === 0 ? "" : `read ${reads === 1 ? "once" : `${count(reads)} times`}`;
  if (written === undefined) return read === undefined ? `${name}: untouched so far.` : `${name} holds${valueAt(read)}: ${times}.`;
  const value = valueAt(written);
  return `${name}${value === "" ? ": updated" : ` holds${value}: written`} by ${by(written)}${times === "" ? "; not read yet" : `, then ${times}`}.`;
}
