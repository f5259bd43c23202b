import type { ExerciseGrade } from "../grading/class-grades.ts";
import { printable } from "./words.ts";

/** Why an exercise did not pass, in full: for whoever grades. Undefined for a pass. */
export function failureMessage({ status, result }: ExerciseGrade): string | undefined {
  if (status === "missing") return "No answer was handed in.";
  switch (result?.status) {
    case "error":
      return printable(`${result.error.kind}: ${result.error.message}`);
    case "fault":
      return printable(`The grader failed, and nobody has judged the answer: ${result.message}`);
    case "fail": {
      const failed = result.checks.filter(({ verdict }) => verdict === "fail");
      return printable(failed.map((check) => `${check.title} (${check.case}): ${check.message}`).join("\n"));
    }
    default:
      return status === "pass" ? undefined : "There is no verdict.";
  }
}
