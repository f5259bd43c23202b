import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { WarpRequest } from "#simulator";
import type { Reading } from "#pictures/readings.ts";
import { Readings } from "../drawing/figure-frame.tsx";
import { FigureLink, type FigureSketch } from "../drawing/figure-link.tsx";
import { useLanePointing, type LanePointing } from "../drawing/lanes.tsx";
import { Legend, View, type ViewProps } from "./view.tsx";
import { picture } from "./model.ts";

interface FigureProps extends ViewProps {
  /** See `FigureFrame`. */
  readonly name?: string;
  /** See `FigureFrame`. */
  readonly sketch?: FigureSketch;
  /** What the figure is called by assistive technology. */
  readonly title: string;
  readonly controls?: ComponentChildren;
  readonly heading?: ComponentChildren;
  /** Whether one number stands in for all readings, legend and text: how many sectors move, and how few could. */
  readonly isBrief?: boolean;
}

/** The picture of a request with its numbers, its legend and its text equivalent. */
export function Figure({ name, sketch, title, controls, heading, isBrief = false, ...view }: FigureProps) {
  const { picture } = view;
  if (isBrief)
    return (
      <figure class="figure brief not-content" aria-label={title} data-figure={name} data-pagefind-ignore="all">
        {controls}
        <Headline readings={picture.readings} />
        <View {...view} />
        <figcaption class="sr-only" aria-live="polite">
          {picture.sentence}
        </figcaption>
      </figure>
    );
  return (
    <figure class="figure not-content" aria-label={title} data-figure={name} data-pagefind-ignore="all">
      {heading}
      {controls}
      <div class="figure-body">
        <div class="figure-picture">
          <View {...view} />
          <Legend memoryModel={picture.memoryModel} />
        </div>
        <div class="figure-side">
          <Readings readings={picture.readings} />
          <p class="pointed">{picture.pointed ?? "Point at a lane, or walk along them with the arrow keys."}</p>
        </div>
      </div>
      <figcaption>
        <p aria-live="polite">{picture.sentence}</p>
        <details>
          <summary>Line by line, in words</summary>
          <ol>
            {picture.details.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </details>
        {name !== undefined && <FigureLink name={name} sketch={sketch} />}
      </figcaption>
    </figure>
  );
}

/** "20 sectors instead of 4", and what the hatching is. */
function Headline({ readings }: { readonly readings: readonly Reading[] }) {
  const sectors = readings.find(({ name }) => name === "sectors");
  if (sectors === undefined) return null;
  const { value, ideal = value } = sectors;
  return (
    <p class="figure-headline">
      <b>{value}</b> {value === "1" ? "sector" : "sectors"} {value === ideal ? "and no fewer would do" : `instead of ${ideal}`}
      <span>Hatched is what moves although nobody asked for it.</span>
    </p>
  );
}

interface RequestFigureProps {
  /** A request of global memory. */
  readonly request: WarpRequest;
  /** The lanes that the sentence beside the figure is about. */
  readonly lanes?: readonly number[] | undefined;
  readonly title: string;
  /** Given where another part of the page shows the pointed lane, too. */
  readonly pointing?: LanePointing | undefined;
}

/** The figure of any request of global memory, drawn in the same way as the stride figure. */
export function RequestFigure({ request, lanes, title, pointing }: RequestFigureProps) {
  const { hoveredLane, onPoint } = useLanePointing(pointing);
  const drawn = useMemo(
    () => picture({ request, memoryModel: "sector", namedLanes: lanes, hoveredLane, windows: [] }),
    [request, lanes, hoveredLane],
  );
  return <Figure title={title} heading={<p class="figure-title">{title}</p>} picture={drawn} onPoint={onPoint} />;
}
