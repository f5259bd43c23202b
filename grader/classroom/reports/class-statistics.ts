import type { ClassGrades, StudentGrade } from "../grading/class-grades.ts";
import type { ExerciseGrade } from "../grading/exercise-grade.ts";
import type { Diagnosis } from "#judge/result.ts";

/** The mean and the quartiles of scores. */
export interface Spread {
  readonly count: number;
  readonly mean: number;
  readonly lowerQuartile: number;
  readonly median: number;
  readonly upperQuartile: number;
}

/** The spread of scores; undefined for none. */
export function spreadOf(scores: readonly number[]): Spread | undefined {
  if (scores.length === 0) return undefined;
  const sorted = [...scores].sort((a, b) => a - b);
  const quantile = (share: number): number => {
    const position = share * (sorted.length - 1);
    const [below, above] = [scoreAt(sorted, Math.floor(position)), scoreAt(sorted, Math.ceil(position))];
    return below + (position - Math.floor(position)) * (above - below);
  };
  return {
    count: sorted.length,
    mean: sorted.reduce((sum, score) => sum + score, 0) / sorted.length,
    lowerQuartile: quantile(0.25),
    median: quantile(0.5),
    upperQuartile: quantile(0.75),
  };
}

function scoreAt(sorted: readonly number[], index: number): number {
  const score = sorted[index];
  if (score === undefined) throw new RangeError(`there is no score ${index} among ${sorted.length}`);
  return score;
}

/** Tenths of the highest possible score: full marks fall into the last one. */
export const BIN_COUNT = 10;

/** How many scores fall into each tenth of the range from 0 to the highest possible score. */
export function tenths(scores: readonly number[], maxScore: number): number[] {
  const bins = Map.groupBy(scores, (score) => Math.min(BIN_COUNT - 1, Math.floor((score / maxScore) * BIN_COUNT)));
  return Array.from({ length: BIN_COUNT }, (_, bin) => bins.get(bin)?.length ?? 0);
}

/** How a class did in one exercise. */
export interface ExerciseStatistics {
  readonly id: string;
  readonly title: string;
  readonly maxPoints: number;
  /** Answers with a verdict. */
  readonly judged: number;
  readonly passed: number;
  /** Answers without a verdict, because the grader failed at them or they could not be read. */
  readonly waiting: number;
  /** The mean over judged and missing answers; undefined if all answers wait for a verdict. */
  readonly meanPoints: number | undefined;
}

export function exerciseStatistics({ exercises, students }: ClassGrades): ExerciseStatistics[] {
  return exercises.map(({ id, title, maxPoints }) => {
    const grades = students.flatMap((student) => student.exercises.filter(({ exercise }) => exercise === id));
    const known = grades.flatMap(({ points }) => (points === null ? [] : [points]));
    const waiting = grades.length - known.length;
    return {
      id,
      title,
      maxPoints,
      judged: grades.filter(({ status }) => status !== "missing").length - waiting,
      passed: grades.filter(({ status }) => status === "pass").length,
      waiting,
      meanPoints: spreadOf(known)?.mean,
    };
  });
}

/** A misconception, and the students whose answers show it. */
export interface Misconception {
  readonly exercise: string;
  readonly diagnosis: Diagnosis;
  readonly students: readonly StudentGrade[];
}

/** The misconceptions of a class, the most frequent first. */
export function misconceptions({ students, exercises }: ClassGrades): Misconception[] {
  const found = new Map<string, { exercise: string; diagnosis: Diagnosis; students: StudentGrade[] }>();
  for (const { id } of exercises) {
    for (const student of students) {
      const diagnosis = diagnosisOf(student.exercises.find(({ exercise }) => exercise === id));
      if (!diagnosis) continue;
      const key = `${id}/${diagnosis.id}`;
      const entry = found.get(key) ?? { exercise: id, diagnosis, students: [] };
      entry.students.push(student);
      found.set(key, entry);
    }
  }
  return [...found.values()].sort((a, b) => b.students.length - a.students.length);
}

function diagnosisOf(grade: ExerciseGrade | undefined): Diagnosis | undefined {
  return grade?.result?.status === "fail" ? grade.result.diagnosis : undefined;
}
