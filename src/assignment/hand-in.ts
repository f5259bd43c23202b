import { get, set, update } from "idb-keyval";
import { openStore } from "#notebook/storage/open-store.ts";
import { simulatorVersion } from "#simulator/version.ts";
import { lateness } from "#classroom/assignment/lateness.ts";
import type { PublicAssignment } from "#classroom/assignment/assignment.ts";
import { countingHandIns } from "#classroom/submission/counting-hand-ins.ts";
import { handInSchema, type HandIn } from "#classroom/submission/hand-in.ts";
import { percent, timeIn } from "./schedule.ts";
import { verdictOnDraft, type Work } from "./work.ts";

/** A hand-in that was written in this browser: its file, byte for byte. */
export interface SavedHandIn {
  readonly fileName: string;
  readonly handedInAt: number;
  readonly text: string;
}

const handInDatabase = openStore("coalesce-hand-ins", "hand-ins");

/** The saved hand-ins of an assignment, in the order in which they were written. */
export async function readHandIns(assignment: string): Promise<readonly SavedHandIn[]> {
  return (await get<readonly SavedHandIn[]>(assignment, handInDatabase)) ?? [];
}

export async function saveHandIn(assignment: string, handIn: SavedHandIn): Promise<void> {
  await update<readonly SavedHandIn[]>(assignment, (before = []) => [...before, handIn], handInDatabase);
}

/** The hand-in that its file contains. */
export function contentsOf({ text }: SavedHandIn): HandIn {
  return JSON.parse(text) as HandIn;
}

/** Who hands in, as typed into the form. */
export type Student = HandIn["student"];

const studentDatabase = openStore("coalesce-student", "student");
const STUDENT_KEY = "student";

export async function readStudent(): Promise<Student> {
  return (await get<Student>(STUDENT_KEY, studentDatabase)) ?? { id: "", name: "" };
}

export function saveStudent(student: Student): Promise<void> {
  return set(STUDENT_KEY, student, studentDatabase);
}

/**
 * The file of a hand-in: the answers as they are now, each with the page's verdict where there is one for exactly that text.
 *
 * @param assignment id of the assignment
 * @param handedInAt in milliseconds since 1970
 * @throws ZodError where the result would not be a valid hand-in
 */
export function composeHandIn(assignment: string, student: Student, works: readonly Work[], handedInAt: number): SavedHandIn {
  const handIn = handInSchema.parse({
    schema: "coalesce/submission/v1",
    assignment,
    student,
    handedInAt: new Date(handedInAt).toISOString(),
    simulatorVersion,
    answers: works.flatMap(answerOf),
  } satisfies HandIn);
  return { fileName: handInFileName(assignment, handIn.student.id), handedInAt, text: `${JSON.stringify(handIn, null, 2)}\n` };
}

/** The name of a hand-in's file, with only those characters of the student's id that every file system accepts. */
export function handInFileName(assignment: string, studentId: string): string {
  const safeId = studentId
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
    .replaceAll(/^[-.]+|[-.]+$/g, "");
  return `${assignment}-${safeId.slice(0, 60) || "student"}.json`;
}

function answerOf(work: Work): HandIn["answers"] {
  const { exercise, draft, language } = work;
  if (draft === undefined) return [];
  const verdict = verdictOnDraft(work);
  return [
    {
      exercise,
      exerciseVersion: draft.exerciseVersion,
      source: draft.text,
      ...(language && { language }),
      savedAt: new Date(draft.savedAt).toISOString(),
      ...(verdict && { pageVerdict: { unverified: true, status: verdict.status, score: verdict.score, maxScore: verdict.maxScore } }),
    },
  ];
}

/** What to tell a student before a further hand-in that would not count in full, or would lower the score. */
export interface HandInWarning {
  readonly message: string;
  /** Whether the student must confirm: the file would count for nothing, or replace a better hand-in. */
  readonly needsConfirmation: boolean;
}

/** The warning before a hand-in at a time, after these earlier ones; undefined where it counts in full. */
export function handInWarning(assignment: PublicAssignment, handIns: readonly SavedHandIn[], now: number): HandInWarning | undefined {
  const { attempts } = assignment;
  const { status, factor } = lateness(assignment, now);
  const counting = countingHandIns(handIns, assignment);
  const last = counting.at(-1);
  const lastIs = last === undefined ? "" : ` What counts is your hand-in of ${timeIn(last.handedInAt, assignment.timeZone)}.`;
  if (status === "closed") {
    return {
      message: `This assignment is closed: a hand-in counts for nothing now, unless your instructor makes an exception.${lastIs}`,
      needsConfirmation: true,
    };
  }
  if (attempts !== undefined && counting.length >= attempts) {
    return {
      message: `You have used ${attempts} of ${attempts} hand-ins: a further one does not count.${lastIs}`,
      needsConfirmation: true,
    };
  }
  if (factor === 1) return undefined;
  if (last !== undefined && lateness(assignment, last.handedInAt).factor > factor) {
    const former = `your hand-in of ${timeIn(last.handedInAt, assignment.timeZone)}, which counts for ${percent(lateness(assignment, last.handedInAt).factor)}`;
    return { message: `A hand-in now counts for ${percent(factor)} and replaces ${former}.`, needsConfirmation: true };
  }
  return { message: `A hand-in now counts for ${percent(factor)}.`, needsConfirmation: factor === 0 };
}
