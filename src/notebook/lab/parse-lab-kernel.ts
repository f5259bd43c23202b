import * as z from "zod";
import { launchSchema } from "#cuda/launch/launch.ts";
import { devices } from "#simulator";
import { LONGEST_TITLE, type LabKernel } from "./lab-kernel.ts";
import { limitProblem } from "./text-limits.ts";

const labKernelSchema = z.object({
  schema: z.literal("coalesce/lab-kernel/v1"),
  title: z.string().max(LONGEST_TITLE),
  source: z.string(),
  launch: launchSchema,
  device: z.enum(Object.keys(devices)),
  host: z.int().min(1).optional(),
});

/** @throws RangeError for a value that is no kernel of the lab, or whose text it does not open; the message names the field or the line */
export function parseLabKernel(value: unknown): LabKernel {
  const parsed = labKernelSchema.safeParse(value);
  if (parsed.success) {
    const problem = limitProblem(parsed.data.source);
    if (problem !== undefined) throw new RangeError(problem);
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  throw new RangeError(`This is no kernel of the lab: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`);
}
