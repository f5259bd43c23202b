import type { Assignment } from "#classroom/assignment/assignment.ts";
import { checkAgainstCourse } from "#classroom/assignment/check-against-course.ts";
import { invalidAssignment, readAssignment } from "#classroom/assignment/read-assignment.ts";
import { exerciseIds } from "#kit/folder.ts";
import { courseExercises } from "./course-exercises.ts";
import { readInputFile } from "./input-file.ts";

/**
 * Reads an assignment's file and holds it against the course.
 *
 * @throws UsageError when there is nothing to read
 * @throws AssignmentInvalid that names the line of everything that is wrong
 */
export async function readAssignmentFile(file: string): Promise<Assignment> {
  const text = await readInputFile(file);
  const assignment = readAssignment(text, file);
  const exercises = await courseExercises(assignment.exercises.map(({ id }) => id));
  const problems = checkAgainstCourse(assignment, exercises, await exerciseIds());
  if (problems.length > 0) throw invalidAssignment(text, file, problems);
  return assignment;
}
