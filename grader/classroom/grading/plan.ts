import { createHash } from "node:crypto";
import type { Assignment } from "../assignment/assignment.ts";
import { hiddenSeeds } from "../assignment/hidden-seeds.ts";
import { wrongSources } from "#kit/folder.ts";
import type { GradeJob } from "#judge/grade.ts";
import { simulatorVersion } from "#simulator";
import { countedHandIns, type CountedHandIn } from "../submission/counted.ts";
import { byCodeUnits } from "../submission/order.ts";
import type { Collected } from "../submission/read-submissions.ts";
import type { Submission, SubmissionProblem } from "../submission/submission.ts";
import type { AssignedFolder } from "./assigned-folder.ts";
import { graderVersion } from "./grader-version.ts";
import { JUDGING_LIMITS } from "./judging-limits.ts";

/** One source to be judged once, however many students handed it in. */
export interface Task {
  /** SHA-256 over everything that the verdict depends on: equal keys, equal verdicts. */
  readonly key: string;
  readonly job: GradeJob;
  /** Ids of the students whose verdict it is, sorted. */
  readonly students: readonly string[];
}

/** What is to be done to grade a class. */
export interface ClassPlan {
  readonly assignment: Assignment;
  /** In the assignment's order. */
  readonly folders: readonly AssignedFolder[];
  /** Every hand-in that could be read, whether it counts or not. */
  readonly submissions: readonly Submission[];
  /** One per student, sorted by id. */
  readonly counted: readonly CountedHandIn[];
  readonly problems: readonly SubmissionProblem[];
  /** Sorted by key: the same on every machine that has the same submissions. */
  readonly tasks: readonly Task[];
}

/**
 * Plans the grading of a class.
 *
 * @param grader the version of what judges: with another one, every answer is judged anew
 */
export function planClass(
  assignment: Assignment,
  folders: readonly AssignedFolder[],
  { submissions, problems }: Collected,
  grader = graderVersion(),
): ClassPlan {
  const chosen = countedHandIns(submissions, assignment);
  const tasks = folders.flatMap((folder) => tasksOf(folder, assignment, chosen.counted, grader));
  return {
    assignment,
    folders,
    submissions,
    counted: chosen.counted,
    problems: [...problems, ...chosen.problems],
    tasks: tasks.sort((a, b) => byCodeUnits(a.key, b.key)),
  };
}

/** The source that a hand-in gives for an exercise, if it gives one. */
export function answerTo(exercise: string, { submission }: CountedHandIn): CountedHandIn["submission"]["answers"][number] | undefined {
  return submission.answers.find((answer) => answer.exercise === exercise);
}

function tasksOf(folder: AssignedFolder, assignment: Assignment, counted: readonly CountedHandIn[], grader: string): Task[] {
  const { id } = folder.assigned;
  const common = {
    exercise: id,
    exerciseVersion: folder.version,
    wrongSources: wrongSources(folder.files),
    hiddenSeeds: hiddenSeeds(assignment, id),
  };
  const answered = counted.flatMap((handIn) => {
    const source = answerTo(id, handIn)?.source;
    return source === undefined ? [] : [{ source, student: handIn.submission.student.id }];
  });
  return [...Map.groupBy(answered, ({ source }) => source)].map(([source, answers]) => {
    const job: GradeJob = { ...common, source };
    return { key: taskKey(job, grader), job, students: answers.map(({ student }) => student).sort(byCodeUnits) };
  });
}

/** The wrong answers that a diagnosis compares with lie in the exercise's folder, so its version speaks for them. */
function taskKey({ exercise, exerciseVersion, hiddenSeeds = [], source }: GradeJob, grader: string): string {
  const limits = Object.values(JUDGING_LIMITS).map(({ silenceMs, totalMs, heapMebibytes }) => [silenceMs, totalMs, heapMebibytes]);
  const dependsOn = [exercise, exerciseVersion, simulatorVersion, grader, hiddenSeeds, limits, source];
  return createHash("sha256").update(JSON.stringify(dependsOn)).digest("hex");
}
