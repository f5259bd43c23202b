import { closestMatch } from "#sandbox/answer/closest-match.ts";
import type { Assignment } from "../assignment/assignment.ts";

/** What is to be said of an answer to an exercise that is not assigned; undefined where it is. */
export function notAssigned(exercise: string, { exercises }: Assignment): string | undefined {
  const ids = exercises.map(({ id }) => id);
  if (ids.includes(exercise)) return undefined;
  const meant = closestMatch(exercise, ids);
  return `answers ${exercise}, which is not assigned${meant ? `; is ${meant} meant?` : ""}`;
}
