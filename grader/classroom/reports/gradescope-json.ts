import type { ClassHead, StudentGrade } from "../grading/class-grades.ts";
import { hundredths } from "../grading/exercise-grade.ts";
import { exerciseViews, type ExerciseView } from "./student-view.ts";
import { latenessSentence, printable } from "./captions.ts";
import { unreadNote } from "./feedback-captions.ts";

/** A row of Gradescope's results.json. A row without a score is shown and does not count. */
interface GradescopeTest {
  readonly name: string;
  readonly number: string;
  readonly score?: number;
  readonly max_score?: number;
  readonly status?: "passed" | "failed";
  readonly output?: string;
  readonly tags: readonly string[];
  readonly visibility: "visible" | "hidden";
}

interface GradescopeOptions {
  readonly views?: readonly ExerciseView[];
  /** Members of a group with a decision that its one result leaves out. */
  readonly left?: readonly string[];
}

/**
 * A student's grades as Gradescope reads them from an autograder (gradescope-autograders.readthedocs.io, "Output format").
 *
 * It shares no code with Exercism's file, although the two look alike: `status` has other values ("passed", not "pass"), `output` means
 * the grader's message here and the program's own output there, and this file is about a whole assignment, not one exercise. While
 * the total waits for a verdict, no row has a score, because Gradescope would add the scores up.
 */
export function gradescopeJson(
  student: StudentGrade,
  grades: ClassHead,
  { views = exerciseViews(student, grades), left = [] }: GradescopeOptions = {},
): string {
  const { score, maxScore } = student;
  const tests = views.flatMap((view, i) => exerciseTests(view, i + 1));
  const report = {
    ...(score !== null && { score }),
    output: [
      latenessSentence(student, grades.assignment),
      ...(score === null ? ["An exercise has no verdict yet."] : []),
      ...(left.length === 0
        ? []
        : [`A group has one result, which leaves out what was decided for ${printable(LIST.format(left))} alone.`]),
    ].join(" "),
    output_format: "text",
    extra_data: { max_score: maxScore },
    tests: score === null ? tests.map(withoutScore) : tests,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function withoutScore({ score: _, max_score: __, ...test }: GradescopeTest): GradescopeTest {
  return test;
}

function exerciseTests(view: ExerciseView, position: number): GradescopeTest[] {
  const shared = { tags: [view.id], visibility: "visible" } as const;
  const rows: Omit<GradescopeTest, "number">[] =
    view.status === "pass" || view.status === "fail"
      ? [...seenRows(view, shared), ...hiddenRows(view, shared)]
      : [{ name: view.title, ...scoreOf(view.points, view.maxPoints), output: unjudged(view), ...shared }];
  return rows.map((row, i) => ({ ...row, name: `${view.id}: ${row.name}`, number: `${position}.${i + 1}` }));
}

type Shared = Pick<GradescopeTest, "tags" | "visibility">;

const LIST = new Intl.ListFormat("en-GB");

/** A row for each check, over all cases that it is judged in. A check that counts for nothing has a row if it fails, without a score. */
function seenRows({ checks }: ExerciseView, shared: Shared): Omit<GradescopeTest, "number">[] {
  return checks.flatMap(({ title, results, points, maxPoints }) => {
    const lacking = results.filter(({ verdict }) => verdict !== "pass");
    if (maxPoints === 0 && lacking.length === 0) return [];
    const [first = results[0], ...others] = lacking;
    const also = others.length === 0 ? "" : ` Neither does it hold in ${LIST.format(others.map((check) => check.case))}.`;
    return {
      name: title,
      ...(maxPoints > 0 && scoreOf(points, maxPoints)),
      status: lacking.length === 0 ? "passed" : "failed",
      output: lacking.length === 0 ? "Holds in all cases." : printable(`${first?.case}: ${first?.message}${also}`),
      ...shared,
    };
  });
}

function hiddenRows({ hiddenCases, withheldPoints }: ExerciseView, shared: Shared): Omit<GradescopeTest, "number">[] {
  const cases = hiddenCases.map(({ number, passed, points, maxPoints }) => ({
    name: `hidden case ${number}: ${passed ? "passed" : "not passed"}`,
    ...(maxPoints > 0 && scoreOf(points, maxPoints)),
    status: passed ? ("passed" as const) : ("failed" as const),
    ...shared,
  }));
  return withheldPoints === 0 ? cases : [...cases, { name: "checks that stay hidden", ...shared, visibility: "hidden" }];
}

function scoreOf(score: number | null, maxScore: number): Pick<GradescopeTest, "score" | "max_score"> {
  return score === null ? {} : { score: hundredths(score), max_score: hundredths(maxScore) };
}

function unjudged(view: ExerciseView): string {
  const { status, error } = view;
  if (status === "missing") return "No answer was handed in.";
  if (status === "unread") return printable(unreadNote(view));
  if (error) return printable(error.message);
  return "The grader failed, which is not your fault. The answer waits for its verdict.";
}
