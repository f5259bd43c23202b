import type { LandingPicture } from "#cuda/profile/landing-order.ts";
import { Prose, plainText } from "#pictures/inline-code.ts";
import "./landing-time-line.css";

/** In CSS pixels: a row's words stand above its bar. */
const ROW = { pitch: 40, words: 14, bar: 20, height: 12 };
const AXIS_HEIGHT = 18;
/** Lanes' colours, one for each copy. */
const colourOf = (row: number): string => `var(--lane-${(row * 4 + 10) % 32})`;

/** The order of copies with which a launch hangs: a row for each copy, from its begin until it lands, and the thread that waits below. */
export function LandingTimeLine({ picture: { rows, wait, hangs, columns, rest, events, sentence } }: { readonly picture: LandingPicture }) {
  const title = "The order that hangs";
  const waits = rows.length * ROW.pitch;
  const height = waits + ROW.pitch + AXIS_HEIGHT;
  const x = (column: number): string => `${(column / columns) * 100}%`;
  return (
    <figure class="figure not-content landing-order" aria-label={title}>
      <p class="figure-title">{title}</p>
      <div class="bank-grid">
        <svg class="addresses" height={height} aria-hidden="true">
          {rows.map(({ copy }, row) => (
            <text key={copy} x="100%" y={row * ROW.pitch + ROW.bar + ROW.height / 2}>
              copy {copy}
            </text>
          ))}
          <text x="100%" y={waits + ROW.bar + ROW.height / 2}>
            wait
          </text>
        </svg>
        <svg class="banks" width="100%" height={height} role="img" aria-label={sentence}>
          <rect class="hanging" x={x(hangs)} y="0" width={x(columns - hangs)} height={height - AXIS_HEIGHT} />
          {rows.map(({ copy, what, from, to }, row) => (
            <g key={copy}>
              <text class="row-words" x="0" y={row * ROW.pitch + ROW.words}>
                {plainText(what)}
              </text>
              <rect
                class="under-way"
                x={x(from)}
                y={row * ROW.pitch + ROW.bar}
                width={x(to - from)}
                height={ROW.height}
                style={{ stroke: colourOf(row) }}
              />
              <rect
                class="lands"
                x={x(to)}
                y={row * ROW.pitch + ROW.bar - 3}
                width="3"
                height={ROW.height + 6}
                style={{ fill: colourOf(row) }}
              />
              <text class="row-words" x={x(to)} dx="7" y={row * ROW.pitch + ROW.bar + ROW.height / 2 + 4}>
                lands
              </text>
            </g>
          ))}
          <text class="row-words" x="0" y={waits + ROW.words}>
            {wait.thread}
          </text>
          <rect class="waiting" x={x(wait.from)} y={waits + ROW.bar} width={x(wait.to - wait.from)} height={ROW.height} />
          <line class="hangs" x1={x(hangs)} x2={x(hangs)} y1="0" y2={height - AXIS_HEIGHT} />
          <text class="row-words at-end" x="100%" y={height - 4}>
            nothing goes on
          </text>
        </svg>
      </div>
      <figcaption>
        <p>
          {sentence} {rest}
        </p>
        <details>
          <summary>Event by event, in words</summary>
          <ol>
            {events.map((event) => (
              <li key={event}>
                <Prose text={event} />
              </li>
            ))}
          </ol>
        </details>
      </figcaption>
    </figure>
  );
}
