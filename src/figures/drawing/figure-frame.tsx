import type { ComponentChildren } from "preact";
import { headline, type Reading } from "#pictures/readings.ts";
import { FigureLink, type FigureSketch } from "./figure-link.tsx";

export interface FigureFrameProps {
  /** Name of the figure's folder, where readers can copy a link to the figure as they have set it. */
  readonly name?: string | undefined;
  /** Where the figure's pattern is a kernel: that kernel, as the figure is set now. */
  readonly sketch?: FigureSketch | undefined;
  /** What the figure is called, on the page and by assistive technology. */
  readonly title: string;
  /** Whether the title is shown above the figure; false where a heading on the page already names it. */
  readonly titled?: boolean | undefined;
  readonly controls?: ComponentChildren;
  readonly children: ComponentChildren;
  /** In the course's fixed order. The most important ones are shown, all of them behind "All counts". */
  readonly readings?: readonly Reading[];
  /** What is pointed at, in words. */
  readonly pointed?: string | undefined;
  /** How to point, for who has a pointer or keys. */
  readonly hint?: string;
  /** What the fillings of the picture mean, where many pictures of a page mean the same: the first one of the page has it open. */
  readonly legend?: ComponentChildren;
  /** The figure in one sentence, with its numbers. */
  readonly sentence: string;
  /** The figure in words, piece by piece. */
  readonly details?: readonly string[];
  readonly detailsTitle?: string;
  /** More tables, below all counts. */
  readonly further?: ComponentChildren;
}

/** What every figure has around its picture: controls above, the numbers that matter and a sentence below, everything else behind a word. */
export function FigureFrame(props: FigureFrameProps) {
  const { name, sketch, title, titled = false, controls, children, readings, pointed, legend, sentence, further, hint } = props;
  const words = props.details && <InWords title={props.detailsTitle ?? "Step by step, in words"} lines={props.details} />;
  return (
    <figure class="figure not-content" aria-label={title} data-figure={name} data-pagefind-ignore="all">
      {titled && <p class="figure-title">{title}</p>}
      {controls && <div class="controls">{controls}</div>}
      <div class="figure-picture">{children}</div>
      <figcaption>
        {readings && <Headline readings={readings} />}
        <div class={pointed === undefined ? "said" : "said pointing"}>
          <p aria-live="polite">{sentence}</p>
          <p class="pointed">{pointed}</p>
        </div>
        <div class="figure-folds">
          {readings ? (
            <details class="counts">
              <summary>All counts</summary>
              <Readings readings={readings} />
              {hint !== undefined && <p class="hint">{hint}</p>}
              {words}
              {further}
            </details>
          ) : (
            words
          )}
          {legend && (
            <details class="key">
              <summary>Key</summary>
              {legend}
            </details>
          )}
          {name !== undefined && <FigureLink name={name} sketch={sketch} />}
        </div>
      </figcaption>
    </figure>
  );
}

function InWords({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <details class="in-words">
      <summary>{title}</summary>
      <ol>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
    </details>
  );
}

/** The one or two numbers that a picture is about, large. */
function Headline({ readings }: { readonly readings: readonly Reading[] }) {
  return <Readings readings={headline(readings)} isLarge />;
}

interface ReadingsProps {
  readonly readings: readonly Reading[];
  readonly isLarge?: boolean;
}

/** All numbers of a picture, in the course's fixed order. */
export function Readings({ readings, isLarge = false }: ReadingsProps) {
  return (
    <dl class={isLarge ? "headline" : "readings"}>
      {readings.map(({ name, value, ideal, of }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {isLarge ? <strong>{value}</strong> : value}
            {ideal !== undefined && <span class="ideal"> (ideal {ideal})</span>}
            {of !== undefined && <span class="ideal"> {of}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** How to point at the lanes of a picture. */
export const POINT_AT_A_LANE = "Point at a lane, or walk along them with the arrow keys.";

interface PointedProps {
  /** What is pointed at, in words; undefined while nothing is. */
  readonly text: string | undefined;
  readonly hint?: string;
}

/** The line below a picture's lanes: what is pointed at, or how to point. */
export function Pointed({ text, hint = POINT_AT_A_LANE }: PointedProps) {
  return <p class="pointed">{text ?? <span class="hint">{hint}</span>}</p>;
}
