import type { ComponentChildren } from "preact";
import type { Reading } from "#pictures/readings.ts";
import { FigureLink, type FigureSketch } from "./figure-link.tsx";

interface FigureFrameProps {
  /** Name of the figure's folder, where readers can copy a link to the figure as they have set it. */
  readonly name?: string;
  /** Where the figure's pattern is a kernel: that kernel, as the figure is set now. */
  readonly sketch?: FigureSketch;
  /** What the figure is called, on the page and by assistive technology. */
  readonly title: string;
  /** Whether the title is shown above the figure; false where a heading on the page already names it. */
  readonly titled?: boolean;
  readonly controls?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly readings?: readonly Reading[];
  /** What is pointed at, in words, or how to point. */
  readonly pointed?: string;
  /** The figure in one sentence, with its numbers. */
  readonly sentence: string;
  /** The figure in words, piece by piece. */
  readonly details?: readonly string[];
  readonly detailsTitle?: string;
}

/** What every figure has around its picture: controls above, numbers beside, the same in words below. */
export function FigureFrame(props: FigureFrameProps) {
  const {
    name,
    sketch,
    title,
    titled = false,
    controls,
    children,
    readings,
    pointed,
    sentence,
    details,
    detailsTitle = "Step by step, in words",
  } = props;
  const hasSide = readings !== undefined || pointed !== undefined;
  return (
    <figure class="figure not-content" aria-label={title} data-figure={name} data-pagefind-ignore="all">
      {titled && <p class="figure-title">{title}</p>}
      {controls && <div class="controls">{controls}</div>}
      <div class={hasSide ? "figure-body" : "figure-body whole"}>
        <div class="figure-picture">{children}</div>
        {hasSide && (
          <div class="figure-side">
            {readings && <Readings readings={readings} />}
            {pointed !== undefined && <p class="pointed">{pointed}</p>}
          </div>
        )}
      </div>
      <figcaption>
        <p aria-live="polite">{sentence}</p>
        {details && (
          <details>
            <summary>{detailsTitle}</summary>
            <ol tabIndex={0} aria-label={detailsTitle}>
              {details.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ol>
          </details>
        )}
        {name !== undefined && <FigureLink name={name} sketch={sketch} />}
      </figcaption>
    </figure>
  );
}

/** The numbers beside a picture, in the course's fixed order. */
export function Readings({ readings }: { readonly readings: readonly Reading[] }) {
  return (
    <dl class="readings">
      {readings.map(({ name, value, ideal }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {ideal !== undefined && <span class="ideal"> (ideal {ideal})</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
