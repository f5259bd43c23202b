import type { KeyEntry } from "../submission/anonymous.ts";
import { csvFile } from "./csv-text.ts";

/** The key to the pseudonyms of a class, for the instructor alone: whom each stands for, and what was odd about the hand-ins. */
export function keyCsv(key: readonly KeyEntry[]): string {
  const rows = key.map(({ pseudonym, student, problems }) => [
    pseudonym,
    student?.id ?? "",
    student?.name ?? "",
    student?.email ?? "",
    student?.section ?? "",
    problems.join("; "),
  ]);
  return csvFile([["pseudonym", "student_id", "name", "email", "section", "problems"], ...rows]);
}
