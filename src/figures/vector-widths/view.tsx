import { useId } from "preact/hooks";
import { CACHE_LINE_BYTES } from "#simulator";
import { Hatch } from "#pictures/hatch.ts";
import { LaneStrip } from "../drawing/lanes.tsx";
import { LINE_COUNT, type SectorCell, type Span } from "./copy.ts";
import { fullBar, type Model, type Speed, type TimedOn } from "./model.ts";

interface ViewProps {
  readonly model: Model;
  readonly onPoint: (lane: number | undefined) => void;
}

const LINE_HEIGHT = 16;
/** From one line to the next: below each there is room for one bar per time that a sector moves. */
const PITCH = 27;
const TOP = 6;
const HEIGHT = TOP + LINE_COUNT * PITCH;
const LINES = Array.from({ length: LINE_COUNT }, (_, line) => line);
/** Fewer bytes per lane leave no room for a lane's number. */
const NUMBERED_BYTES = 4;

/** The warp above, below it the memory that it copies, to scale; the last load is outlined. */
export function View({ model, onPoint }: ViewProps) {
  const hatch = `hatch-${useId()}`;
  return (
    <div class="vector-memory">
      <LaneStrip lanes={model.lanes} onPoint={onPoint} />
      <svg class="addresses" height={HEIGHT} aria-hidden="true">
        {LINES.map((line) => (
          <text key={line} class="touched" x="100%" y={top(line) + LINE_HEIGHT / 2}>
            {line * CACHE_LINE_BYTES}
          </text>
        ))}
      </svg>
      <svg class="memory" width="100%" height={HEIGHT} role="img" aria-label={model.sentence}>
        <Hatch id={hatch} />
        {model.sectors.map((sector) => (
          <Sector key={sector.number} sector={sector} hatch={hatch} />
        ))}
        <LaneBytes model={model} onPoint={onPoint} />
        {LINES.map((line) => (
          <rect key={line} class="line-edge" x="0" y={top(line)} width="100%" height={LINE_HEIGHT} />
        ))}
        {model.lastLoad?.spans.map((span) => (
          <SpanRect key={`${span.line}-${span.offsetBytes}`} class="last-load" span={span} />
        ))}
        <LaneNumbers model={model} />
        {model.fault?.spans.map((span) => (
          <SpanRect key={span.line} class="fault" span={span} />
        ))}
      </svg>
    </div>
  );
}

function Sector({ sector, hatch }: { readonly sector: SectorCell; readonly hatch: string }) {
  const { number, line, offsetBytes, bytes, timesMoved } = sector;
  const y = top(line) + LINE_HEIGHT;
  return (
    <g>
      <rect
        class={`sector ${timesMoved > 0 ? "moved" : "still"}`}
        x={percentOfLine(offsetBytes)}
        y={top(line)}
        width={percentOfLine(bytes)}
        height={LINE_HEIGHT}
        fill={timesMoved > 0 ? `url(#${hatch})` : "none"}
      >
        <title>{`Sector ${number}: moved ${timesMoved === 1 ? "once" : `${timesMoved} times`}`}</title>
      </rect>
      {Array.from({ length: timesMoved }, (_, time) => (
        <rect
          key={time}
          class="time-moved"
          x={percentOfLine(offsetBytes + 0.5)}
          y={y + 2 + time * 4}
          width={percentOfLine(bytes - 1)}
          height="2.5"
        />
      ))}
    </g>
  );
}

/** One path for all bytes of a lane, in bytes across and pixels down, instead of up to a thousand rectangles. */
function LaneBytes({ model, onPoint }: ViewProps) {
  return (
    <svg x="0" y="0" width="100%" height={HEIGHT} viewBox={`0 0 ${CACHE_LINE_BYTES} ${HEIGHT}`} preserveAspectRatio="none">
      {model.lanes.map(({ lane, emphasis }) => (
        <path
          key={lane}
          class={`lane-bytes ${emphasis}`}
          d={model.laneSpans[lane]
            ?.map(({ line, offsetBytes, bytes }) => `M${offsetBytes} ${top(line)}h${bytes}v${LINE_HEIGHT}h${-bytes}z`)
            .join("")}
          style={{ "--lane": `var(--lane-${lane})` }}
          onPointerEnter={() => onPoint(lane)}
          onPointerLeave={() => onPoint(undefined)}
        />
      ))}
    </svg>
  );
}

function LaneNumbers({ model }: { readonly model: Model }) {
  return (
    <g aria-hidden="true">
      {model.lastLoad?.laneSpans.map(([first], lane) =>
        !first || first.bytes < NUMBERED_BYTES ? null : (
          <text
            key={lane}
            class="cell-number"
            x={percentOfLine(first.offsetBytes + first.bytes / 2)}
            y={top(first.line) + LINE_HEIGHT / 2}
            style={{ fill: `var(--lane-ink-${lane})`, stroke: `var(--lane-${lane})` }}
          >
            {lane}
          </text>
        ),
      )}
    </g>
  );
}

function SpanRect({ class: name, span }: { readonly class: string; readonly span: Span }) {
  return (
    <rect class={name} x={percentOfLine(span.offsetBytes)} y={top(span.line)} width={percentOfLine(span.bytes)} height={LINE_HEIGHT} />
  );
}

function top(line: number): number {
  return TOP + line * PITCH;
}

function percentOfLine(lineBytes: number): string {
  return `${(lineBytes / CACHE_LINE_BYTES) * 100}%`;
}

/** Measured copies as bars; those of the chosen width stand out. */
export function SpeedsView({ speeds, gpu }: { readonly speeds: readonly Speed[]; readonly gpu: TimedOn }) {
  return (
    <div class="speeds">
      <p>
        Whole kernels on an {gpu.toUpperCase()}, by type and by how much they move. Full bar: {fullBar(gpu)}.
      </p>
      <ul>
        {speeds.map(({ type, amount, text, share, chosen }) => (
          <li key={`${type} ${amount}`} class={chosen ? "chosen" : ""}>
            <span class="type">{type}</span>
            <span class="amount">{amount}</span>
            <span class="bar" aria-hidden="true">
              <span style={{ transform: `scaleX(${share})` }} />
            </span>
            <span class="speed">{text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
