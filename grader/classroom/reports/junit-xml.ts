import builder, { type TestCase } from "junit-report-builder";
import type { ClassGrades } from "../grading/class-grades.ts";
import type { ExerciseGrade } from "../grading/exercise-grade.ts";
import { failureMessage, printable, studentName } from "./captions.ts";

/** A class as JUnit XML: one suite per student, one case per exercise. It has no times, because no grade depends on one. */
export function junitXml(grades: ClassGrades): string {
  const report = builder.newBuilder().name(printable(grades.assignment.title));
  for (const { student, exercises } of grades.students) {
    const suite = report.testSuite().name(studentName(student));
    for (const exercise of exercises) {
      const testCase = suite.testCase().className(`${grades.assignment.id}.${exercise.exercise}`).name(exercise.exercise);
      describe(testCase, exercise);
    }
  }
  return `${report.build().trimEnd()}\n`;
}

function describe(testCase: TestCase, grade: ExerciseGrade): void {
  const message = failureMessage(grade) ?? "";
  switch (grade.status) {
    case "pass":
      return;
    case "fail":
      testCase.failure(message, "fail");
      return;
    case "error":
      testCase.error(message, grade.result?.status === "error" ? grade.result.error.kind : "error");
      return;
    case "fault":
      testCase.error(message, "fault");
      return;
    case "unread":
      testCase.error(message, "unread");
      return;
    case "missing":
      testCase.skipped();
  }
}
