import { createHash } from "node:crypto";
import type { Assignment } from "./assignment.ts";

/**
 * Seeds of the hidden cases of one exercise: drawn from the secret, the same for all students, and different for another
 * exercise or another secret. None where the assignment has no secret.
 */
export function hiddenSeeds({ secret, hiddenCases }: Pick<Assignment, "secret" | "hiddenCases">, exercise: string): number[] {
  if (secret === undefined) return [];
  return Array.from({ length: hiddenCases }, (_, i) => createHash("sha256").update(`${secret}\0${exercise}\0${i}`).digest().readInt32BE());
}

/** Content hash of the seeds of an exercise's hidden cases: whether two gradings drew the same ones, told without the secret. */
export function hiddenDraw(assignment: Pick<Assignment, "secret" | "hiddenCases">, exercise: string): string {
  return createHash("sha256")
    .update(JSON.stringify(hiddenSeeds(assignment, exercise)))
    .digest("hex")
    .slice(0, 16);
}
