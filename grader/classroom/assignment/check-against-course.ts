import { editDistance, closestMatch } from "#sandbox/answer/closest-match.ts";
import type { Exercise } from "#judge/exercise.ts";
import type { AssignedExercise, Assignment } from "./assignment.ts";
import type { AssignmentProblem } from "./read-assignment.ts";

/**
 * Holds an assignment against the course: every exercise and every check that it names is there, and something counts.
 *
 * @param exercises the assigned exercises that the course has, by id; more do no harm.
 * @param ids of all exercises, among which the one that was meant is looked for.
 */
export function checkAgainstCourse(
  assignment: Assignment,
  exercises: ReadonlyMap<string, Exercise>,
  ids: readonly string[] = [...exercises.keys()],
): AssignmentProblem[] {
  return assignment.exercises.flatMap((assigned, i) => {
    const exercise = exercises.get(assigned.id);
    const problems = exercise ? checkProblems(assigned, exercise) : [unknownExercise(assigned.id, ids)];
    return problems.map(({ path, message }) => ({ path: ["exercises", i, ...path], message }));
  });
}

const FEW = 3;

function unknownExercise(id: string, ids: readonly string[]): AssignmentProblem {
  const meant = closestMatch(id, ids);
  const nearest = ids.toSorted((a, b) => editDistance(id, a) - editDistance(id, b)).slice(0, FEW);
  const remedy = meant ? `is ${meant} meant?` : `the nearest are ${nearest.join(", ")}`;
  return { path: ["id"], message: `there is no exercise "${id}"; ${remedy}` };
}

function checkProblems({ id, checks, hideChecks }: AssignedExercise, exercise: Exercise): AssignmentProblem[] {
  const ids = exercise.checks.map((check) => check.id);
  const unknown = (check: string, ...path: PropertyKey[]): AssignmentProblem[] =>
    ids.includes(check) ? [] : [{ path, message: `${id} has no check "${check}"; its checks are ${ids.join(", ")}` }];
  const countsNothing = checks !== undefined && Object.values(checks).every((weight) => weight === 0);
  return [
    ...Object.keys(checks ?? {}).flatMap((check) => unknown(check, "checks", check)),
    ...hideChecks.flatMap((check, i) => unknown(check, "hideChecks", i)),
    ...(countsNothing
      ? [{ path: ["checks"], message: `no check of ${id} counts anything: give one a weight above 0, or leave checks out` }]
      : []),
  ];
}
