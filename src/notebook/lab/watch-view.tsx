import { useState } from "preact/hooks";
import { WARP_SIZE, isActive } from "#simulator";
import type { LanePointing } from "#figures/drawing/lanes.tsx";
import type { BlockArray } from "./block-arrays.ts";
import { valueOfLane, type Evaluation } from "./block-recorder.ts";
import type { BlockRequests } from "./block-requests.ts";
import type { LabSession } from "./lab-session.ts";
import type { ShownWatch } from "./lane-watch.ts";
import { valueText } from "./value-text.ts";

interface WatchViewProps {
  readonly session: LabSession;
  readonly block: BlockRequests;
  readonly pointing: LanePointing;
}

/** The most variables that are offered to be watched. */
const MOST_OFFERED = 8;

/** An expression of the learner's in all lanes of the warp that is shown: as numbers, with a bar for each. */
export function WatchView({ session: { laneWatch }, block, pointing }: WatchViewProps) {
  const shown = laneWatch.shown.value;
  const { value: watched } = laneWatch.expression;
  return (
    <section class="lane-watch" role="group" aria-label="One expression in 32 lanes">
      <WatchForm key={watched} watched={watched} onWatch={(expression) => laneWatch.watch(expression)} />
      <Offered laneWatch={laneWatch} />
      <div role="status">
        {shown !== undefined && shown.found === undefined && <p class="fine-print">The block is being run.</p>}
        {typeof shown?.found === "string" && <p class="notice wrong">{shown.found}</p>}
      </div>
      {shown !== undefined && typeof shown.found === "object" && (
        <Lanes shown={shown} evaluation={shown.found} expression={watched} arrays={block.arrays} pointing={pointing} />
      )}
    </section>
  );
}

interface WatchFormProps {
  readonly watched: string;
  readonly onWatch: (expression: string) => void;
}

function WatchForm({ watched, onWatch }: WatchFormProps) {
  const [written, write] = useState(watched);
  return (
    <form
      class="cell-bar"
      onSubmit={(event) => {
        event.preventDefault();
        onWatch(written);
      }}
    >
      <label class="field">
        Watch in all lanes
        <input
          type="text"
          value={written}
          placeholder="threadIdx.y * 32 + k"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          onInput={({ currentTarget: { value } }) => write(value)}
        />
      </label>
      <button type="submit">Watch</button>
      {watched !== "" && (
        <button type="button" onClick={() => onWatch("")}>
          Stop watching
        </button>
      )}
    </form>
  );
}

/** Variables that have a value at the step, to be watched with a click. */
function Offered({ laneWatch }: Pick<LabSession, "laneWatch">) {
  const names = [...new Set(laneWatch.variables.value)].slice(0, MOST_OFFERED);
  if (names.length === 0) return null;
  return (
    <div class="watch-offers" role="group" aria-label="Variables here">
      {names.map((name) => (
        <button key={name} type="button" aria-pressed={laneWatch.expression.value === name} onClick={() => laneWatch.watch(name)}>
          <code>{name}</code>
        </button>
      ))}
    </div>
  );
}

interface LanesProps {
  readonly shown: ShownWatch;
  readonly evaluation: Evaluation;
  readonly expression: string;
  readonly arrays: readonly BlockArray[];
  readonly pointing: LanePointing;
}

function Lanes({ shown: { request, access }, evaluation, expression, arrays, pointing }: LanesProps) {
  const { activeMask, type, values } = evaluation;
  const lanes = Array.from({ length: WARP_SIZE }, (_, lane) => {
    const value = valueOfLane(values, lane);
    return isActive(activeMask >>> 0, lane) ? { text: valueText(value, type, arrays), height: Number(value) } : undefined;
  });
  const heights = lanes.flatMap((lane) => (lane && Number.isFinite(lane.height) ? [lane.height] : []));
  // Bars begin at zero; pointers, all far from it, at the lowest.
  const lowest = type === "ptr" ? Math.min(...heights) : Math.min(0, ...heights);
  const range = Math.max(...heights) - lowest || 1;
  return (
    <>
      <p class="watch-caption">
        <code>{expression}</code> in warp {request.warp}, before the statement in line {access.line}
      </p>
      <ol class="watch-lanes" aria-label={`${expression} in the 32 lanes of warp ${request.warp}`}>
        {lanes.map((lane, number) => (
          <li
            key={number}
            data-idle={lane === undefined ? "" : undefined}
            data-pointed={pointing.hoveredLane === number ? "" : undefined}
            style={
              lane && {
                "--lane": `var(--lane-${number})`,
                "--height": `${Math.round(100 * Math.max(0, Math.min(1, (lane.height - lowest) / range) || 0))}%`,
              }
            }
            onPointerEnter={() => pointing.onPoint(number)}
            onPointerLeave={() => pointing.onPoint(undefined)}
          >
            <span class="watch-lane">
              <span class="sr-only">lane </span>
              {number}
            </span>
            <span class="watch-bar" aria-hidden="true" />
            <span class="watch-value">{lane === undefined ? <span class="sr-only">not active</span> : lane.text}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
