import type { AssignedExercise, Assignment } from "../assignment/assignment.ts";
import { checkAgainstCourse } from "../assignment/check-against-course.ts";
import type { AssignmentProblem } from "../assignment/read-assignment.ts";
import { exerciseIds, exercisesRoot, readExerciseFolder, type ExerciseFolder } from "#kit/folder.ts";

/** An exercise as the course has it, with what the assignment says of it. */
export interface AssignedFolder extends ExerciseFolder {
  readonly assigned: AssignedExercise;
}

/** What the course has for an assignment, and where the assignment names what the course does not have. */
export interface AssignedFolders {
  /** In the assignment's order; without the exercises that there are not. */
  readonly folders: readonly AssignedFolder[];
  readonly problems: readonly AssignmentProblem[];
}

/** Reads the folder of every assigned exercise, and holds the assignment against them. */
export async function readAssignedFolders(assignment: Assignment, root = exercisesRoot): Promise<AssignedFolders> {
  const ids = await exerciseIds(root);
  const there = assignment.exercises.filter(({ id }) => ids.includes(id));
  const folders = await Promise.all(there.map(async (assigned) => ({ ...(await readExerciseFolder(assigned.id, root)), assigned })));
  const exercises = new Map(folders.map(({ assigned, exercise }) => [assigned.id, exercise]));
  return { folders, problems: checkAgainstCourse(assignment, exercises, ids) };
}
