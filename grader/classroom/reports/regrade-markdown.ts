import type { RegradeReport } from "../grading/regrade.ts";
import { list, prose, table } from "./markdown.ts";
import { amount, changeWords, reasonsOf, type Reason } from "./regrade-words.ts";
import { counted, points, studentName, timeOfDay } from "./words.ts";

/** What a regrade changes, for whom and why, in Markdown that a terminal can show as well. */
export function regradeMarkdown({ changes, grades, unknown, gone }: RegradeReport): string {
  const { assignment } = grades;
  const { changed, unchanged, joined, left, maxScore } = changes;
  const time = (instant: number): string => `${timeOfDay(instant, assignment)} (${assignment.timeZone})`;
  const blocks = [
    `# ${prose(assignment.title)} · regrade`,
    `${counted(changed.length, "student")} ${changed.length === 1 ? "gets" : "get"} another score. ${counted(unchanged, "student")} ${unchanged === 1 ? "keeps" : "keep"} theirs.`,
    maxScore && `What could be had: ${points(maxScore.from)} → ${points(maxScore.to)} points.`,
    changed.length > 0 &&
      table(
        ["Student", "Score", "Why"],
        changed.map((change) => [
          prose(studentName(change.student)),
          changeWords(change.score),
          reasonsOf(change).map(reasonText).join(" · "),
        ]),
      ),
    ...section(
      "Students whom the previous results do not know",
      joined.map(({ student, score }) => `${prose(studentName(student))}: ${amount(score)}`),
    ),
    ...section(
      "Students of the previous results of whom nothing is here any more",
      left.map(({ student, score }) => `${prose(studentName(student))}: had ${amount(score)}`),
    ),
    ...section(
      "Hand-ins that the previous results do not know: the time that they claim now counts",
      unknown.map(({ student, origin, handedInAt }) => prose(`${studentName(student)}: ${origin}, ${time(handedInAt)}`)),
    ),
    ...section(
      "Hand-ins of the previous results that are not here any more",
      gone.map(({ student, origin, handedInAt }) => prose(`${studentName({ id: student, name: "" })}: ${origin}, ${time(handedInAt)}`)),
    ),
  ];
  return `${blocks.filter((block) => typeof block === "string").join("\n\n")}\n`;
}

function reasonText({ exercise, points, words }: Reason): string {
  return prose(points === undefined ? words : `${exercise} ${changeWords(points)}: ${words}`);
}

function section(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`## ${title}`, list(items)];
}
