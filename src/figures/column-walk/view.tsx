import { Readings } from "../drawing/figure-frame.tsx";
import { ASKED_FOR, MOVED, MOVED_BY_DRAM, Swatches } from "../drawing/swatches.tsx";
import { WalkChart } from "./chart.tsx";
import { MatrixView } from "./matrix-view.tsx";
import type { LegendEntry, Model } from "./model.ts";
import { ROW_BYTES_DRAWN } from "./matrix.ts";
import type { Together } from "./walk.ts";

interface ViewProps {
  readonly model: Model;
  readonly onChoose: (together: Together) => void;
  readonly onPoint: (lane: number | undefined) => void;
}

/** One warp's load in the matrix, and beside it what the choice of it does to the whole kernel. */
export function View({ model, onChoose, onPoint }: ViewProps) {
  return (
    <div class="column-walk">
      <div>
        <MatrixView model={model} onPoint={onPoint} />
        <Swatches entries={[ASKED_FOR, MOVED, MOVED_BY_DRAM]} />
        <p class="pointed">{model.pointed ?? `The first ${ROW_BYTES_DRAWN} bytes of each row; rows go on to the right.`}</p>
        <p class="side-title">One load of one warp, simulated</p>
        <Readings readings={model.readings} />
      </div>
      <div>
        <WalkChart model={model} onChoose={onChoose} />
        <Legend entries={model.legend} />
        <p class="side-title">The whole kernel, measured on an H100</p>
        <Readings readings={model.measuredReadings} />
      </div>
    </div>
  );
}

function Legend({ entries }: { readonly entries: readonly LegendEntry[] }) {
  return (
    <dl class="walk-legend">
      {entries.map(({ counting, name, text }) => (
        <div key={counting}>
          <dt>
            <svg class={`curve ${counting}`} width="30" height="10" aria-hidden="true">
              <path d="M0,5H30" />
              <circle class="mark" cx="15" cy="5" r="3.25" />
            </svg>
            {name}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
