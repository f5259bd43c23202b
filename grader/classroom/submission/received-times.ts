import { DateTime } from "luxon";
import type { Assignment } from "../assignment/assignment.ts";
import { InputError } from "../assignment/input-error.ts";
import { localInstant } from "../assignment/local-time.ts";
import { readTable } from "./table.ts";

const REMEDY = "it is to have the columns student and received";

/**
 * Reads from CSV when the instructor received each student's work, in milliseconds since 1970 by student id. The columns are `student`
 * and `received`; others are ignored. A time without an offset is in the assignment's time zone; 2026-10-24T21:59:00Z has one.
 *
 * @param file the file's name, for the messages.
 * @throws InputError that gives the line of every problem.
 */
export function readReceivedTimes(text: string, file: string, { timeZone }: Pick<Assignment, "timeZone">): ReadonlyMap<string, number> {
  const received = new Map<string, number>();
  const problems: string[] = [];
  const { rows, columns } = readTable(text, file, REMEDY);
  const names = columns.map((column) => column.toLowerCase());
  if (rows.length === 0) throw new InputError([`${file}:1: holds no line; ${REMEDY}`]);
  if (!names.includes("student") || !names.includes("received")) throw new InputError([`${file}:1: lacks a column; ${REMEDY}`]);
  for (const { record, line } of rows) {
    const student = (record.student ?? "").trim().normalize("NFC");
    const time = instantIn((record.received ?? "").trim().replace(" ", "T"), timeZone);
    const problem = (message: string) => problems.push(`${file}:${line}: ${message}`);
    if (student === "") problem("names no student");
    else if (time === undefined) problem(`received: "${record.received ?? ""}" isn't a date and time such as 2026-10-08T23:59`);
    else if (received.has(student)) problem(`${student} stands in this list twice: keep one line`);
    else received.set(student, time);
  }
  if (problems.length > 0) throw new InputError(problems);
  return received;
}

/** A time without an offset is a local one: the first of two when clocks are put back. */
function instantIn(text: string, timeZone: string): number | undefined {
  const local = localInstant(text, { timeZone });
  if (local.status === "found") return local.instant;
  const time = DateTime.fromISO(text, { setZone: true });
  return local.status === "invalid" && time.isValid ? time.toMillis() : undefined;
}
