import * as z from "zod";
import { devices, type Dim3 } from "#simulator";
import {
  LONGEST_NAME,
  LONGEST_SOURCE,
  LONGEST_TABLE,
  LONGEST_TITLE,
  MOST_ARRAYS,
  MOST_CONSTANTS,
  MOST_STEPS,
  NAME_PATTERN,
  stepCount,
} from "./sketch-limits.ts";
import type { Sketch, SketchStep } from "./sketch.ts";

const nameRule = `must be a name as in TypeScript, of at most ${LONGEST_NAME} characters`;
const NAME = z.string().max(LONGEST_NAME, nameRule).regex(NAME_PATTERN, nameRule);
const WHOLE = z.int("must be a whole number").min(1, "must be 1 or more");
const EXTENT: z.ZodType<Dim3> = z.strictObject({ x: WHOLE, y: WHOLE, z: WHOLE });
const LAUNCH = z.strictObject({ gridDim: EXTENT, blockDim: EXTENT });
const SIZE = z
  .record(NAME, z.union([z.number(), z.array(z.number()).max(LONGEST_TABLE)]))
  .refine((size) => Object.keys(size).length <= MOST_CONSTANTS, `must have at most ${MOST_CONSTANTS} constants`);

const ACCESS = z.strictObject({
  kind: z.enum(["load", "store"]),
  name: NAME,
  array: NAME,
  elementsPerLane: z.literal([1, 2, 4, 8], "must be 1, 2, 4 or 8").optional(),
});
const BARRIER = z.strictObject({ kind: z.literal("barrier") });
const INNERMOST = z.strictObject({
  kind: z.literal("repeat"),
  times: WHOLE,
  steps: z.array(z.discriminatedUnion("kind", [ACCESS, BARRIER])),
});
const REPEAT = z.strictObject({
  kind: z.literal("repeat"),
  times: WHOLE,
  steps: z.array(z.discriminatedUnion("kind", [ACCESS, BARRIER, INNERMOST])),
});

const ARRAY = z.strictObject({
  name: NAME,
  space: z.enum(["global", "shared"]),
  bytesPerElement: z.literal([1, 2, 4, 8, 16], "must be 1, 2, 4, 8 or 16"),
  length: WHOLE,
  contents: z.enum(["source", "empty"]),
});

const FREE_KERNEL = z.strictObject({
  kind: z.literal("free"),
  device: z.enum(Object.keys(devices)),
  launch: LAUNCH,
  size: SIZE,
  arrays: z.array(ARRAY).max(MOST_ARRAYS, `must have at most ${MOST_ARRAYS} arrays`),
  steps: z
    .array(z.discriminatedUnion("kind", [ACCESS, BARRIER, REPEAT]))
    .refine(
      (steps) => stepCount(steps as readonly SketchStep[]) <= MOST_STEPS,
      `must have at most ${MOST_STEPS} steps, with those in loops`,
    ),
});
const EXERCISE_KERNEL = z.strictObject({
  kind: z.literal("exercise"),
  exercise: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be the id of an exercise"),
  launch: LAUNCH,
  size: SIZE,
});

const SKETCH = z.strictObject({
  schema: z.literal("coalesce/sketch/v1"),
  title: z.string().max(LONGEST_TITLE, `must have at most ${LONGEST_TITLE} characters`),
  program: z.strictObject({
    language: z.literal("typescript"),
    source: z.string().max(LONGEST_SOURCE, `must have at most ${LONGEST_SOURCE} characters`),
    kernel: z.discriminatedUnion("kind", [FREE_KERNEL, EXERCISE_KERNEL]),
  }),
});

/**
 * A sketch from untrusted data: a link, a file. It is well formed; whether its kernel can run, `runSketch` says.
 *
 * @throws RangeError that names the first field that is wrong: "program.kernel.launch.gridDim.x must be 1 or more"
 */
export function parseSketch(value: unknown): Sketch {
  const parsed = SKETCH.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new RangeError(issue === undefined ? "not a sketch" : `${issue.path.join(".") || "the sketch"}: ${issue.message}`);
  }
  return parsed.data as Sketch;
}
