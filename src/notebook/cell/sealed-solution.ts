import { unseal } from "#classroom/assignment/sealed.ts";
import type { ExerciseData, SealedSolution, SolutionText } from "../exercise-data.ts";
import type { KeptBack, SavedAssignment } from "../storage/saved-assignments.ts";

type Saved = readonly Pick<SavedAssignment, "assignment">[];

/** Why a solution stays sealed in this browser: no assignment in it has the key; undefined where one has, or nothing is sealed. */
export function sealedBack({ sealedFor = [] }: Pick<ExerciseData, "sealedFor">, saved: Saved): KeptBack | undefined {
  const [first] = sealedFor;
  if (first === undefined || sealedFor.some(({ id }) => keyOf(id, saved) !== undefined)) return undefined;
  return { assignment: first.title };
}

/**
 * A solution as it can be shown, opened with the key of the first saved assignment that has one.
 *
 * @throws InputError when there is no key, or it does not fit
 */
export async function openedSolution<Opened extends SolutionText>(solution: Opened | SealedSolution, saved: Saved): Promise<Opened> {
  if (!("sealed" in solution)) return solution;
  for (const sealed of solution.sealed) {
    const key = keyOf(sealed.assignment, saved);
    if (key !== undefined) return JSON.parse(await unseal(sealed, key)) as Opened;
  }
  throw new RangeError("This solution is sealed, and no assignment in this browser has its key.");
}

function keyOf(id: string, saved: Saved): string | undefined {
  return saved.find(({ assignment }) => assignment.id === id)?.assignment.solutionsKey;
}
