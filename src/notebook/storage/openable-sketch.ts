import * as z from "zod";
import type { Sketch } from "#judge/sketch.ts";

const whole = z.int("must be a whole number").min(1, "must be 1 or more");
const extent = z.looseObject({ x: whole, y: whole, z: whole });
const launch = z.looseObject({ gridDim: extent, blockDim: extent });
const size = z.record(z.string(), z.union([z.number(), z.array(z.number())]));

const access = z.looseObject({
  kind: z.enum(["load", "store"]),
  name: z.string(),
  array: z.string(),
  elementsPerLane: whole.optional(),
});
const barrier = z.looseObject({ kind: z.literal("barrier") });
const innermost = z.looseObject({
  kind: z.literal("repeat"),
  times: whole,
  steps: z.array(z.discriminatedUnion("kind", [access, barrier])),
});
const repeat = z.looseObject({
  kind: z.literal("repeat"),
  times: whole,
  steps: z.array(z.discriminatedUnion("kind", [access, barrier, innermost])),
});

const array = z.looseObject({
  name: z.string(),
  space: z.enum(["global", "shared"]),
  bytesPerElement: whole,
  length: whole,
  contents: z.enum(["source", "empty"]),
});

const freeKernel = z.looseObject({
  kind: z.literal("free"),
  device: z.string(),
  launch,
  size,
  arrays: z.array(array),
  steps: z.array(z.discriminatedUnion("kind", [access, barrier, repeat])),
});
const exerciseKernel = z.looseObject({ kind: z.literal("exercise"), exercise: z.string(), launch, size });

/**
 * A sketch that the playground can open. Unlike one that is shared (`parseSketch`), it may be half finished: with a name that is still
 * empty, or a step whose array was removed.
 */
export const openableSketch = z.looseObject({
  schema: z.literal("coalesce/sketch/v1"),
  title: z.string(),
  program: z.looseObject({
    language: z.literal("typescript"),
    source: z.string(),
    kernel: z.discriminatedUnion("kind", [freeKernel, exerciseKernel]),
  }),
});

export function isOpenable(value: unknown): value is Sketch {
  return openableSketch.safeParse(value).success;
}
