import { ASKED_FOR, NOT_MOVED, Swatches } from "../drawing/swatches.tsx";

/** What the fillings and outlines of the picture mean. */
export function Legend() {
  return (
    <Swatches
      entries={[
        ASKED_FOR,
        { swatch: "moved", means: "moved, not asked for by this warp" },
        NOT_MOVED,
        { swatch: "both", means: "sector that both warps touch" },
      ]}
    />
  );
}
