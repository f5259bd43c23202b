import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { WarpRequest } from "#simulator";
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
}

/** The picture of a request with its numbers, its legend and its text equivalent. */
export function Figure({ name, sketch, title, controls, heading, ...view }: FigureProps) {
  const { picture } = view;
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
