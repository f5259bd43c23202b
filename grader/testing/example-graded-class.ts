import { hiddenSeeds } from "#classroom/grading/plan.ts";
import { instantOf, lateness } from "#classroom/assignment/lateness.ts";
import { readAssignment } from "#classroom/assignment/assignment-file.ts";
import type { ClassGrades, StudentGrade } from "#classroom/grading/class-grades.ts";
import { type ExerciseGrade, exerciseGrade, missingGrade, hundredths } from "#classroom/grading/exercise-grade.ts";
import { answerSource, readExerciseFolder, type ExerciseFolder } from "#kit/folder.ts";
import type { GradeResult } from "#judge/result.ts";
import { simulatorVersion } from "#simulator";
import type { HandedAnswer, SubmissionProblem } from "#classroom/submission/submission.ts";
import { gradeWithoutFullSize } from "./without-full-size.ts";

const assignmentWithSecret = readAssignment(
  `schema: coalesce/assignment/v1
id: week-1
title: Coalescing & <banks>
timeZone: Europe/Berlin
due: 2026-10-24T23:59
closes: 2026-11-05T00:00
late: { policy: per-day, percent: 10, capPercent: 40, graceMinutes: 15 }
secret: nobody may know this
hiddenCases: 2
exercises:
  - { id: straight-copy, points: 10 }
  - { id: row-walk, points: 20, hideChecks: [written-once] }
  - { id: transpose-padded, points: 30 }
`,
  "week-1.yaml",
);

/** An answer to row-walk that is right in the visible cases only: it knows their lengths. */
const HARD_CODED = `const lengths: Record<number, number> = { 16: 16 * 64, 37: 37 * 100, 4096: 4096 * 4096 };

export function element({ threadIdx, blockIdx, blockDim }: Thread, size: { rows: number; columns: number }): number | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  const index = row * size.columns + column;
  return column < size.columns && index < (lengths[size.rows] ?? 64) ? index : null;
}
`;

/** An answer to row-walk that throws in hidden cases, with the size in its message. */
const THROWS_WHEN_HIDDEN = `export function element({ threadIdx, blockIdx, blockDim }: Thread, size: { rows: number; columns: number }): number | null {
  if (![16, 37, 4096].includes(size.rows)) throw new Error(\`leaked \${size.rows} rows\`);
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  return row < size.rows && column < size.columns ? row * size.columns + column : null;
}
`;

/** An unusual solution of straight-copy, which two people would hardly write independently. */
const ORIGINAL = `const clamp = (value: number, most: number) => (value < most ? value : most);

function first(thread: Thread): number {
  let total = 0;
  for (let block = 0; block < thread.blockIdx.x; block++) {
    total = total + clamp(thread.blockDim.x, 1024);
  }
  switch (total % 2) {
    case 0: return clamp(total, 2 ** 40) + thread.threadIdx.x;
    default: return total + clamp(thread.threadIdx.x, 1023);
  }
}

export function read(thread: Thread, size: { n: number }): number | null {
  const mine = first(thread);
  return mine >= size.n ? null : mine;
}

export function write(thread: Thread, size: { n: number }): number | null {
  const mine = first(thread);
  return mine >= size.n ? null : mine;
}
`;

/** A student, with the answers in short notation. */
interface StudentInBrief {
  readonly id: string;
  readonly name: string;
  readonly at?: string;
  /** By exercise: a path in its folder, a source after "text:", or "fault" for a failure of the grader. */
  readonly answers: Readonly<Record<string, string>>;
  /** The verdict of the student's own page on row-walk. */
  readonly page?: HandedAnswer["pageVerdict"];
  readonly problems?: readonly string[];
}

const right = { "straight-copy": "solution.ts", "row-walk": "solution.ts", "transpose-padded": "solution.ts" };
const passed = { unverified: true, status: "pass", score: 14, maxScore: 14 } as const;

