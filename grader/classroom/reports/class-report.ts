import type { StudentGrade } from "../grading/class-grades.ts";

/** A report on a class that is written in parts, as the students come: it need not fit into memory. */
export interface ClassReport {
  readonly start: string;
  student(grade: StudentGrade): string;
  end(): string;
}
