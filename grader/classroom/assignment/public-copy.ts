import { z } from "zod";
import { assignmentFields, checkFieldsTogether, type Assignment } from "./assignment.ts";

const { secret: _secret, ...publicFields } = assignmentFields;

/** The students' copy of an assignment: all of it but the secret. One that has a secret is refused. */
export const publicAssignmentSchema = z
  .strictObject(publicFields, {
    error: ({ code, keys }) =>
      code === "unrecognized_keys" && (keys as readonly string[]).includes("secret")
        ? "holds the instructor's secret, so it is not the students' copy: use the one that `coalesce assignment link` wrote"
        : undefined,
  })
  .superRefine(checkFieldsTogether);

export type PublicAssignment = z.infer<typeof publicAssignmentSchema>;

/** An assignment as students may have it. */
export function publicCopy(assignment: Assignment): PublicAssignment {
  const { secret: _secret, ...copy } = assignment;
  return copy;
}
