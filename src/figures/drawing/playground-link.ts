import { encodeFragment } from "#classroom/assignment/fragment.ts";
import type { Sketch } from "#judge/sketch.ts";

/**
 * A link that opens a sketch in the playground.
 *
 * @param base the site's base path, with a slash at its end
 */
export async function playgroundLink(base: string, sketch: Sketch): Promise<string> {
  return `${base}playground/#sketch=${await encodeFragment(sketch)}`;
}
