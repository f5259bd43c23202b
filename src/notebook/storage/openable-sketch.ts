import * as z from "zod";
import { sketchSchema, wholeNumber } from "#judge/sketch-schema.ts";
import type { Sketch } from "#judge/sketch.ts";

/**
 * A sketch that the playground can open. Unlike one that is shared (`parseSketch`), it may be half finished: with a name that is still
 * empty, or a step whose array was removed.
 */
export const openableSketch = sketchSchema({
  object: z.looseObject,
  title: z.string(),
  source: z.string(),
  name: z.string(),
  device: z.string(),
  exercise: z.string(),
  bytesPerElement: wholeNumber,
  elementsPerLane: wholeNumber,
  table: z.array(z.number()),
  mostConstants: Infinity,
  mostArrays: Infinity,
  mostSteps: Infinity,
});

export function isOpenable(value: unknown): value is Sketch {
  return openableSketch.safeParse(value).success;
}
