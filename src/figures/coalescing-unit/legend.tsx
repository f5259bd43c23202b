import { ASKED_FOR, MOVED, NOT_MOVED, Swatches } from "../drawing/swatches.tsx";

/** What the fillings and outlines of the picture mean. */
export function Legend() {
  return <Swatches entries={[ASKED_FOR, MOVED, { swatch: "needed", means: "needed, not there yet" }, NOT_MOVED]} />;
}
