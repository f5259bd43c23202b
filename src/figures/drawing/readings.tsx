import type { Reading } from "./reading.ts";

/** The numbers beside a picture, in the course's fixed order. */
export function Readings({ readings }: { readonly readings: readonly Reading[] }) {
  return (
    <dl class="readings">
      {readings.map(({ name, value, ideal }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {ideal !== undefined && <span class="ideal"> (ideal {ideal})</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