/** Students with right, wrong, late, broken, hostile and copied answers, and one who waits for a verdict. */
const studentsInBrief: readonly StudentInBrief[] = [
  { id: "ada", name: "Ada Lovelace", answers: right, page: passed },
  {
    id: "Ada",
    name: "Ada Yonath",
    answers: { ...right, "row-walk": "wrong/walks-down-columns.ts" },
    page: { ...passed, status: "fail", score: 6 },
  },
  {
    id: "../../etc/passwd",
    name: `<script>alert("x")</script>`,
    answers: { ...right, "row-walk": "text:</script><img src=x onerror=alert(1)>" },
  },
  {
    id: "=cmd|' /C calc'!A0",
    name: "+1+1",
    answers: { "straight-copy": "starter.ts", "row-walk": "starter.ts", "transpose-padded": "starter.ts" },
  },
  { id: 'bob, "the\nbuilder"', name: "Bob", at: "2026-10-26T09:30", answers: { ...right, "transpose-padded": "wrong/no-padding.ts" } },
  { id: "שרה", name: "שרה לוי \u202Egnimac", answers: { ...right, "transpose-padded": "wrong/even-padding.ts" } },
  { id: "carol", name: "Carol", at: "2026-10-30T12:00", answers: { "straight-copy": "solution.ts", "row-walk": "wrong/rows-as-pitch.ts" } },
  { id: "dan", name: "Dan", answers: { ...right, "row-walk": `text:${HARD_CODED}` }, page: passed },
  {
    id: "eve",
    name: "Eve",
    answers: { ...right, "row-walk": "wrong/walks-down-columns.ts", "transpose-padded": "wrong/no-padding.ts" },
    page: passed,
  },
  { id: "finn", name: "Finn", answers: { ...right, "transpose-padded": "fault" } },
  { id: "gita", name: "Gita", answers: { ...right, "row-walk": `text:${THROWS_WHEN_HIDDEN}` } },
  { id: "hugo", name: "Hugo", answers: { ...right, "straight-copy": `text:${ORIGINAL}`, "row-walk": "wrong/guards-the-index-only.ts" } },
  {
    id: "ines",
    name: "Ines",
    answers: {
      ...right,
      "straight-copy": `text:${ORIGINAL.replaceAll("first", "start")}`,
      "transpose-padded": "wrong/reads-down-columns.ts",
    },
  },
  { id: "jo", name: "", answers: {}, problems: ["holds no answer to anything that was assigned"] },
];

/** A small class of real exercises with real verdicts, for tests of reports: it has every kind of student and verdict that they must show. */
export async function gradedClass(): Promise<{ readonly grades: ClassGrades; readonly folders: ReadonlyMap<string, ExerciseFolder> }> {
  const { secret: _, ...assignment } = assignmentWithSecret;
  const folders = new Map<string, ExerciseFolder>();
  for (const { id } of assignment.exercises) folders.set(id, await readExerciseFolder(id));
  const students = studentsInBrief.map((student) => studentGrade(student, [...folders.values()]));
  const grades: ClassGrades = {
    schema: "coalesce/class/v1",
    assignment,
    simulatorVersion,
    graderVersion: "sample",
    exercises: assignment.exercises.map(({ id, points }) => {
      const folder = folders.get(id);
      if (!folder) throw new Error(`${id} was not read`);
      return { id, title: folder.exercise.title, version: folder.version, hiddenDraw: "sample", maxPoints: points };
    }),
    students: students.sort((a, b) => (a.student.id < b.student.id ? -1 : 1)),
    problems: [{ origin: "stray<b>.json", message: "is no file that students hand in" }],
  };
  return { grades, folders };
}

function studentGrade(
  { id, name, at = "2026-10-24T18:05", answers, page, problems = [] }: StudentInBrief,
  folders: readonly ExerciseFolder[],
): StudentGrade {
  const handedInAt = instantOf(at, assignmentWithSecret);
  const late = lateness(assignmentWithSecret, handedInAt);
  const exercises = folders.map((folder) => gradeOf(folder, answers[folder.exercise.id], page));
  const points = exercises.some((grade) => grade.points === null) ? null : exercises.reduce((sum, grade) => sum + (grade.points ?? 0), 0);
  return {
    student: { id, name },
    handedInAt,
    lateness: late,
    attempts: 1,
    exercises,
    points: points === null ? null : hundredths(points),
    score: points === null ? null : hundredths(points * late.factor),
    maxScore: 60,
    problems: problems.map((message): SubmissionProblem => ({ origin: id, student: id, message })),
  };
}

const verdicts = new Map<string, GradeResult>();

function gradeOf(folder: ExerciseFolder, answer: string | undefined, page: HandedAnswer["pageVerdict"]): ExerciseGrade {
  const { id } = folder.exercise;
  const assigned = assignmentWithSecret.exercises.find((exercise) => exercise.id === id);
  if (!assigned) throw new Error(`${id} is not assigned`);
  if (answer === undefined) return missingGrade(assigned);
  const source = answer === "fault" ? "" : answer.startsWith("text:") ? answer.slice("text:".length) : answerSource(folder.files, answer);
  const key = `${id} ${answer}`;
  const result =
    verdicts.get(key) ??
    (answer === "fault" ? faultOf(folder) : gradeWithoutFullSize(folder, source, hiddenSeeds(assignmentWithSecret, id)));
  verdicts.set(key, result);
  return exerciseGrade(assigned, { exercise: id, source, ...(page && id === "row-walk" && { pageVerdict: page }) }, result);
}

function faultOf({ exercise, version }: ExerciseFolder): GradeResult {
  return {
    schema: "coalesce/result/v1",
    exercise: exercise.id,
    exerciseVersion: version,
    simulatorVersion,
    status: "fault",
    message: "the sandbox is gone",
  };
}
