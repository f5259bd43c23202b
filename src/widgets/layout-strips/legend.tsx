import type { Layout } from "./layout.ts";

const UNITS: Record<Layout, string> = { AoS: "a record begins", SoA: "a field's array begins", AoSoA: "a chunk begins" };

/** What the fillings, the ticks and the pips of the picture mean. */
export function Legend({ layout }: { readonly layout: Layout }) {
  return (
    <ul class="legend">
      <li>
        <span class="swatch asked" /> asked for now: field, lane
      </li>
      <li>
        <span class="swatch before" /> asked for before
      </li>
      <li>
        <span class="swatch moved" /> moved, not asked for
      </li>
      <li>
        <span class="swatch still" /> not moved
      </li>
      <li>
        <span class="swatch begins" /> {UNITS[layout]}
      </li>
      <li>
        <span class="swatch pip" /> moved once
      </li>
      <li>
        <span class="swatch pip again" /> moved again
      </li>
    </ul>
  );
}
