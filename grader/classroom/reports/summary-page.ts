import { h, type JSX } from "preact";
import { pluralize } from "#pictures/format.ts";
import { instantOf } from "../assignment/lateness.ts";
import type { ExerciseGrade } from "../grading/exercise-grade.ts";
import { byCodeUnits } from "../submission/submission.ts";
import { groupSection } from "./answer-groups.ts";
import { VERDICTS, handedInAnything, isExcused, percent, points, timeOfDay, versionLine } from "./captions.ts";
import type { ClassOutcomes } from "./class-outcomes.ts";
import { exerciseStatistics, misconceptions, spreadOf } from "./class-statistics.ts";
import { distributionChart } from "./distribution-chart.ts";
import { Sentence, searchableDocument } from "./html-document.ts";
import type { GivenSources } from "./near-duplicates.ts";
import { similarGroups, similarSection, type SimilarGroup } from "./similar-groups.ts";
import { adjustmentTable, lateTable, pageTable, problemList, solutionSection, unreadList, waitingList } from "./summary-concerns.ts";
import { linkedNames, section, studentLinks, table, type StudentLink } from "./summary-parts.ts";

/** The summary of a class, for instructors: one page that links to each student's feedback. */
export function summaryPage(
  grades: ClassOutcomes,
  given: GivenSources,
  alike: readonly SimilarGroup[] = similarGroups(grades, given),
): string {
  const { assignment } = grades;
  const link = studentLinks(grades);
  const due = timeOfDay(instantOf(assignment.due, assignment), assignment);
  return searchableDocument(
    `${assignment.title} · summary`,
    h(
      "header",
      null,
      h("p", { class: "over" }, "Coalesce · Class summary"),
      h("h1", null, assignment.title),
      h("p", { class: "soft" }, `Due on ${due} (${assignment.timeZone}). For those who teach: it names students.`),
    ),
    ...scores(grades),
    sectionTable(grades),
    waitingList(grades, link),
    unreadList(grades, link),
    section(
      "Exercises",
      exerciseTable(grades),
      h(
        "p",
        { class: "soft" },
        "Discrimination is the correlation with the points in all other exercises: near 0, or below, an exercise says little about who understood the rest.",
      ),
    ),
    misconceptionTable(grades, link),
    groupSection(grades, link),
    pageTable(grades, link),
    lateTable(grades, link),
    adjustmentTable(grades, link),
    problemList(grades, link),
    solutionSection(grades, given, link),
    similarSection(grades, alike, link),
    section("Students", studentTable(grades, link)),
    h("footer", null, h("p", null, versionLine(grades))),
  );
}

function scores({ students, exercises }: ClassOutcomes): (JSX.Element | false)[] {
  const judged = students.flatMap(({ score }) => (score === null ? [] : [score]));
  const maxScore = exercises.reduce((sum, { maxPoints }) => sum + maxPoints, 0);
  const spread = spreadOf(judged);
  if (!spread) return [h("p", { class: "score" }, students.length === 0 ? "Nobody has handed in anything." : "No score is complete yet.")];
  const { count, mean, lowerQuartile, median, upperQuartile } = spread;
  return [
    readings([
      ["students", String(students.length)],
      ["mean", points(mean)],
      ["median", points(median)],
      ["the most", points(maxScore)],
    ]),
    h(
      "figure",
      null,
      distributionChart(judged, maxScore),
      h(
        "figcaption",
        null,
        `${pluralize(count, "complete score")}, lateness included. The middle half lies between ${points(lowerQuartile)} and ${points(upperQuartile)} points.`,
      ),
    ),
  ];
}

/** The results of each section of the class; nothing if the roster has none. */
function sectionTable({ students, exercises }: ClassOutcomes): JSX.Element | false {
  const sections = Map.groupBy(students, ({ student }) => student.section ?? "");
  if (sections.size < 2) return false;
  const rows = [...sections]
    .sort(([a], [b]) => byCodeUnits(a, b))
    .map(([name, members]) => {
      const spread = spreadOf(members.flatMap(({ score }) => score ?? []));
      const passed = members.filter((student) => student.exercises.every(({ status }) => status === "pass" || status === "excused"));
      return [
        name === "" ? "none" : name,
        String(members.length),
        String(members.filter(handedInAnything).length),
        spread === undefined ? "–" : points(spread.mean),
        spread === undefined ? "–" : points(spread.median),
        String(passed.length),
      ];
    });
  const columns = [
    { head: "Section" },
    { head: "Students", number: true },
    { head: "Handed in", number: true },
    { head: "Mean", number: true },
    { head: "Median", number: true },
    { head: exercises.length === 1 ? "Passed it" : `Passed all ${exercises.length}`, number: true },
  ];
  return section("Sections", table(columns, rows, "Sections"));
}

