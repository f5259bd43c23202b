import type { CheckResult } from "#judge/result.ts";
import type { ExerciseView } from "./student-view.ts";
import { printable } from "./captions.ts";

/** The report of an Exercism test runner on one exercise. */
interface ExercismReport {
  readonly version: 2;
  readonly status: "pass" | "fail" | "error";
  readonly message: string | null;
  readonly tests: readonly { readonly name: string; readonly status: "pass" | "fail"; readonly message: string | null }[];
}

/**
 * One exercise as Exercism reads it from a test runner (exercism.org/docs/building/tooling/test-runners/interface), version 2:
 * one test per check, not tied to tasks. Exercism has no skipped tests: a check that was not judged fails, with the reason as its
 * message. There is no test_code, because a check covers all threads and is not a call. Undefined if nothing was judged: the format
 * has no status for it, and a test runner that fails writes no file either.
 */
export function exercismJson(view: ExerciseView): string | undefined {
  const report = exercismReport(view);
  return report && `${JSON.stringify(report, null, 2)}\n`;
}

function exercismReport({ status, checks, hiddenCases, error }: ExerciseView): ExercismReport | undefined {
  switch (status) {
    case "missing":
    case "excused":
    case "unread":
    case "fault":
      return undefined;
    case "error":
      return { version: 2, status, message: error ? errorMessage(error) : "The answer could not be judged.", tests: [] };
    case "pass":
    case "fail": {
      const seen = checks.flatMap(({ results }) => results).map(exercismTest);
      const hidden = hiddenCases.map(({ number, passed }) => ({
        name: `Hidden case ${number}`,
        status: passed ? ("pass" as const) : ("fail" as const),
        message: passed ? null : "This case stays hidden. The checks that you can see say what must hold in every case.",
      }));
      return { version: 2, status, message: null, tests: [...seen, ...hidden] };
    }
  }
}

function exercismTest({ title, case: caseId, verdict, message }: CheckResult): ExercismReport["tests"][number] {
  const passed = verdict === "pass";
  return { name: `${title} (${caseId})`, status: passed ? "pass" : "fail", message: passed ? null : printable(message) };
}

function errorMessage({ message, line }: NonNullable<ExerciseView["error"]>): string {
  return `${line === undefined ? "" : `Line ${line}: `}${printable(message)}`;
}
