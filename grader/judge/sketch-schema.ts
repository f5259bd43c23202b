import * as z from "zod";
import { stepCount } from "./sketch-limits.ts";
import type { SketchStep } from "./sketch.ts";

/** The rules by which the readers of sketches differ: what a field may hold, and how much of it. */
export interface SketchRules {
  /** `z.strictObject`, or `z.looseObject` to let fields through that no sketch has. */
  readonly object: <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.ZodObject<Shape, z.core.$ZodObjectConfig>;
  readonly title: z.ZodString;
  readonly source: z.ZodString;
  /** The name of an access, an array or a constant. */
  readonly name: z.ZodString;
  readonly device: z.ZodType<string>;
  readonly exercise: z.ZodString;
  readonly bytesPerElement: z.ZodType<number>;
  readonly elementsPerLane: z.ZodType<number>;
  /** A constant that is a table. */
  readonly table: z.ZodType<number[]>;
  readonly mostConstants: number;
  readonly mostArrays: number;
  readonly mostSteps: number;
}

export const wholeNumber = z.int("must be a whole number").min(1, "must be 1 or more");

/** The shape of a sketch, for untrusted data. */
export function sketchSchema({ object, mostConstants, mostArrays, mostSteps, ...field }: SketchRules) {
  const extent = object({ x: wholeNumber, y: wholeNumber, z: wholeNumber });
  const launch = object({ gridDim: extent, blockDim: extent });
  const size = z
    .record(field.name, z.union([z.number(), field.table]))
    .refine((constants) => Object.keys(constants).length <= mostConstants, `must have at most ${mostConstants} constants`);

  const access = object({
    kind: z.enum(["load", "store"]),
    name: field.name,
    array: field.name,
    elementsPerLane: field.elementsPerLane.optional(),
  });
  const barrier = object({ kind: z.literal("barrier") });
  const innermost = object({
    kind: z.literal("repeat"),
    times: wholeNumber,
    steps: z.array(z.discriminatedUnion("kind", [access, barrier])),
  });
  const repeat = object({
    kind: z.literal("repeat"),
    times: wholeNumber,
    steps: z.array(z.discriminatedUnion("kind", [access, barrier, innermost])),
  });

  const array = object({
    name: field.name,
    space: z.enum(["global", "shared"]),
    bytesPerElement: field.bytesPerElement,
    length: wholeNumber,
    contents: z.enum(["source", "empty"]),
  });
  const freeKernel = object({
    kind: z.literal("free"),
    device: field.device,
    launch,
    size,
    arrays: z.array(array).max(mostArrays, `must have at most ${mostArrays} arrays`),
    steps: z
      .array(z.discriminatedUnion("kind", [access, barrier, repeat]))
      .refine(
        (steps) => stepCount(steps as readonly SketchStep[]) <= mostSteps,
        `must have at most ${mostSteps} steps, with those in loops`,
      ),
  });
  const exerciseKernel = object({ kind: z.literal("exercise"), exercise: field.exercise, launch, size });

  return object({
    schema: z.literal("coalesce/sketch/v1"),
    title: field.title,
    program: object({
      language: z.literal("typescript"),
      source: field.source,
      kernel: z.discriminatedUnion("kind", [freeKernel, exerciseKernel]),
    }),
  });
}
