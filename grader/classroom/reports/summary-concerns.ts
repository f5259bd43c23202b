import { h, type JSX } from "preact";
import { count, pluralize } from "#pictures/format.ts";
import type { ClassOutcomes } from "./class-outcomes.ts";
import { handedInAnything, points, printable, problemLine, timeOfDay } from "./captions.ts";
import { solutionCopies, type ComparedAnswer, type GivenSources } from "./near-duplicates.ts";
import type { PageComparison } from "./page-comparison.ts";
import { answersTo } from "./similar-groups.ts";
import { linkedNames, section, table, type StudentLink } from "./summary-parts.ts";

/** Answers without a verdict: the grader failed at them. */
export function waitingList({ students }: ClassOutcomes, link: StudentLink): JSX.Element | false {
  const waiting = students.flatMap(({ student, exercises }) =>
    exercises.flatMap(({ exercise, status, fault }) =>
      status === "fault" ? [[link(student.id), h("code", null, exercise), printable(fault ?? "")]] : [],
    ),
  );
  if (waiting.length === 0) return false;
  return section(
    "Waiting for a verdict",
    h("p", null, "The grader failed on these answers. Their scores are empty, not zero; grade again to fill them in."),
    table([{ head: "Student" }, { head: "Exercise" }, { head: "What failed" }], waiting, "Waiting for a verdict"),
  );
}

/** Work that could not be read: its scores are open, too. */
export function unreadList({ students }: ClassOutcomes, link: StudentLink): JSX.Element | false {
  const rows = students.flatMap(({ student, exercises }) => {
    const unread = exercises.filter(({ status }) => status === "unread");
    const reasons = new Set(unread.flatMap(({ reasons = [] }) => reasons));
    if (unread.length === 0) return [];
    return [[link(student.id), unread.map(({ exercise }) => exercise).join(", "), printable([...reasons].join("; "))]];
  });
  if (rows.length === 0) return false;
  return section(
    "Handed in, and not readable",
    h(
      "p",
      null,
      "These scores are empty, not zero. The students' feedback gives the same reason. Ask for the work again, and grade again.",
    ),
    table([{ head: "Student" }, { head: "Exercises" }, { head: "Why" }], rows, "Handed in, and not readable"),
  );
}

const PAGE_KINDS: Record<PageComparison["kind"], string> = {
  "more-cases": "the hidden cases decided",
  contradicted: "contradicted by the same cases",
};

/** The pages' verdicts that differ from the grader's. They count for nothing either way. */
export function pageTable({ students }: ClassOutcomes, link: StudentLink): JSX.Element | false {
  const rows = students.flatMap(({ student, exercises }) =>
    exercises.flatMap(({ exercise, page }) =>
      page ? [[link(student.id), h("code", null, exercise), page.claimed, page.found, PAGE_KINDS[page.kind]]] : [],
    ),
  );
  if (rows.length === 0) return false;
  const columns = [{ head: "Student" }, { head: "Exercise" }, { head: "The page said" }, { head: "The same cases here" }, { head: "So" }];
  return section(
    "Where a page said something else",
    h(
      "p",
      { class: "soft" },
      "A page's verdict counts for nothing. Where the hidden cases decided, look for an answer that fits only the cases that can be seen. Where the same cases contradict it, the exercise has changed since, or the file was edited.",
    ),
    table(columns, rows, "Where a page said something else"),
  );
}

/** The students who handed in late, before the opening or after the close, and the cost. */
export function lateTable({ students, assignment }: ClassOutcomes, link: StudentLink): JSX.Element | false {
  const rows = students
    .filter(({ lateness }) => lateness.status !== "in-time")
    .filter(handedInAnything)
    .map(({ student, handedInAt, lateness, points: earned, score }) => [
      link(student.id),
      timeOfDay(handedInAt, assignment),
      lateness.status === "late" ? String(lateness.daysLate) : lateness.status === "early" ? "before it opened" : "after it closed",
      earned === null || score === null ? "open" : `${points(earned)} → ${points(score)}`,
    ]);
  if (rows.length === 0) return false;
  const columns = [
    { head: "Student" },
    { head: `Handed in (${assignment.timeZone})` },
    { head: "Days late", number: true },
    { head: "Points → score", number: true },
  ];
  return section("Not in time", table(columns, rows, "Not in time"));
}