function readings(entries: readonly (readonly [name: string, value: string])[]): JSX.Element {
  return h("dl", { class: "readings" }, ...entries.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value))));
}

/** Per exercise: how many answers were judged, how many passed, the mean points, and how well it tells strong students from weak ones. */
function exerciseTable(grades: ClassOutcomes): JSX.Element {
  const rows = exerciseStatistics(grades).map(({ title, maxPoints, judged, passed, waiting, meanPoints, discrimination }) => {
    const share = judged === 0 ? 0 : passed / judged;
    const mean = meanPoints === undefined ? "–" : `${points(meanPoints)} of ${points(maxPoints)}`;
    return [
      title,
      String(judged),
      judged === 0 ? "–" : h("span", { class: "bar" }, bar(share), `${passed} (${percent(share)})`),
      mean,
      discrimination === undefined ? "–" : discrimination.toFixed(2),
      waiting === 0 ? "" : String(waiting),
    ];
  });
  const columns = [
    { head: "Exercise" },
    { head: "Judged", number: true },
    { head: "Passed, of those" },
    { head: "Mean points", number: true },
    { head: "Discrimination", number: true },
    { head: "Open", number: true },
  ];
  return table(columns, rows, "Exercises");
}

function bar(share: number): JSX.Element {
  return h("span", { class: "share", "aria-hidden": "true" }, h("i", { style: `width:${Math.round(share * 100)}%` }));
}

/** The recognised misconceptions. They are recognised by how answers behave, not how they are written. */
function misconceptionTable(grades: ClassOutcomes, link: StudentLink): JSX.Element | false {
  const found = misconceptions(grades);
  if (found.length === 0) return false;
  const rows = found.map(({ exercise, diagnosis, students }) => [
    h("code", null, `${exercise}/${diagnosis.id}`),
    h(Sentence, { text: diagnosis.message }),
    String(students.length),
    linkedNames(
      students.map(({ student }) => student.id),
      link,
    ),
  ]);
  const columns = [
    { head: "Misconception" },
    { head: "The question that students were asked" },
    { head: "Students", number: true },
    { head: "Who" },
  ];
  return section(
    "The commonest misconceptions",
    h("p", { class: "soft" }, "Answers that behave like a known wrong one. How they are written plays no part."),
    table(columns, rows, "Misconceptions"),
  );
}

/** All students with their scores in each exercise. */
function studentTable({ students, exercises }: ClassOutcomes, link: StudentLink): JSX.Element {
  const sections = students.some(({ student }) => student.section !== undefined);
  const rows = students.map(({ student, exercises, score, attempts }) => [
    link(student.id),
    ...(sections ? [student.section ?? ""] : []),
    ...exercises.map(({ status, points: earned }) =>
      status === "missing" || status === "excused"
        ? h("span", { class: "soft" }, "–", h("span", { class: "hidden-text" }, ` ${VERDICTS[status]}`))
        : h(
            "span",
            null,
            h("span", { class: status, title: VERDICTS[status] }, `${markOf(status)} `),
            earned === null ? "open" : points(earned),
          ),
    ),
    String(attempts),
    isExcused({ exercises }) ? VERDICTS.excused : score === null ? "open" : points(score),
  ]);
  const columns = [
    { head: "Student" },
    ...(sections ? [{ head: "Section" }] : []),
    ...exercises.map(({ id }) => ({ head: id, number: true })),
    { head: "Hand-ins", number: true },
    { head: "Score", number: true },
  ];
  return table(columns, rows, "Students");
}

function markOf(status: Exclude<ExerciseGrade["status"], "missing" | "excused">): string {
  switch (status) {
    case "pass":
      return "pass";
    case "fail":
      return "fail";
    case "error":
      return "!";
    case "fault":
    case "unread":
      return "?";
  }
}
