import type { KeyEntry } from "../submission/anonymous.ts";
import { csvFile } from "./csv-text.ts";

/** The key to the pseudonyms of a class, for the instructor alone: the student behind each, with problems and comments. */
export function keyCsv(key: readonly KeyEntry[]): string {
  const rows = key.map(({ pseudonym, student, problems, comments }) => [
    pseudonym,
    student?.id ?? "",
    student?.name ?? "",
    student?.email ?? "",
    student?.section ?? "",
    problems.join("; "),
    comments.join("; "),
  ]);
  return csvFile([["pseudonym", "student_id", "name", "email", "section", "problems", "comments"], ...rows]);
}
