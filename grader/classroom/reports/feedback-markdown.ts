import { pictureCaption } from "#pictures/request-drawing.ts";
import type { ClassHead, StudentGrade } from "../grading/class-grades.ts";
import {
  MARK_LABELS,
  VERDICTS,
  latenessSentence,
  points,
  pointsOf,
  problemLine,
  sourceLines,
  studentName,
  versionLine,
} from "./captions.ts";
import { assignmentLinks, exerciseLinks, type CourseLink } from "./course-links.ts";
import {
  assignmentNotes,
  decisionNotes,
  exercisePoints,
  hiddenCaseLine,
  hiddenCasesNote,
  withheldNote,
  pageNote,
  scoreNote,
  unjudgedNote,
} from "./feedback-captions.ts";
import { codeSpan, inline, list, prose, table } from "./markdown.ts";
import {
  checkFindings,
  skippedReasons,
  type CheckFinding,
  type CheckView,
  type ExerciseView,
  type ShownSolutions,
} from "./student-view.ts";

/** A student's feedback in Markdown (CommonMark with tables). It refers to the pictures in pictures/ beside it. */
export function feedbackMarkdown(
  student: StudentGrade,
  grades: ClassHead,
  views: readonly ExerciseView[],
  solutions: ShownSolutions,
): string {
  const { assignment } = grades;
  const { score, maxScore, problems } = student;
  const blocks = [
    `# ${prose(assignment.title)}`,
    prose(studentName(student.student)),
    `**${score === null ? `Not complete yet, of ${points(maxScore)} points` : pointsOf(score, maxScore)}.** ${prose(latenessSentence(student, assignment))}`,
    proseOrNothing(scoreNote(student)),
    ...assignmentNotes(student).map(prose),
    table(
      ["Exercise", "Verdict", "Points"],
      views.map((view) => [prose(view.title), VERDICTS[view.status], exercisePoints(view)]),
    ),
    ...views.flatMap((view) => exerciseBlocks(view, solutions.get(view.id), exerciseLinks(view.id, assignment))),
    ...(problems.length === 0 ? [] : ["## What was odd about the hand-in", list(problems.map((problem) => prose(problemLine(problem))))]),
    `---`,
    linkLine(assignmentLinks(assignment)),
    prose(versionLine(grades)),
  ];
  return `${blocks.filter((block) => block !== undefined).join("\n\n")}\n`;
}

/** Pages of the course, one after the other. */
function linkLine(links: readonly CourseLink[]): string | undefined {
  return links.length === 0 ? undefined : links.map(({ text, href }) => `[${prose(text)}](<${href}>)`).join(" · ");
}

function exerciseBlocks(view: ExerciseView, solution: string | undefined, links: readonly CourseLink[]): (string | undefined)[] {
  const { error, diagnosis, source } = view;
  return [
    `## ${prose(view.title)}`,
    `**${VERDICTS[view.status]}**, ${exercisePoints(view)}`,
    linkLine(links),
    ...decisionNotes(view).map(prose),
    proseOrNothing(unjudgedNote(view)),
    error && `> ${error.line === undefined ? "" : `Line ${error.line}: `}${inline(error.message)}`,
    diagnosis && `> **A question for you.** ${inline(diagnosis.message)}`,
    view.checks.length === 0
      ? undefined
      : table(
          ["Check", ...view.cases, "Points"],
          view.checks.map((check) => checkCells(check, view.cases)),
        ),
    ...skippedReasons(view).map((reason) => `Not judged: ${inline(reason)}`),
    view.hiddenCases.length === 0 ? undefined : list(view.hiddenCases.map(hiddenCaseLine)),
    proseOrNothing(hiddenCasesNote(view)),
    proseOrNothing(withheldNote(view)),
    ...checkFindings(view).flatMap(findingBlocks),
    proseOrNothing(pageNote(view)),
    ...(source === undefined ? [] : listing("Your answer", source)),
    ...(solution === undefined ? [] : listing("A solution", solution)),
  ];
}

function checkCells({ title, results, points: earned, maxPoints }: CheckView, cases: readonly string[]): string[] {
  const marks = cases.map((id) => {
    const verdict = results.find((check) => check.case === id)?.verdict;
    return verdict ? MARK_LABELS[verdict] : "";
  });
  return [inline(title), ...marks, maxPoints === 0 ? "not counted" : `${points(earned)} of ${points(maxPoints)}`];
}

function findingBlocks({ check, first, others, picture }: CheckFinding): string[] {
  const { witness } = first;
  return [
    `### ${inline(check.title)}`,
    `${inline(first.message)} (${codeSpan(first.case)})`,
    ...(witness && picture ? [`![${prose(pictureCaption(witness).replaceAll("`", ""))}](pictures/${picture}.svg)`] : []),
    ...(others.length > 0 ? [list(others.map((other) => `${codeSpan(other.case)}: ${inline(other.message)}`))] : []),
  ];
}

/** The source with line numbers, in a fence that is longer than any run of backticks in it. */
function listing(title: string, source: string): string[] {
  const { lines, cut } = sourceLines(source);
  const width = String(lines.length).length;
  const numbered = lines.map((line, i) => `${String(i + 1).padStart(width)}  ${line}`.trimEnd()).join("\n");
  const runs = numbered.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return [`### ${title}`, `${fence}ts\n${numbered}\n${fence}`, ...(cut === undefined ? [] : [cut])];
}

function proseOrNothing(text: string | undefined): string | undefined {
  return text === undefined ? undefined : prose(text);
}
