import { z } from "zod";
import type { Assignment, PublicAssignment } from "../assignment/assignment.ts";
import { InputError } from "../assignment/input-error.ts";
import { localInstant } from "../assignment/local-time.ts";
import { exerciseOfGroup } from "./behaviour.ts";
import { readTable } from "../submission/table.ts";

/** An instructor's decision for one student, which overrides the rules: an extension, an excuse, other points, a comment. */
export interface Adjustment {
  /** The student's id; or the name of a group of answers that behave alike, with a comment for all of them. */
  readonly student: string;
  /** The exercise that it concerns; absent for the whole assignment. */
  readonly exercise?: string;
  /** The student's own opening time, a local time of the assignment. */
  readonly opens?: string;
  /** The student's own due time, a local time of the assignment. */
  readonly due?: string;
  /** The student is excused from the work: it counts neither for nor against them. */
  readonly excused?: true;
  /** The points of the exercise before lateness, or the score of the whole assignment, instead of those that were judged. */
  readonly points?: number;
  /** Shown to the student. */
  readonly comment?: string;
}

export const adjustmentSchema = z.strictObject({
  student: z.string(),
  exercise: z.string().exactOptional(),
  opens: z.string().exactOptional(),
  due: z.string().exactOptional(),
  excused: z.literal(true).exactOptional(),
  points: z.number().min(0).exactOptional(),
  comment: z.string().exactOptional(),
});

const COLUMNS = ["student", "exercise", "opens", "due", "excused", "points", "comment"] as const;
const REMEDY = `it is to have the column student, and any of ${COLUMNS.slice(1).join(", ")}`;

/**
 * Reads adjustments from CSV with the columns `student`, `exercise`, `opens`, `due`, `excused`, `points` and `comment`; cells may be empty.
 * A line without an exercise concerns the whole assignment. Instead of a student, a line may name a group of answers (`groupOf`) for a
 * comment.
 *
 * @param file the file's name, for the messages.
 * @param idOf the student's id for the name that the file uses
 * @throws InputError that gives the line of every problem
 */
export function readAdjustments(
  text: string,
  file: string,
  assignment: Assignment,
  idOf = (called: string): string => called,
): Adjustment[] {
  const problems: string[] = [];
  const { rows, columns } = readTable(text, file, REMEDY);
  if (!columns.some((column) => column.toLowerCase() === "student")) throw new InputError(`${file}:1: lacks the column student; ${REMEDY}`);
  const adjustments = rows.flatMap(({ record, line }) => {
    const found = adjustmentOf(record, assignment, idOf);
    if (typeof found !== "string") return [found];
    problems.push(`${file}:${line}: ${found}`);
    return [];
  });
  if (problems.length > 0) throw new InputError(problems);
  return adjustments;
}

/** An adjustment, or the problem of its line. */
function adjustmentOf(
  record: Readonly<Record<string, string>>,
  assignment: Assignment,
  idOf: (called: string) => string,
): Adjustment | string {
  const cell = (column: (typeof COLUMNS)[number]): string => (record[column] ?? "").trim().normalize("NFC");
  const [student = "", exercise = "", opens = "", due = "", excused = "", points = "", comment = ""] = COLUMNS.map(cell);
  const ids = assignment.exercises.map(({ id }) => id);
  if (student === "") return "names no student";
  const ofGroup = exerciseOfGroup(student);
  if (ofGroup !== undefined && ids.includes(ofGroup)) {
    if (comment === "" || [opens, due, excused, points].some((cell) => cell !== ""))
      return `${student} is a group of answers: it takes a comment, and nothing else`;
    return { student, exercise: ofGroup, comment };
  }
  if (exercise !== "" && !ids.includes(exercise)) return `${exercise} is not assigned; there are ${ids.join(", ")}`;
  for (const [column, time] of Object.entries({ opens, due })) {
    if (time === "") continue;
    if (exercise !== "") return `${column} is for a whole assignment: leave the exercise out`;
    if (localInstant(time, assignment).status !== "found") return `${column}: "${time}" isn't a date and time such as 2026-10-08T23:59`;
  }
  if (opens !== "" && opens.replace(" ", "T") >= (due === "" ? assignment.due : due.replace(" ", "T")))
    return "opens isn't before it is due";
  if (!/^(yes|true|x|1)?$/i.test(excused)) return `excused: "${excused}" is neither yes nor empty`;
  if (!/^(\d+([.,]\d+)?)?$/.test(points)) return `points: "${points}" isn't a number of points`;
  return {
    student: idOf(student),
    ...(exercise !== "" && { exercise }),
    ...(opens !== "" && { opens: opens.replace(" ", "T") }),
    ...(due !== "" && { due: due.replace(" ", "T") }),
    ...(excused !== "" && { excused: true as const }),
    ...(points !== "" && { points: Number(points.replace(",", ".")) }),
    ...(comment !== "" && { comment }),
  };
}

/** The assignment as it is for one student: their own times replace the class's, and the close is no earlier than their due time. */
export function assignmentFor<T extends Pick<Assignment, "opens" | "due" | "closes">>(
  assignment: T,
  adjustments: readonly Adjustment[],
): T {
  const last = (time: "opens" | "due"): string | undefined => adjustments.findLast((adjustment) => adjustment[time] !== undefined)?.[time];
  const opens = last("opens");
  const due = last("due");
  const own = opens === undefined ? assignment : { ...assignment, opens };
  if (due === undefined) return own;
  const { closes } = assignment;
  return { ...own, due, ...(closes !== undefined && { closes: later(closes, due) }) };
}

/**
 * The copy of an assignment that one student opens: with their extension, if they have one, and without anybody else's. Withheld parts stay
 * withheld at least until they have handed in.
 *
 * @param cases the student's own cases, by exercise
 */
export function personalCopy(
  copy: PublicAssignment,
  { student, adjustments, cases }: { readonly student: string; readonly adjustments: readonly Adjustment[]; readonly cases: OwnCases },
): PublicAssignment {
  const own = assignmentFor(copy, adjustments);
  if (own.due === copy.due) return { ...own, personal: { student, cases } };
  const { solutions, withholdUntil, closes: end = own.due } = own;
  return {
    ...own,
    ...(solutions !== "never" && { solutions: later(solutions, end) }),
    ...(withholdUntil !== undefined && { withholdUntil: later(withholdUntil, end) }),
    personal: { student, classDue: copy.due, cases },
  };
}

type OwnCases = NonNullable<PublicAssignment["personal"]>["cases"];

const later = (one: string, other: string): string => (one < other ? other : one);
