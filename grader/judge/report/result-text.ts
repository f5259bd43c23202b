import type { Lesson } from "./beginner-mistake.ts";
import { layoutSentence } from "./layout-sentence.ts";
import { provenanceText } from "./provenance-sentence.ts";
import { pointsLine } from "./verdict-line.ts";
import type { CheckResult, GradeResult, Verdict } from "../result.ts";

/** A result as JSON: equal results are equal bytes, in the page and on the command line. */
export function resultJson(result: GradeResult): string {
  return `${JSON.stringify(result, null, 2)}\n`;
}

/** In words: not every terminal's font has ticks. */
const MARKS: Record<Verdict, string> = { pass: "pass", fail: "FAIL", skipped: "   –" };

/** A result for a terminal, with advice on the answer where there is any. */
export function resultText(result: GradeResult, advice: Lesson | undefined): string {
  switch (result.status) {
    case "pass":
    case "fail": {
      const rows = result.checks.flatMap((check) => checkLines(check));
      const diagnosis = result.diagnosis ? ["", result.diagnosis.message] : [];
      const followed = result.provenance ? ["", provenanceText(result.provenance)] : [];
      const question = advice ? ["", `${advice.line === undefined ? "" : `Line ${advice.line}: `}${advice.message}`] : [];
      const layout = result.layout ? ["", `The layout: ${layoutSentence(result.layout.name)}`] : [];
      const verdict = `${result.exercise}: ${result.status}, ${pointsLine(result)}`;
      return [...rows, ...followed, ...diagnosis, ...layout, ...question, "", verdict, ""].join("\n");
    }
    case "error": {
      const { kind, message, line } = result.error;
      return `${result.exercise}: error, ${kind}${line === undefined ? "" : ` at line ${line}`}\n${message}\n`;
    }
    case "fault":
      return `${result.exercise}: the grader failed; the answer is not to blame\n${result.message}\n`;
  }
}

function checkLines({ verdict, title, case: caseId, points, maxPoints, message }: CheckResult): string[] {
  const head = `${MARKS[verdict]} ${title} (${caseId}, ${maxPoints === 0 ? "not counted" : `${points} of ${maxPoints}`})`;
  return verdict === "pass" ? [head] : [head, `  ${message}`];
}
