import { useEffect, useMemo, useState } from "preact/hooks";
import type { ElementMap } from "#judge/element-map.ts";
import { count } from "#pictures/format.ts";
import { FigureFrame } from "../drawing/figure-frame.tsx";
import { cellOfElement, elementOf, fateOfCell, picture, pointedText, zoomInto, type Extent, type MapCell } from "./model.ts";
import { FateSwatch, View } from "./view.tsx";
import "./figure.css";

interface ElementMapFigureProps {
  readonly map: ElementMap;
  /** The element whose way is shown beside the map. */
  readonly followed?: number | undefined;
  /** Called with an element that is to be followed back, or whose threads the map does not have. */
  readonly onAsk?: (element: number) => void;
}

/** What became of every element of an array: a grid of its elements, or, of a long one, a density map that opens where it is clicked. */
export function ElementMapFigure({ map, followed, onAsk }: ElementMapFigureProps) {
  const [extents, setExtents] = useState<readonly Extent[]>([]);
  const [pointed, point] = useState<number>();
  const extent = extents.at(-1);
  // A new answer may have an array of another shape.
  useEffect(() => setExtents([]), [map.array, map.elements.length, map.columns]);
  const drawn = useMemo(() => picture({ map, ...(extent && { extent }) }), [map, extent]);
  const cell = pointed === undefined ? undefined : drawn.cells[pointed];
  const words = cell && pointedText(map, cell);
  const isDensity = drawn.cells.some(({ extent: { rows, columns } }) => rows * columns > 1);
  const isToFollow = onAsk !== undefined && map.op === "store";
  const goTo = (next: readonly Extent[]): void => {
    setExtents(next);
    point(undefined);
  };
  const choose = (cell: MapCell): void => {
    const into = zoomInto(map, cell);
    if (into) return goTo([...extents, into]);
    const element = elementOf(map, cell);
    const known = element >= map.threads.from && element < map.threads.from + map.threads.times.length;
    const isWrong = map.op === "store" && fateOfCell(cell) !== "right";
    if ((!known || isWrong) && element < map.elements.length) onAsk?.(element);
  };
  return (
    <FigureFrame
      title={drawn.title}
      titled
      sentence={drawn.sentence}
      {...(drawn.details.length > 0 && { details: drawn.details, detailsTitle: "Accesses out of bounds, or misaligned" })}
    >
      {extents.length > 0 && (
        <nav class="element-path" aria-label="Part of the array">
          <button type="button" onClick={() => goTo([])}>
            Whole array
          </button>
          {extents.map((one, depth) => (
            <button
              type="button"
              key={depth}
              aria-current={depth === extents.length - 1 ? "location" : undefined}
              onClick={() => goTo(extents.slice(0, depth + 1))}
            >
              rows {one.row}–{one.row + one.rows - 1}, columns {one.column}–{one.column + one.columns - 1}
            </button>
          ))}
        </nav>
      )}
      <p class="pointed" aria-live="polite">
        {words ?? (
          <>
            <span class="hint">
              {isDensity
                ? "Point at a cell, or walk along them with the arrow keys; click it or press Enter to look closer."
                : isToFollow
                  ? "Click a wrong element, or walk to it with the arrow keys and press Enter, to follow it back."
                  : "Point at an element, or walk along them with the arrow keys."}
            </span>
            <span class="touch-hint">
              {isDensity ? "Tap a cell to look closer." : isToFollow ? "Tap a wrong element to follow it back." : "Tap an element."}
            </span>
          </>
        )}
      </p>
      <View
        followed={followed === undefined ? undefined : cellOfElement(map, drawn, followed)}
        drawn={drawn}
        isDensity={isDensity}
        pointed={pointed}
        onPoint={point}
        onChoose={choose}
      />
      <ul class="legend element-legend">
        {drawn.legend.map(({ fate, means, count: of }) => (
          <li key={fate}>
            <FateSwatch fate={fate} /> {means} <span class="count">{count(of)}</span>
          </li>
        ))}
        {isDensity && <li>The larger the square, the more elements are wrong.</li>}
      </ul>
    </FigureFrame>
  );
}
