import type { Diagnosis } from "#judge/result.ts";
import type { ClassHead, StudentGrade } from "../grading/class-grades.ts";
import type { ExerciseGrade } from "../grading/exercise-grade.ts";
import { TextPack, type PackedText } from "../submission/text-pack.ts";
import { pageComparison, type PageComparison } from "./page-comparison.ts";

/** A class as the summary needs it: without the verdicts, which would not fit into memory for a large class. */
export interface ClassOutcomes extends ClassHead {
  /** Sorted by id. */
  readonly students: readonly StudentOutcome[];
}

export interface StudentOutcome extends Omit<StudentGrade, "exercises"> {
  readonly exercises: readonly ExerciseOutcome[];
}

/** A student's outcome in one exercise. */
export interface ExerciseOutcome extends Pick<
  ExerciseGrade,
  "exercise" | "status" | "points" | "maxPoints" | "reasons" | "judgedPoints" | "comment" | "group"
> {
  /** The answer's source; absent when nothing was handed in. */
  readonly source?: PackedText;
  readonly diagnosis?: Diagnosis;
  /** The page's verdict, if it differs. */
  readonly page?: PageComparison;
  /** The titles of the checks that fail, or the kind of error. */
  readonly fails?: string;
  /** Why the grader failed. */
  readonly fault?: string;
}

/** Gathers the outcomes of students. Equal diagnoses are one object, and sources are packed. */
export class OutcomeCollector {
  readonly students: StudentOutcome[] = [];
  readonly #sources = new TextPack();
  readonly #fails = new Map<string, string>();
  readonly #diagnoses = new Map<string, Diagnosis>();

  add({ exercises, ...student }: StudentGrade): void {
    this.students.push({ ...student, exercises: exercises.map((grade) => this.#outcomeOf(grade)) });
  }

  #outcomeOf(grade: ExerciseGrade): ExerciseOutcome {
    const { exercise, status, points, maxPoints, reasons, source, judgedPoints, comment, group, result } = grade;
    const page = pageComparison(grade);
    const diagnosis = result?.status === "fail" && result.diagnosis ? this.#same(exercise, result.diagnosis) : undefined;
    return {
      exercise,
      status,
      points,
      maxPoints,
      ...(reasons && { reasons }),
      ...(source !== undefined && { source: this.#sources.add(source) }),
      ...(judgedPoints !== undefined && { judgedPoints }),
      ...(comment !== undefined && { comment }),
      ...(group !== undefined && { group, fails: this.#failsOf(group, result) }),
      ...(diagnosis && { diagnosis }),
      ...(page && { page }),
      ...(result?.status === "fault" && { fault: result.message }),
    };
  }

  /** The checks that a group of answers fails, computed once for all of them. */
  #failsOf(group: string, result: ExerciseGrade["result"]): string {
    const known = this.#fails.get(group) ?? failsOf(result);
    this.#fails.set(group, known);
    return known;
  }

  #same(exercise: string, diagnosis: Diagnosis): Diagnosis {
    const key = JSON.stringify([exercise, diagnosis]);
    const known = this.#diagnoses.get(key) ?? diagnosis;
    this.#diagnoses.set(key, known);
    return known;
  }
}

function failsOf(result: ExerciseGrade["result"]): string {
  if (result?.status === "error") return result.error.kind;
  if (result?.status !== "fail") return "";
  return [...new Set(result.checks.filter(({ verdict }) => verdict === "fail").map(({ title }) => title))].join("; ");
}
