import type { Exercise } from "#judge/exercise.ts";
import { assignableIds, readExerciseFolder, type ExerciseFolder } from "#kit/folder.ts";
import { exerciseIdsIn, ownExercisesRoot } from "#kit/own-exercises.ts";
import { closestMatch, editDistance } from "#sandbox/answer/closest-match.ts";
import { invalidAssignment, readAssignment, type AssignmentProblem } from "./assignment-file.ts";
import { publicCopy, type AssignedExercise, type Assignment, type PublicAssignment } from "./assignment.ts";
import { InputError } from "./input-error.ts";
import { ownExercise, type OwnExercise } from "./own-exercise.ts";

/** An assignment together with the exercises of the course that it assigns. */
export interface AssignedCourse {
  readonly assignment: Assignment;
  /** One per assigned exercise, in the assignment's order. */
  readonly folders: readonly AssignedFolder[];
}

/** The folder of an exercise, and the assignment's settings for the exercise. */
export interface AssignedFolder extends ExerciseFolder {
  readonly assigned: AssignedExercise;
}

/**
 * Reads an assignment from YAML, and the folders of the exercises that it assigns.
 *
 * @param file the file's name, for the messages.
 * @param root the folder that holds the exercises; without it, the course's and the instructor's own.
 * @throws AssignmentInvalid that gives the line of every problem: of the file itself, or of an exercise or check that the course lacks.
 */
export async function readAssignedCourse(text: string, file: string, root?: string): Promise<AssignedCourse> {
  const assignment = readAssignment(text, file);
  const ids = await assignableIds(root);
  const known = assignment.exercises.filter(({ id }) => ids.includes(id));
  const folders = await Promise.all(known.map(async (assigned) => ({ ...(await readExerciseFolder(assigned.id, root)), assigned })));
  const exercises = new Map(folders.map(({ assigned, exercise }) => [assigned.id, exercise]));
  const problems = checkAgainstCourse(assignment, exercises, ids);
  if (problems.length > 0) throw invalidAssignment(text, file, problems);
  return { assignment, folders };
}

/** The students' copy of an assignment, with the texts of the instructor's own exercises. */
export function studentsCopy({ assignment, folders }: AssignedCourse): PublicAssignment {
  const root = ownExercisesRoot();
  const ids = root === undefined ? [] : exerciseIdsIn(root);
  const own = folders.filter(({ assigned }) => ids.includes(assigned.id)).map(ownExerciseOf);
  return { ...publicCopy(assignment), ...(own.length > 0 && { own }) };
}

/** @throws InputError for an exercise that is too long to travel with an assignment */
function ownExerciseOf({ exercise, version, files }: AssignedFolder): OwnExercise {
  const { id, title, cases, hints } = exercise;
  const { data, error } = ownExercise.safeParse({
    id,
    title,
    version,
    hints,
    prompt: (files.get("prompt.mdx") ?? "").trim(),
    starter: (files.get("starter.ts") ?? "").trimEnd(),
    cases: cases.filter(({ hidden = false }) => !hidden).map((shown) => shown.title),
  });
  if (error)
    throw new InputError(error.issues.map(({ path, message }) => `${id} cannot travel with the assignment: ${path.join(".")}: ${message}`));
  return data;
}

/**
 * Checks an assignment against the course: the course has every exercise and every check that the assignment names, and in each exercise
 * some check has a weight.
 *
 * @param exercises the assigned exercises that the course has, by id; more do no harm.
 * @param ids the ids of all exercises: a message about an unknown exercise suggests one of these.
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

/** How many exercises a message names when none is close to the unknown one. */
const SUGGESTIONS = 3;

function unknownExercise(id: string, ids: readonly string[]): AssignmentProblem {
  const meant = closestMatch(id, ids);
  const nearest = ids.toSorted((a, b) => editDistance(id, a) - editDistance(id, b)).slice(0, SUGGESTIONS);
  const remedy = meant ? `did you mean ${meant}?` : `the nearest are ${nearest.join(", ")}`;
  return { path: ["id"], message: `there is no exercise "${id}"; ${remedy}` };
}

function checkProblems({ id, checks, hideChecks }: AssignedExercise, exercise: Exercise): AssignmentProblem[] {
  const ids = exercise.checks.map((check) => check.id);
  const given = Object.entries(checks ?? {})
    .flatMap(([check, weight]) => (weight > 0 && exercise.starterPasses?.includes(check) ? [check] : []))
    .join(", ");
  const unknown = (check: string, ...path: PropertyKey[]): AssignmentProblem[] =>
    ids.includes(check) ? [] : [{ path, message: `${id} has no check "${check}"; its checks are ${ids.join(", ")}` }];
  const countsNothing = ([check, weight]: [string, number]): boolean => weight === 0 || (exercise.starterPasses?.includes(check) ?? false);
  const hasNoWeight = checks !== undefined && Object.entries(checks).every(countsNothing);
  return [
    ...Object.keys(checks ?? {}).flatMap((check) => unknown(check, "checks", check)),
    ...hideChecks.flatMap((check, i) => unknown(check, "hideChecks", i)),
    ...(hasNoWeight
      ? [
          {
            path: ["checks"],
            message: `no check of ${id} counts anything${given === "" ? "" : ` (the starter has ${given} already)`}: give one a weight above 0, or leave checks out`,
          },
        ]
      : []),
  ];
}
