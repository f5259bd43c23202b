import { CURRENT_SPEC_VERSION, type CTRFReport, type Test, type TestStatus } from "ctrf";
import type { ClassGrades } from "../grading/class-grades.ts";
import type { ExerciseGrade } from "../grading/exercise-grade.ts";
import { studentFolders } from "./student-folder.ts";
import { failureMessage, studentName } from "./captions.ts";

const STATUS: Record<ExerciseGrade["status"], TestStatus> = {
  pass: "passed",
  fail: "failed",
  error: "failed",
  fault: "other",
  missing: "skipped",
  unread: "other",
};

/** A class in the Common Test Report Format: one test per student and exercise. All times are 0, because no grade depends on one. */
export function ctrfJson(grades: ClassGrades): string {
  const folders = studentFolders(grades.students.map(({ student }) => student.id));
  const tests = grades.students.flatMap(({ student, exercises }) =>
    exercises.map((exercise): Test => {
      const message = failureMessage(exercise);
      return {
        testId: `${folders.get(student.id)}/${exercise.exercise}`,
        name: exercise.exercise,
        status: STATUS[exercise.status],
        duration: 0,
        suite: [grades.assignment.id, studentName(student)],
        rawStatus: exercise.status,
        ...(message !== undefined && { message }),
        extra: { points: exercise.points, maxPoints: exercise.maxPoints },
      };
    }),
  );
  return `${JSON.stringify(report(tests, grades), null, 2)}\n`;
}

function report(tests: Test[], { assignment, simulatorVersion, students }: ClassGrades): CTRFReport {
  const count = (status: TestStatus): number => tests.filter((test) => test.status === status).length;
  const summary = {
    tests: tests.length,
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("skipped"),
    pending: count("pending"),
    other: count("other"),
    suites: students.length,
    start: 0,
    stop: 0,
  };
  return {
    reportFormat: "CTRF",
    specVersion: CURRENT_SPEC_VERSION,
    generatedBy: "coalesce",
    results: { tool: { name: "coalesce", version: simulatorVersion }, summary, tests, environment: { reportName: assignment.title } },
  };
}
