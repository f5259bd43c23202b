import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { pluralize } from "#pictures/format.ts";
import { laneCells, type LaneCell } from "#pictures/lanes.ts";
import { Choice } from "../drawing/controls.tsx";
import { drawnRequests, goneAt, laneSentences, lanesOf, moment, progressOf, sentence, timeAt, ways, type TwoRequests } from "./model.ts";
import { View } from "./view.tsx";
import "./figure.css";

interface BeforeAndAfterProps {
  readonly requests: TwoRequests;
  /** What the two versions are called: "Costlier version", "Yours". */
  readonly names: { readonly before: string; readonly after: string };
  readonly title: string;
}

/** How long the whole way takes, in ms. */
const DURATION_MS = 2600;

/**
 * One warp's request by two versions of a kernel: the one turns into the other, lane by lane. It plays once by itself when it comes into
 * view. Where the reader wants no motion, both are shown side by side.
 */
export function BeforeAndAfterFigure({ requests, names, title }: BeforeAndAfterProps) {
  const [isStill] = useState(() => matchMedia("(prefers-reduced-motion: reduce)").matches);
  const [isBeside, setBeside] = useState(isStill);
  const figure = useRef<HTMLElement>(null);
  const player = usePlayer(figure, !isStill);
  const [hoveredLane, point] = useState<number>();
  const [matrix, chooseMatrix] = useState<number>();
  const details = useMemo(() => laneSentences(requests), [requests]);
  const drawn = useMemo(() => drawnRequests(requests, { hoveredLane, matrix }), [requests, hoveredLane, matrix]);
  const cells = useMemo(() => cellsOf(requests, drawn, details, hoveredLane), [requests, drawn, details, hoveredLane]);
  const lanes = lanesOf(drawn).length;
  const common = { requests: drawn, cells, hoveredLane, onPoint: point };
  return (
    <figure ref={figure} class="figure before-after not-content" aria-label={title} data-pagefind-ignore="all">
      <p class="figure-title">{title}</p>
      {drawn.matrix && (
        <div class="controls">
          <Choice
            label="Matrix"
            options={Array.from({ length: drawn.matrix.of }, (_, value) => ({ value, label: String(value) }))}
            value={drawn.matrix.drawn}
            onChange={chooseMatrix}
          />
        </div>
      )}
      {isBeside ? (
        <div class="beside">
          <Still {...common} time={0} name={names.before} />
          <Still {...common} time={1} name={names.after} />
        </div>
      ) : (
        <Still {...common} time={player.time} name={player.time === 0 ? names.before : player.time === 1 ? names.after : "On the way"} />
      )}
      {!isStill && (
        <div class="step-controls" role="group" aria-label="From one version to the other">
          {!isBeside && (
            <>
              <button type="button" class="play" onClick={player.toggle}>
                {player.isPlaying ? "Pause" : player.time === 1 ? "Again" : "Play"}
              </button>
              <label class="way">
                <span aria-hidden="true">{names.before}</span>
                <input
                  type="range"
                  min={0}
                  max={lanes}
                  value={goneAt(player.time, lanes)}
                  aria-label="Lanes that have moved over"
                  aria-valuetext={say(drawn, goneAt(player.time, lanes))}
                  onInput={({ currentTarget }) => player.go(timeAt(currentTarget.valueAsNumber, lanes))}
                />
                <span aria-hidden="true">{names.after}</span>
              </label>
            </>
          )}
          <button type="button" aria-pressed={isBeside} onClick={() => setBeside(!isBeside)}>
            Side by side
          </button>
        </div>
      )}
      <figcaption>
        <p class={drawn.matrix ? "of-matrix" : "sr-only"}>{sentence(requests, names, drawn)}</p>
        <p class="pointed">{hoveredLane === undefined ? "" : details[hoveredLane]}</p>
        <details>
          <summary>Lane by lane, in words</summary>
          <ol>
            {details.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </details>
      </figcaption>
    </figure>
  );
}

function say(requests: TwoRequests, gone: number): string {
  const noun = requests.before.space === "global" ? "sector" : "wavefront";
  return `${gone} of ${lanesOf(requests).length} lanes: ${pluralize(moment(requests, gone).moved, noun)}`;
}

/** The lanes of the warp; those of matrices that aren't drawn are dim. */
function cellsOf(requests: TwoRequests, { matrix }: TwoRequests, details: readonly string[], hoveredLane: number | undefined): LaneCell[] {
  const activeMask = (requests.before.activeMask | requests.after.activeMask) >>> 0;
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  const cells = laneCells({ activeMask }, { pointed, label: (lane) => details[lane] ?? "" });
  if (matrix === undefined || pointed) return cells;
  return cells.map((cell) => (matrix.lanes.includes(cell.lane) ? cell : { ...cell, emphasis: "dim" }));
}

interface StillProps {
  readonly requests: TwoRequests;
  readonly time: number;
  readonly name: string;
  readonly hoveredLane: number | undefined;
  readonly cells: readonly LaneCell[];
  readonly onPoint: (lane: number | undefined) => void;
}

/** One moment with its counts. */
function Still({ requests, time, name, ...pointing }: StillProps) {
  const drawnWays = useMemo(() => ways(requests), [requests]);
  const lanes = lanesOf(requests);
  const gone = goneAt(time, lanes.length);
  const now = useMemo(() => moment(requests, gone), [requests, gone]);
  const progress = drawnWays.lanes.map(({ lane }) => progressOf(lanes.indexOf(lane), time, lanes.length));
  const [first, ...others] = now.readings;
  return (
    <div class="still">
      <p class="moment" aria-hidden="true">
        <span class="whose">{name}</span>
        <span class="moved">
          <strong>{first?.value}</strong> {now.moved === 1 ? first?.name.slice(0, -1) : first?.name} (ideal {first?.ideal})
        </span>
        <span class="others">
          {others.map((reading) => (
            <span key={reading.name}>
              {reading.name} {reading.value}
            </span>
          ))}
        </span>
      </p>
      <View requests={requests} ways={drawnWays} moment={now} progress={progress} label={`${name}: ${say(requests, gone)}`} {...pointing} />
    </div>
  );
}

interface Player {
  /** 0 … 1. */
  readonly time: number;
  readonly isPlaying: boolean;
  readonly toggle: () => void;
  readonly go: (time: number) => void;
}

/** Plays from 0 to 1; by itself once, when the element is in view. */
function usePlayer(element: { readonly current: HTMLElement | null }, playsByItself: boolean): Player {
  const [time, setTime] = useState(playsByItself ? 0 : 1);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!playsByItself || element.current === null) return undefined;
    let pause: ReturnType<typeof setTimeout> | undefined;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        watch.disconnect();
        // The first version is to be seen before it changes.
        pause = setTimeout(() => setPlaying(true), 700);
      },
      { threshold: 0.5 },
    );
    watch.observe(element.current);
    return () => (watch.disconnect(), clearTimeout(pause));
  }, [playsByItself]);
  useEffect(() => {
    if (!isPlaying) return undefined;
    let frame = 0;
    let last = performance.now();
    const next = (now: number): void => {
      setTime((before) => Math.min(1, before + (now - last) / DURATION_MS));
      last = now;
      frame = requestAnimationFrame(next);
    };
    frame = requestAnimationFrame(next);
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);
  useEffect(() => {
    if (time === 1) setPlaying(false);
  }, [time]);
  return {
    time,
    isPlaying,
    toggle: () => {
      if (!isPlaying && time === 1) setTime(0);
      setPlaying(!isPlaying);
    },
    go: (to) => (setPlaying(false), setTime(to)),
  };
}
