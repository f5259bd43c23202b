import type { Sketch } from "#judge/sketch.ts";
import { encodeFragment } from "./share/fragment.ts";

/**
 * A link that opens a sketch in the playground.
 *
 * @param base the site's base path, with a slash at its end
 */
export async function playgroundLink(base: string, sketch: Sketch): Promise<string> {
  return `${base}playground/#sketch=${await encodeFragment(sketch)}`;
}

/** The address of a page for the frames of other sites that shows a sketch as a cell to try. */
export async function embeddedCellLink(base: string, sketch: Sketch): Promise<string> {
  return `${base}embed/cell/#sketch=${await encodeFragment(sketch)}`;
}