/** The instructor's decisions for single students. */
export function adjustmentTable({ students }: ClassOutcomes, link: StudentLink): JSX.Element | false {
  const rows = students.flatMap(({ student, adjustments = [] }) =>
    adjustments.map(({ exercise, due, excused, points: set, comment }) => [
      link(student.id),
      exercise === undefined ? "all" : h("code", null, exercise),
      [
        ...(due === undefined ? [] : [`due ${due.replace("T", " ")}`]),
        ...(excused ? ["excused"] : []),
        ...(set === undefined ? [] : [pluralize(set, "point")]),
      ].join(", "),
      printable(comment ?? ""),
    ]),
  );
  if (rows.length === 0) return false;
  const columns = [{ head: "Student" }, { head: "Exercise" }, { head: "Decided" }, { head: "Comment" }];
  return section("Decided by you", table(columns, rows, "Decided by you"));
}

/** From so many on, problems of one kind are grouped: a site that was rebuilt in mid-week causes one for every answer. */
const MOST_IN_THE_OPEN = 5;

/** All problems among the submissions, those of one kind together. */
export function problemList({ students, problems }: ClassOutcomes, link: StudentLink): JSX.Element | false {
  const ofNobody = problems.map((problem) => ({ ...problem, line: h("li", null, problemLine(problem)) }));
  const ofStudents = students.flatMap(({ student, problems }) =>
    problems.map((problem) => ({
      ...problem,
      line: h("li", null, link(student.id), ": ", problem.origin === student.id ? printable(problem.message) : problemLine(problem)),
    })),
  );
  const all = [...ofNobody, ...ofStudents];
  if (all.length === 0) return false;
  const kinds = [...Map.groupBy(all, ({ message }) => kindOf(message)).values()];
  const single = kinds.filter((kind) => kind.length <= MOST_IN_THE_OPEN).flat();
  return section(
    "What was odd about the submissions",
    ...kinds
      .filter((kind) => kind.length > MOST_IN_THE_OPEN)
      .map((kind) =>
        h(
          "details",
          null,
          h("summary", null, `${count(kind.length)} times: ${printable(kindOf(kind[0]?.message ?? ""))}`),
          h("ul", null, ...kind.map(({ line }) => line)),
        ),
      ),
    single.length > 0 && h("ul", null, ...single.map(({ line }) => line)),
  );
}

/** A problem without the parts that differ between hand-ins: names in quotes, hashes and times. */
function kindOf(message: string): string {
  return message.replaceAll(/"[^"]*"|\b[0-9a-f]{16}\b|\b\d{4}-\d\d-\d\dT[\d:.]+Z?/g, "…");
}

/** Answers that are the course's own solution, and passing ones that are on the page of another exercise. */
export function solutionSection(
  { exercises, students }: ClassOutcomes,
  { solutions, published }: GivenSources,
  link: StudentLink,
): JSX.Element | false {
  const rows = exercises.flatMap(({ id }) => {
    const solution = solutions.get(id);
    const copies = solution === undefined ? [] : solutionCopies(answersTo(id, students))(solution);
    const known = new Set(copies);
    const copiesOf = solutionCopies(passingAnswersTo(id, students));
    const others = Map.groupBy(published.get(id) ?? [], ({ exercise }) => exercise);
    const ofOthers = [...others].map(([exercise, answers]) => {
      const found = answers.flatMap(({ source }) => copiesOf(source));
      return [exercise, [...new Set(found)].filter((student) => !known.has(student))] as const;
    });
    return [[id, copies] as const, ...ofOthers]
      .filter(([, copiers]) => copiers.length > 0)
      .map(([page, copiers]) => [h("code", null, id), h("code", null, page), linkedNames(copiers, link)]);
  });
  if (rows.length === 0) return false;
  return section(
    "Answers that are the course's solution",
    h(
      "p",
      { class: "soft" },
      "The same but for names, spacing and comments. Anybody can read the course's solutions, and some pass other exercises, too; a short one is also found by people who have not. Where more than a third of the class wrote it, it is not listed.",
    ),
    table([{ head: "Exercise" }, { head: "Stands on the page of" }, { head: "Students" }], rows, "Answers that are the course's solution"),
  );
}

const passingAnswersTo = (id: string, students: ClassOutcomes["students"]): ComparedAnswer[] =>
  answersTo(id, students, ({ status }) => status === "pass");
