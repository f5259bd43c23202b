import { MOVED, NOT_MOVED, Swatches } from "../drawing/swatches.tsx";
import type { Layout } from "./layout.ts";

const UNITS: Record<Layout, string> = { AoS: "a record begins", SoA: "a field's array begins", AoSoA: "a chunk begins" };

/** What the fillings, the ticks and the pips of the picture mean. */
export function Legend({ layout }: { readonly layout: Layout }) {
  return (
    <Swatches
      entries={[
        { swatch: "asked", means: "asked for now: field, lane" },
        { swatch: "before", means: "asked for before" },
        MOVED,
        NOT_MOVED,
        { swatch: "begins", means: UNITS[layout] },
        { swatch: "pip", means: "moved once" },
        { swatch: "pip again", means: "moved again" },
      ]}
    />
  );
}
