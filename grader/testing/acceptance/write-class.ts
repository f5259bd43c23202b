import { mkdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Assignment } from "#classroom/assignment/assignment.ts";
import { instantOf } from "#classroom/assignment/lateness.ts";
import type { AnswerPool } from "./answer-pool.ts";
import type { WalkClass } from "./walk-class.ts";
import type { WalkHandIn, WalkStudent } from "./walk-student.ts";

const MILLISECONDS_PER_HOUR = 3_600_000;

/** When a hand-in came, in milliseconds since 1970. */
export function instantOfHandIn({ hoursLate }: WalkHandIn, assignment: Pick<Assignment, "due" | "timeZone">): number {
  return instantOf(assignment.due, assignment) + Math.round(hoursLate * MILLISECONDS_PER_HOUR);
}

/** Hand-in files that the page writes; the first of every twentieth student lies there twice. */
const TWICE_EVERY = 20;

/** Writes into a folder what a class hands in, or what those hand in who are there. */
export async function writeClass(
  { students, unreadable, pools }: WalkClass,
  assignment: Assignment,
  folder: string,
  isThere: (student: WalkStudent) => boolean = () => true,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { path: name, content } of unreadable) await writeFile(path.join(folder, name), content);
  for (const [i, student] of students.entries()) {
    if (!isThere(student)) continue;
    for (const [attempt, handIn] of student.handIns.entries()) {
      const instant = instantOfHandIn(handIn, assignment);
      if (student.form === "file") {
        const text = handInText(student, handIn, instant, assignment, pools);
        await writeFile(path.join(folder, handInName(i, attempt)), text);
        if (isTwice(student, i) && attempt === 0) await writeFile(path.join(folder, copyName(i)), text);
      } else await writeAnswers(student, handIn, instant / 1000, folder);
    }
  }
}

export const handInName = (student: number, attempt: number): string => `handed-in-${student}-${attempt}.json`;
export const copyName = (student: number): string => `handed-in-${student}-0 (1).json`;
export const isTwice = ({ form }: WalkStudent, student: number): boolean => form === "file" && student % TWICE_EVERY === 0;

function handInText(
  { id, name }: WalkStudent,
  { answers, claimsAll, oddity }: WalkHandIn,
  instant: number,
  assignment: Assignment,
  pools: ReadonlyMap<string, AnswerPool>,
): string {
  const given = answers.map(({ exercise, source }) => ({
    exercise,
    exerciseVersion: oddity === "older-version" ? "0123456789abcdef" : (pools.get(exercise)?.version ?? ""),
    source,
    savedAt: new Date(instant).toISOString(),
    ...(claimsAll && { pageVerdict: { unverified: true, status: "pass", score: 1000, maxScore: 1000 } }),
  }));
  const misspelt = { exercise: `${assignment.exercises[0].id}y`, exerciseVersion: "", source: "" };
  return JSON.stringify({
    schema: "coalesce/submission/v1",
    assignment: assignment.id,
    student: { id, name },
    handedInAt: new Date(instant).toISOString(),
    simulatorVersion: "1.0.0",
    answers: oddity === "misspelt-exercise" ? [...given, misspelt] : given,
  });
}

/** The files' dates are the time of the hand-in. */
async function writeAnswers({ id, form }: WalkStudent, { answers }: WalkHandIn, seconds: number, folder: string): Promise<void> {
  for (const { exercise, source } of answers) {
    const file = path.join(folder, form === "folder" ? `${id}/${exercise}.ts` : `${id}_${exercise}.ts`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, source);
    await utimes(file, seconds, seconds);
  }
}
