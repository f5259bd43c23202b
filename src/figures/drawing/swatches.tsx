import type { ComponentChildren } from "preact";
import { FILL_LABELS } from "#pictures/captions.ts";

/** One filling, outline or mark of a picture, and what it means. */
export interface Swatch {
  /** Classes of the swatch, besides "swatch". */
  readonly swatch: string;
  readonly means: ComponentChildren;
}

/** The entries that most pictures of global memory have. */
export const ASKED_FOR: Swatch = { swatch: "asked", means: FILL_LABELS.asked };
export const MOVED: Swatch = { swatch: "moved", means: FILL_LABELS.moved };
export const NOT_MOVED: Swatch = { swatch: "still", means: FILL_LABELS.still };
export const MOVED_BY_DRAM: Swatch = { swatch: "dram", means: FILL_LABELS.dram };

/** What the fillings, outlines and marks of a picture mean. */
export function Swatches({ entries }: { readonly entries: readonly Swatch[] }) {
  return (
    <ul class="legend">
      {entries.map(({ swatch, means }) => (
        <li key={swatch}>
          <span class={`swatch ${swatch}`.trim()} /> {means}
        </li>
      ))}
    </ul>
  );
}
