import { encodeFragment } from "#classroom/assignment/fragment.ts";
import type { Sketch } from "#judge/sketch.ts";
import { playgroundLink } from "#figures/drawing/playground-link.ts";

/**
 * The address of the playground with a sketch, to be given to others.
 *
 * @throws RangeError for a sketch that the playground would refuse to open; the message names the field
 */
export async function sharedSketchLink(base: string, sketch: Sketch): Promise<string> {
  return playgroundLink(base, await checked(sketch));
}

/**
 * The address of a page for the frames of other sites that shows a sketch as a cell to try.
 *
 * @throws RangeError for a sketch that the page would refuse to show; the message names the field
 */
export async function embeddedCellLink(base: string, sketch: Sketch): Promise<string> {
  return `${base}embed/cell/#sketch=${await encodeFragment(await checked(sketch))}`;
}

async function checked(sketch: Sketch): Promise<Sketch> {
  const { parseSketch } = await import("#judge/parse-sketch.ts");
  return parseSketch(sketch);
}
