import * as z from "zod";
import { count } from "#pictures/format.ts";
import { devices } from "#simulator";
import {
  LONGEST_NAME,
  LONGEST_SOURCE,
  LONGEST_TABLE,
  LONGEST_TITLE,
  MOST_ARRAYS,
  MOST_CONSTANTS,
  MOST_STEPS,
  NAME_PATTERN,
} from "./sketch-limits.ts";
import { sketchSchema } from "./sketch-schema.ts";
import type { Sketch } from "./sketch.ts";

const nameRule = `must be a name as in TypeScript, of at most ${LONGEST_NAME} characters`;

const SKETCH = sketchSchema({
  object: z.strictObject,
  title: z.string().max(LONGEST_TITLE, `must have at most ${LONGEST_TITLE} characters`),
  source: z.string().max(LONGEST_SOURCE, `must have at most ${count(LONGEST_SOURCE)} characters`),
  name: z.string().max(LONGEST_NAME, nameRule).regex(NAME_PATTERN, nameRule),
  device: z.enum(Object.keys(devices)),
  exercise: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be the id of an exercise"),
  bytesPerElement: z.literal([1, 2, 4, 8, 16], "must be 1, 2, 4, 8 or 16"),
  elementsPerLane: z.literal([1, 2, 4, 8], "must be 1, 2, 4 or 8"),
  table: z.array(z.number()).max(LONGEST_TABLE),
  mostConstants: MOST_CONSTANTS,
  mostArrays: MOST_ARRAYS,
  mostSteps: MOST_STEPS,
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
