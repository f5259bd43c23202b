import { deviceNamed } from "#simulator";
import { PART_NAMES, TIME_PARTS, type TimeEstimate } from "#clock/estimate-time.ts";
import { decimal, withUnit } from "#pictures/format.ts";
import { timeAccuracySentence } from "#pictures/time-accuracy.ts";
import "./time.css";

/** "About 41.2 µs on an NVIDIA H200, bound by DRAM." */
export function TimeSentence({ time, device }: { readonly time: TimeEstimate; readonly device: string }) {
  const { microseconds, boundBy, parts } = time;
  const [next] = TIME_PARTS.filter((part) => part !== "launch").sort((a, b) => parts[b] - parts[a]);
  return (
    <p class="time-sentence">
      About <strong>{micros(microseconds)}</strong> on the {nameOf(device)} by estimate, bound by {PART_NAMES[boundBy]}
      {boundBy === "launch" && ` and, once it runs, by ${PART_NAMES[next!]}`}.
    </p>
  );
}

/** That a time is no measurement, and how far such estimates have been off. */
export function TimeError() {
  return (
    <p class="time-error">
      The time is an estimate for a single launch after an equal one, not a measurement. {timeAccuracySentence()} GPUs other than the H100
      and the H200 are known from their data sheets only.
    </p>
  );
}

/** What each part would take alone, as bars; tensor cores only where they have work. */
export function TimeBars({ time: { microseconds, boundBy, parts } }: { readonly time: TimeEstimate }) {
  return (
    <ul class="time-bars" aria-label="What each part would take alone; parts overlap">
      {TIME_PARTS.filter((part) => part !== "tensor" || parts.tensor > 0).map((part) => (
        <li key={part} data-bound={part === boundBy || undefined}>
          <span class="time-part">{PART_NAMES[part]}</span>
          <span class="time-bar" aria-hidden="true">
            <span style={{ width: `${Math.min(100, (100 * parts[part]) / microseconds)}%` }} />
          </span>
          <span class="time-value">{micros(parts[part])}</span>
        </li>
      ))}
    </ul>
  );
}

/** A device's name, by its id. */
export function nameOf(device: string): string {
  return deviceNamed(device)?.name ?? device;
}

/** A time in µs. */
export function micros(value: number): string {
  return withUnit(value < 0.01 ? "0" : decimal(value), "µs");
}
