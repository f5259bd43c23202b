import { DateTime } from "luxon";
import type { ClassGrades, StudentGrade } from "../grading/class-grades.ts";
import { hundredths } from "../grading/hundredths.ts";
import type { Student } from "../submission/submission.ts";

/** Points as people write them, at most two decimals: 7, 7.5, 7.25. */
export function points(value: number): string {
  return String(hundredths(value));
}

/** "7.5 of 10 points" */
export function pointsOf(value: number, max: number): string {
  return `${points(value)} of ${points(max)} ${max === 1 ? "point" : "points"}`;
}

/** "1 student", "3 students" */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** A share as a whole percentage: 0.875 is 88 %. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** How a student is called: the name, and the id that tells students apart. */
export function studentName({ id, name }: Student): string {
  return printable(name === "" || name === id ? id : `${name} (${id})`).replace(/\s+/g, " ");
}

/** "24 October 2026, 23:41", on the clocks of the assignment. */
export function timeOfDay(milliseconds: number, { timeZone }: ClassGrades["assignment"]): string {
  return DateTime.fromMillis(milliseconds, { zone: timeZone, locale: "en-GB" }).toFormat("d LLLL yyyy, HH:mm");
}

/** Whether the student handed in an answer to anything. */
export function handedInAnything({ exercises }: StudentGrade): boolean {
  return exercises.some(({ status }) => status !== "missing");
}

/** When it was handed in, and what that means for the score. */
export function latenessSentence(student: StudentGrade, assignment: ClassGrades["assignment"]): string {
  if (!handedInAnything(student)) return "No answer was handed in.";
  const { handedInAt, lateness } = student;
  const when = `Handed in on ${timeOfDay(handedInAt, assignment)} (${assignment.timeZone})`;
  switch (lateness.status) {
    case "early":
      return `${when}, before the assignment opened, so it does not count.`;
    case "in-time":
      return `${when}, in time.`;
    case "late":
      return `${when}, ${counted(lateness.daysLate, "day")} late. ${latenessCost(lateness.factor)}`;
    case "closed":
      return `${when}, after the assignment had closed, so it does not count.`;
  }
}

function latenessCost(factor: number): string {
  if (factor === 1) return "Lateness costs nothing here.";
  if (factor === 0) return "What comes late scores nothing here.";
  return `Lateness costs ${points((1 - factor) * 100)} % of the points.`;
}

/** Marks that turn the direction of a text, and characters that no page, table or XML file can hold. */
const UNPRINTABLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/g;

/** A text as it can be shown: what cannot be seen, or would rearrange what is seen, is spelled out as ⟨U+202E⟩. */
export function printable(text: string): string {
  const unified = text.toWellFormed().replace(/\r\n?/g, "\n");
  return unified.replace(UNPRINTABLE, (character) => `⟨U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

/** A piece of a sentence: prose, or something in code's letters. */
export interface Piece {
  readonly code: boolean;
  readonly text: string;
}

/** A sentence of the grader in pieces: what stands between backticks is code. */
export function pieces(sentence: string): Piece[] {
  const parts = printable(sentence).split(/`([^`\n]+)`/);
  return parts.map((text, i) => ({ code: i % 2 === 1, text })).filter(({ text }) => text !== "");
}
