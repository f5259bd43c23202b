import { hiddenDraw } from "../assignment/hidden-seeds.ts";
import { lateness } from "../assignment/lateness.ts";
import type { GradeResult } from "#judge/result.ts";
import { simulatorVersion } from "#simulator";
import type { CountedHandIn } from "../submission/counted.ts";
import type { ClassGrades, ExerciseGrade, StudentGrade } from "./class-grades.ts";
import type { AssignedFolder } from "./assigned-folder.ts";
import { exerciseGrade, missingGrade } from "./exercise-grade.ts";
import { graderVersion } from "./grader-version.ts";
import { hundredths } from "./hundredths.ts";
import { answerTo, type ClassPlan, type Task } from "./plan.ts";
import type { SettledResult } from "./verdict-schema.ts";

/** What stands in the place of a verdict that there is not. Why there is none differs from run to run, and is told on the terminal. */
const NO_VERDICT = "The grader failed at this answer, and nobody has judged it yet. It counts for nothing, neither for nor against you.";

/** Everything of a class from the verdicts on its answers. */
export async function gradeClass(plan: ClassPlan, verdictOn: (task: Task) => Promise<SettledResult | undefined>): Promise<ClassGrades> {
  const verdicts = new Map<string, GradeResult>();
  for (const task of plan.tasks) {
    const result = (await verdictOn(task)) ?? faultOf(task);
    for (const student of task.students) verdicts.set(placeOf(student, task.job.exercise), result);
  }
  const { secret: _secret, ...assignment } = plan.assignment;
  const students = plan.counted.map((handIn) => studentGrade(plan, handIn, verdicts));
  const known = new Set(students.map(({ student }) => student.id));
  return {
    schema: "coalesce/class/v1",
    assignment,
    simulatorVersion,
    graderVersion: graderVersion(),
    exercises: plan.folders.map(({ assigned, exercise, version }) => ({
      id: assigned.id,
      title: exercise.title,
      version,
      hiddenDraw: hiddenDraw(plan.assignment, assigned.id),
      maxPoints: assigned.points,
    })),
    students,
    problems: plan.problems.filter(({ student }) => student === undefined || !known.has(student)),
  };
}

/** The one spelling of a class's grades as JSON: equal grades are equal bytes. It is for programs, and of a large class tens of megabytes. */
export function classJson(grades: ClassGrades): string {
  return `${JSON.stringify(grades)}\n`;
}

function studentGrade({ assignment, folders, problems }: ClassPlan, handIn: CountedHandIn, verdicts: ReadonlyMap<string, GradeResult>) {
  const { student, handedInAt } = handIn.submission;
  const late = lateness(assignment, handedInAt);
  const exercises = folders.map((folder) => gradeOf(folder, handIn, verdicts));
  const points = sum(exercises);
  return {
    student,
    handedInAt,
    lateness: late,
    attempts: handIn.attempts,
    exercises,
    points,
    score: points === null ? null : hundredths(points * late.factor),
    maxScore: hundredths(folders.reduce((total, { assigned }) => total + assigned.points, 0)),
    problems: problems.filter((problem) => problem.student === student.id),
  } satisfies StudentGrade;
}

function gradeOf({ assigned }: AssignedFolder, handIn: CountedHandIn, verdicts: ReadonlyMap<string, GradeResult>): ExerciseGrade {
  const answer = answerTo(assigned.id, handIn);
  if (answer === undefined) return missingGrade(assigned);
  const verdict = verdicts.get(placeOf(handIn.submission.student.id, assigned.id));
  if (verdict === undefined) throw new Error(`the plan has no task for ${assigned.id} of ${handIn.submission.student.id}`);
  return exerciseGrade(assigned, answer, verdict);
}

/** Null as soon as one exercise waits for its verdict. */
function sum(exercises: readonly ExerciseGrade[]): number | null {
  const points = exercises.map((grade) => grade.points);
  return points.includes(null) ? null : hundredths(points.reduce<number>((total, one) => total + (one ?? 0), 0));
}

function faultOf({ job: { exercise, exerciseVersion } }: Task): GradeResult {
  return { schema: "coalesce/result/v1", exercise, exerciseVersion, simulatorVersion, status: "fault", message: NO_VERDICT };
}

const placeOf = (student: string, exercise: string): string => JSON.stringify([student, exercise]);
