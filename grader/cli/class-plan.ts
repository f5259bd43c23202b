import type { Assignment } from "#classroom/assignment/assignment.ts";
import { AssignmentInvalid, invalidAssignment, readAssignment } from "#classroom/assignment/read-assignment.ts";
import { readAssignedFolders, type AssignedFolder } from "#classroom/grading/assigned-folder.ts";
import { planClass, type ClassPlan } from "#classroom/grading/plan.ts";
import { ReceivedTimesInvalid, readReceivedTimes } from "#classroom/submission/received.ts";
import { readSubmissions, type Collected } from "#classroom/submission/read-submissions.ts";
import { UsageError } from "./exit-code.ts";
import { readInputFile } from "./input-file.ts";

/** The words on the command line that say what is to be graded: those of `grade --assignment` and `merge`. */
export interface ClassWords {
  /** File of the assignment. */
  readonly assignment: string;
  /** Files and folders that were handed in. */
  readonly submissions: readonly string[];
  /** File of the times at which they were received. */
  readonly received?: string;
}

/** What a class was given and what it handed in, before anything is planned. */
export interface ReadClass extends Course {
  readonly collected: Collected;
  /** Students whose time the instructor names. */
  readonly received: ReadonlySet<string>;
}

/** @throws UsageError for an assignment that cannot be graded, with the line of everything that is wrong with it */
export async function readClassPlan(words: ClassWords): Promise<ClassPlan> {
  const { assignment, folders, collected } = await readClass(words);
  return planClass(assignment, folders, collected);
}

/**
 * Reads what a class was given and what it handed in.
 *
 * @throws UsageError for an assignment that cannot be graded, with the line of everything that is wrong with it
 */
export async function readClass({ assignment: file, submissions, received }: ClassWords): Promise<ReadClass> {
  if (submissions.length === 0) throw new UsageError("name what was handed in: files, or the folder that they lie in");
  const { assignment, folders } = await readCourseOf(file);
  const versions = new Map(folders.map(({ assigned, version }) => [assigned.id, version]));
  const times = received === undefined ? undefined : await readTimes(received, assignment);
  const collected = await readSubmissions(submissions, assignment, { versions, ...(times && { received: times }) });
  return { assignment, folders, collected, received: new Set(times?.keys()) };
}

/** An assignment, and the exercises that it names. */
interface Course {
  readonly assignment: Assignment;
  readonly folders: readonly AssignedFolder[];
}

/** Nothing is judged before the assignment and the course fit together. */
async function readCourseOf(file: string): Promise<Course> {
  const text = await readInputFile(file);
  try {
    const assignment = readAssignment(text, file);
    const { folders, problems } = await readAssignedFolders(assignment);
    if (problems.length > 0) throw invalidAssignment(text, file, problems);
    return { assignment, folders };
  } catch (error) {
    if (error instanceof AssignmentInvalid) throw new UsageError(error.message);
    throw error;
  }
}

async function readTimes(file: string, assignment: Assignment): Promise<ReadonlyMap<string, number>> {
  const text = await readInputFile(file);
  try {
    return readReceivedTimes(text, file, assignment);
  } catch (error) {
    if (error instanceof ReceivedTimesInvalid) throw new UsageError(error.message);
    throw error;
  }
}
