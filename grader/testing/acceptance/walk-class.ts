import type { Assignment } from "#classroom/assignment/assignment.ts";
import type { AssignedFolder } from "#classroom/grading/assigned-folder.ts";
import { drawFrom } from "#judge/hidden-cases.ts";
import { answerPool, type AnswerPool } from "./answer-pool.ts";
import { unreadableFiles, type WalkFile } from "./unreadable-files.ts";
import { unusualStudents } from "./unusual-students.ts";
import { ordinary, type WalkStudent } from "./walk-student.ts";

/** What stands in for the hand-ins of a class. */
export interface WalkClass {
  readonly students: readonly WalkStudent[];
  /** Files that are nobody's hand-in, each with what the report has to say of it. Those of students count as students. */
  readonly unreadable: readonly WalkFile[];
  readonly pools: ReadonlyMap<string, AnswerPool>;
}

const STUDENTS = 300;

/** The same class for the same assignment and course: 300 students, right, wrong, hostile, late, broken, duplicate. */
export function walkClass(assignment: Pick<Assignment, "id" | "exercises">, folders: readonly AssignedFolder[]): WalkClass {
  const pools = new Map(folders.map((folder) => [folder.assigned.id, answerPool(folder)]));
  const unreadable = unreadableFiles(assignment.id);
  const draw = drawFrom(300_106);
  const unusual = unusualStudents(pools, draw);
  const people = unusual.length + unreadable.filter(({ isStudents }) => isStudents).length;
  const others = Array.from({ length: STUDENTS - people }, (_, i) => ordinary(`s${String(i).padStart(3, "0")}`, pools, draw));
  return { students: [...unusual, ...others], unreadable, pools };
}
