import { Readings } from "../drawing/figure-frame.tsx";
import { RequestExcerptView } from "../drawing/request-excerpt-view.tsx";
import { SweepChart } from "./chart.tsx";
import type { LegendEntry, Model } from "./model.ts";

interface ViewProps {
  readonly model: Model;
  readonly onChoose: (value: number) => void;
  readonly onPoint: (lane: number | undefined) => void;
}

/** The curve, and beside it the request that the marker stands at. */
export function View({ model, onChoose, onPoint }: ViewProps) {
  return (
    <div class="sweep">
      <div class="sweep-chart">
        <SweepChart model={model} onChoose={onChoose} />
        <Legend entries={model.legend} />
      </div>
      <div class="sweep-request">
        <RequestExcerptView excerpt={model.excerpt} label={model.sentence} onPoint={onPoint} roomLines={model.roomLines} />
        <Readings readings={model.readings} />
        <p class="pointed">{model.excerpt.pointed ?? "Point at a lane, or walk along them with the arrow keys."}</p>
      </div>
    </div>
  );
}

function Legend({ entries }: { readonly entries: readonly LegendEntry[] }) {
  return (
    <dl class="curve-legend">
      {entries.map(({ counting, name, text }) => (
        <div key={counting}>
          <dt>
            <svg width="30" height="10" aria-hidden="true">
              <line class={`curve ${counting}`} x1="0" x2="30" y1="5" y2="5" />
              {counting === "measured" && <circle class="mark" cx="15" cy="5" r="3.5" />}
            </svg>
            {name}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
