import type { ComponentChildren } from "preact";
import { Readings } from "../drawing/figure-frame.tsx";
import { Legend } from "./legend.tsx";
import { View, type ViewProps } from "./view.tsx";

interface FigureProps extends ViewProps {
  /** What the figure is called by assistive technology. */
  readonly title: string;
  readonly controls?: ComponentChildren;
  readonly heading?: ComponentChildren;
}

/** The picture of a request with its numbers, its legend and its text equivalent. */
export function Figure({ title, controls, heading, ...view }: FigureProps) {
  const { picture } = view;
  return (
    <figure class="figure not-content" aria-label={title}>
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
      </figcaption>
    </figure>
  );
}
