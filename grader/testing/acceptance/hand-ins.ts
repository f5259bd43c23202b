import { mkdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Assignment } from "#classroom/assignment/assignment.ts";
import { instantOf } from "#classroom/assignment/lateness.ts";
import type { AnswerPool } from "./answers.ts";
import type { GeneratedClass, HandIn, Student } from "./students.ts";

const MILLISECONDS_PER_HOUR = 3_600_000;

/** The time of a hand-in, in milliseconds since 1970. */
export function instantOfHandIn({ hoursLate }: HandIn, assignment: Pick<Assignment, "due" | "timeZone">): number {
  return instantOf(assignment.due, assignment) + Math.round(hoursLate * MILLISECONDS_PER_HOUR);
}

/** Every how many students the first hand-in file exists twice, the second time with the name that browsers give to a second download. */
const TWICE_EVERY = 20;

/** Writes the hand-ins of a class into a folder: of all students, or of those that `isIncluded` selects. */
export async function writeClass(
  { students, unreadable, pools }: GeneratedClass,
  assignment: Assignment,
  folder: string,
  isIncluded: (student: Student) => boolean = () => true,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { path: name, content } of unreadable) await writeFile(path.join(folder, name), content);
  for (const [i, student] of students.entries()) {
    if (!isIncluded(student)) continue;
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
export const isTwice = ({ form }: Student, student: number): boolean => form === "file" && student % TWICE_EVERY === 0;

function handInText(
  { id, name }: Student,
  { answers, claimsAll, oddity }: HandIn,
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
  const misspelt = { exercise: `${assignment.exercises[0]?.id}y`, exerciseVersion: "", source: "" };
  return JSON.stringify({
    schema: "coalesce/submission/v1",
    assignment: assignment.id,
    student: { id, name },
    handedInAt: new Date(instant).toISOString(),
    simulatorVersion: "1.0.0",
    answers: oddity === "misspelt-exercise" ? [...given, misspelt] : given,
  });
}

/** Answers as single files, dated with the time of the hand-in. */
async function writeAnswers({ id, form }: Student, { answers }: HandIn, seconds: number, folder: string): Promise<void> {
  for (const { exercise, source } of answers) {
    const file = path.join(folder, form === "folder" ? `${id}/${exercise}.ts` : `${id}_${exercise}.ts`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, source);
    await utimes(file, seconds, seconds);
  }
}
