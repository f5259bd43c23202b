import type { Student } from "../submission/submission.ts";
import type { RegradeReport } from "../grading/regrade.ts";
import { csvText } from "./csv-text.ts";
import { amount, reasonsOf } from "./regrade-words.ts";

const COLUMNS = ["student_id", "name", "previous_score", "score", "exercise", "previous_points", "points", "why"];

/** What a regrade changes, a line for each reason of each student whose score changes. "open" is a score that waits for a verdict. */
export function regradeCsv({ changes: { changed, joined, left } }: RegradeReport): string {
  return csvText([
    COLUMNS,
    ...changed.flatMap((change) =>
      reasonsOf(change).map(({ exercise, points, words }) => [
        ...nameCells(change.student),
        amount(change.score.from),
        amount(change.score.to),
        exercise,
        ...(points ? [amount(points.from), amount(points.to)] : ["", ""]),
        words,
      ]),
    ),
    ...joined.map(({ student, score }) => [
      ...nameCells(student),
      "none",
      amount(score),
      "",
      "",
      "",
      "the previous results do not know them",
    ]),
    ...left.map(({ student, score }) => [...nameCells(student), amount(score), "none", "", "", "", "nothing of theirs is here any more"]),
  ]);
}

const nameCells = ({ id, name }: Student): [id: string, name: string] => [id, name];
