import type { ClassGrades, GradedClass } from "#classroom/grading/class-grades.ts";
import { OutcomeCollector, type ClassOutcomes } from "#classroom/reports/class-outcomes.ts";
import type { ClassReport } from "#classroom/reports/class-report.ts";

/** The whole text of a report on a class. */
export const reportText = (report: ClassReport, { students }: Pick<ClassGrades, "students">): string =>
  [report.start, ...students.map((student) => report.student(student)), report.end()].join("");

/** A class as the summary needs it. */
export function outcomesOf({ students, ...head }: ClassGrades): ClassOutcomes {
  const collector = new OutcomeCollector();
  for (const student of students) collector.add(student);
  return { ...head, students: collector.students };
}

/** A class whose students come one after the other. */
export function streamOf({ students, ...head }: ClassGrades): GradedClass {
  return {
    head,
    ids: students.map(({ student }) => student.id),
    async *students() {
      yield* students;
    },
  };
}
