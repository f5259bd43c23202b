import { MEASURED_SIDE } from "./measured.ts";
import type { Bar } from "./model.ts";

/** What the clock said: useful data carried per second by each version. */
export function MeasuredBars({ bars }: { readonly bars: readonly Bar[] }) {
  const size = `${MEASURED_SIDE} × ${MEASURED_SIDE}`;
  return (
    <div class="bars">
      <p>Measured on an H100, {size} floats</p>
      <ul>
        {bars.map(({ label, value, share, current }) => (
          <li key={label} class={current ? "current" : ""} aria-current={current ? "true" : undefined}>
            <span class="bar-label">{label}</span>
            <span class="bar-track" aria-hidden="true">
              <span style={{ width: `${share * 100}%` }} />
            </span>
            <span class="bar-value">{value}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
