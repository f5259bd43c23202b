import type { Sketch } from "#judge/sketch.ts";
import { encodeFragment } from "./share/fragment.ts";

// Figures open in the playground as well, so the link itself is theirs.
export { playgroundLink } from "#figures/drawing/playground-link.ts";

/** The address of a page for the frames of other sites that shows a sketch as a cell to try. */
export async function embeddedCellLink(base: string, sketch: Sketch): Promise<string> {
  return `${base}embed/cell/#sketch=${await encodeFragment(sketch)}`;
}
