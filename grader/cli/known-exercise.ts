import { closestMatch } from "#sandbox/answer/closest-match.ts";
import { exerciseIds } from "#kit/folder.ts";
import { UsageError } from "./exit-code.ts";

/** @throws UsageError that names the exercise that was probably meant, or all of them */
export async function requireExercise(id: string): Promise<void> {
  const ids = await exerciseIds();
  if (ids.includes(id)) return;
  const near = closestMatch(id, ids) ?? ids.find((known) => known.includes(id) || id.includes(known));
  const remedy = near ? `did you mean ${near}?` : `there are: ${ids.join(", ")}`;
  throw new UsageError(`there is no exercise "${id}"; ${remedy}`);
}
