import type { VNode } from "preact";
import { instantOf } from "../assignment/lateness.ts";
import type { ClassGrades } from "../grading/class-grades.ts";
import { spreadOf } from "./class-figures.ts";
import { distributionChart } from "./distribution-chart.ts";
import { el } from "./el.ts";
import { htmlDocument } from "./html-document.ts";
import { versionLine } from "./feedback-words.ts";
import { duplicateSection } from "./summary/duplicates.ts";
import { exerciseTable, misconceptionTable } from "./summary/exercises.ts";
import { lateTable, pageTable, problemList, waitingList } from "./summary/oddities.ts";
import { studentLinks } from "./summary/student-link.ts";
import { studentTable } from "./summary/students.ts";
import { counted, points, timeOfDay } from "./words.ts";

/** Starters and solutions by exercise: what stands in them is no evidence that one student copied from another. */
export interface GivenSources {
  readonly starters: ReadonlyMap<string, string>;
  readonly solutions: ReadonlyMap<string, string>;
}

/** A class on one page, for those who teach it. It links to each student's feedback beside it. */
export function summaryHtml(grades: ClassGrades, given: GivenSources): string {
  const { assignment } = grades;
  const link = studentLinks(grades);
  const due = timeOfDay(instantOf(assignment.due, assignment), assignment);
  return htmlDocument(
    `${assignment.title} · summary`,
    el(
      "header",
      null,
      el("p", { class: "over" }, "Coalesce · Class summary"),
      el("h1", null, assignment.title),
      el("p", { class: "soft" }, `Due on ${due} (${assignment.timeZone}). For those who teach: it names students.`),
    ),
    ...scores(grades),
    waitingList(grades, link),
    el("section", { class: "exercise" }, el("h2", null, "Exercises"), exerciseTable(grades)),
    misconceptionTable(grades, link),
    pageTable(grades, link),
    lateTable(grades, link),
    problemList(grades, link),
    duplicateSection(grades, given, link),
    el("section", { class: "exercise" }, el("h2", null, "Students"), studentTable(grades, link)),
    el("footer", null, el("p", null, versionLine(grades))),
  );
}

function scores({ students, exercises }: ClassGrades): (VNode | false)[] {
  const judged = students.flatMap(({ score }) => (score === null ? [] : [score]));
  const maxScore = exercises.reduce((sum, { maxPoints }) => sum + maxPoints, 0);
  const spread = spreadOf(judged);
  if (!spread) return [el("p", { class: "score" }, students.length === 0 ? "Nobody has handed in anything." : "No score is complete yet.")];
  const { count, mean, lowerQuartile, median, upperQuartile } = spread;
  return [
    readings([
      ["students", String(students.length)],
      ["mean", points(mean)],
      ["median", points(median)],
      ["the most", points(maxScore)],
    ]),
    el(
      "figure",
      null,
      distributionChart(judged, maxScore),
      el(
        "figcaption",
        null,
        `${counted(count, "complete score")}, lateness included. The middle half lies between ${points(lowerQuartile)} and ${points(upperQuartile)} points.`,
      ),
    ),
  ];
}

function readings(entries: readonly (readonly [name: string, value: string])[]): VNode {
  return el("dl", { class: "readings" }, ...entries.map(([name, value]) => el("div", null, el("dt", null, name), el("dd", null, value))));
}
