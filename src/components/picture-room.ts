import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import type { SketchRun } from "#judge/run-sketch.ts";
import { requestPrints } from "#notebook/cell/shown-warp.ts";
import { SketchPicture } from "#notebook/sketch/sketch-picture.tsx";

/** The drawing of memory, or of shared memory's banks, in a picture. */
const DRAWING = /<svg class="(?:memory|banks)"[^>]* height="(\d+(?:\.\d+)?)"/;

/** More room than this, in CSS pixels, would be an empty place on the page: what needs more pushes what is below. */
const MOST_ROOM = 100;

/**
 * How high the drawing is in a try cell's first picture, and in the highest one that its text leads to, in CSS pixels: room that is kept
 * from the start, so that nothing below moves. Of a picture, only the drawing's height follows the requests.
 */
export function drawingHeights(first: SketchRun, asked: readonly SketchRun[]): { readonly first: number; readonly highest: number } {
  const starting = requestPrints(first.accesses);
  const heightOf = (run: SketchRun): number => Number(DRAWING.exec(renderToString(h(SketchPicture, { run, starting })))?.[1] ?? 0);
  const lowest = heightOf(first);
  return { first: lowest, highest: Math.max(lowest, ...asked.map(heightOf).filter((height) => height <= lowest + MOST_ROOM)) };
}
