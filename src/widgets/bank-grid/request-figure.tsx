import { useMemo, useState } from "preact/hooks";
import type { WitnessRequest } from "../../../grader/judge/result.ts";
import { Readings } from "../drawing/readings.tsx";
import { picture } from "./model.ts";
import { View } from "./view.tsx";

interface BankFigureProps {
  /** A request of shared memory. */
  readonly request: WitnessRequest;
  /** The lanes that the sentence beside the figure speaks of. */
  readonly lanes?: readonly number[];
  readonly title: string;
}

/** Any one request of shared memory: which lanes want which words of which banks. */
export function BankFigure({ request, lanes, title }: BankFigureProps) {
  const [hoveredLane, onPoint] = useState<number>();
  const drawn = useMemo(() => picture({ request, namedLanes: lanes, hoveredLane }), [request, lanes, hoveredLane]);
  return (
    <figure class="figure not-content" aria-label={title}>
      <p class="figure-title">{title}</p>
      <div class="figure-body">
        <div class="figure-picture">
          <View picture={drawn} onPoint={onPoint} />
        </div>
        <div class="figure-side">
          <Readings readings={drawn.readings} />
          <p class="pointed">{drawn.pointed ?? "Point at a lane, or walk along them with the arrow keys."}</p>
        </div>
      </div>
      <figcaption>
        <p aria-live="polite">{drawn.sentence}</p>
        <details>
          <summary>Bank by bank, in words</summary>
          <ol>
            {drawn.details.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </details>
      </figcaption>
    </figure>
  );
}
