import type { CURRENT_SPEC_VERSION, Test, TestStatus } from "ctrf";
import type { ClassHead, StudentGrade } from "../grading/class-grades.ts";
import type { ExerciseGrade } from "../grading/exercise-grade.ts";
import type { ClassReport } from "./class-report.ts";
import { failureMessage, studentName } from "./captions.ts";

/** That of the package `ctrf`, which is not loaded for it: it has a validator of its own. */
const SPEC_VERSION: typeof CURRENT_SPEC_VERSION = "0.0.0";

const STATUS: Record<ExerciseGrade["status"], TestStatus> = {
  pass: "passed",
  fail: "failed",
  error: "failed",
  fault: "other",
  missing: "skipped",
  unread: "other",
  excused: "skipped",
};

/**
 * A class in the Common Test Report Format: one test per student and exercise. All times are 0, because no grade depends on one. The
 * summary comes last, when everybody has been counted.
 *
 * @param folders the name of each student's folder
 */
export function ctrfJson({ assignment, simulatorVersion }: ClassHead, folders: ReadonlyMap<string, string>): ClassReport {
  const summary = { tests: 0, passed: 0, failed: 0, skipped: 0, pending: 0, other: 0, suites: 0, start: 0, stop: 0 };
  const head = { reportFormat: "CTRF", specVersion: SPEC_VERSION, generatedBy: "coalesce" };
  const results = { tool: { name: "coalesce", version: simulatorVersion }, environment: { reportName: assignment.title } };
  const testOf = (id: string, suite: string, grade: ExerciseGrade): Test => {
    const message = failureMessage(grade);
    summary.tests++;
    summary[STATUS[grade.status]]++;
    return {
      testId: `${folders.get(id)}/${grade.exercise}`,
      name: grade.exercise,
      status: STATUS[grade.status],
      duration: 0,
      suite: [assignment.id, suite],
      rawStatus: grade.status,
      ...(message !== undefined && { message }),
      extra: { points: grade.points, maxPoints: grade.maxPoints },
    };
  };
  return {
    start: `${opened(head)},"results":${opened(results)},"tests":[`,
    student({ student, exercises }: StudentGrade) {
      const isFirst = summary.suites++ === 0;
      const tests = exercises.map((exercise) => JSON.stringify(testOf(student.id, studentName(student), exercise)));
      return `${isFirst ? "" : ","}\n${tests.join(",\n")}`;
    },
    end: () => `\n],"summary":${JSON.stringify(summary)}}}\n`,
  };
}

/** An object as JSON without its closing brace. */
const opened = (value: object): string => JSON.stringify(value).slice(0, -1);
