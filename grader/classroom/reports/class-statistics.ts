import type { Diagnosis } from "#judge/result.ts";
import type { ClassOutcomes, ExerciseOutcome, StudentOutcome } from "./class-outcomes.ts";

/** The mean and the quartiles of scores. */
interface Spread {
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
    const below = scoreAt(sorted, Math.floor(position));
    const above = scoreAt(sorted, Math.ceil(position));
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

/** The score range in tenths: full marks fall into the last one. */
export const BIN_COUNT = 10;

/** How many scores fall into each tenth of the range from 0 to the highest possible score. */
export function tenths(scores: readonly number[], maxScore: number): number[] {
  const bins = Map.groupBy(scores, (score) => Math.min(BIN_COUNT - 1, Math.floor((score / maxScore) * BIN_COUNT)));
  return Array.from({ length: BIN_COUNT }, (_, bin) => bins.get(bin)?.length ?? 0);
}

/** The results of a class in one exercise. */
interface ExerciseStatistics {
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
  /**
   * How well the exercise tells strong students from weak ones: the correlation of its share of points with the share of all other
   * exercises, −1 to 1. Undefined for fewer than ten students with complete scores, or if all did the same.
   */
  readonly discrimination: number | undefined;
}

/** With fewer students, nothing is concluded about an exercise. */
const FEWEST_STUDENTS = 10;

function discrimination(exercise: string, students: readonly StudentOutcome[]): number | undefined {
  const pairs = students
    .filter(({ points, exercises }) => points !== null && exercises.some(({ status }) => status !== "missing" && status !== "excused"))
    .flatMap(({ exercises }): (readonly [number, number])[] => {
      const item = exercises.find((grade) => grade.exercise === exercise && grade.maxPoints > 0);
      const others = exercises.filter((grade) => grade !== item);
      const most = total(others, "maxPoints");
      return item === undefined || most === 0 ? [] : [[(item.points ?? 0) / item.maxPoints, total(others, "points") / most]];
    });
  return pairs.length < FEWEST_STUDENTS ? undefined : correlation(pairs);
}

const total = (grades: readonly ExerciseOutcome[], key: "points" | "maxPoints"): number =>
  grades.reduce((sum, grade) => sum + (grade[key] ?? 0), 0);

/** Pearson's correlation, −1 to 1; undefined if one of the two does not vary. */
export function correlation(pairs: readonly (readonly [number, number])[]): number | undefined {
  const mean = (of: 0 | 1): number => pairs.reduce((sum, pair) => sum + pair[of], 0) / pairs.length;
  const meanX = mean(0);
  const meanY = mean(1);
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (const [x, y] of pairs) {
    xx += (x - meanX) ** 2;
    yy += (y - meanY) ** 2;
    xy += (x - meanX) * (y - meanY);
  }
  // Rounding leaves tiny variances where all values are equal.
  const least = 1e-12 * pairs.length;
  return xx < least || yy < least ? undefined : xy / Math.sqrt(xx * yy);
}

export function exerciseStatistics({ exercises, students }: ClassOutcomes): ExerciseStatistics[] {
  return exercises.map(({ id, title, maxPoints }) => {
    const grades = students.flatMap((student) =>
      student.exercises.filter(({ exercise, status }) => exercise === id && status !== "excused"),
    );
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
      discrimination: discrimination(id, students),
    };
  });
}

/** A misconception, and the students whose answers show it. */
export interface Misconception {
  readonly exercise: string;
  readonly diagnosis: Diagnosis;
  readonly students: readonly StudentOutcome[];
}

/** The misconceptions of a class, the most frequent first. */
export function misconceptions({ students, exercises }: ClassOutcomes): Misconception[] {
  const found = new Map<string, { exercise: string; diagnosis: Diagnosis; students: StudentOutcome[] }>();
  for (const { id } of exercises) {
    for (const student of students) {
      const diagnosis = student.exercises.find(({ exercise }) => exercise === id)?.diagnosis;
      if (!diagnosis) continue;
      const key = `${id}/${diagnosis.id}`;
      const entry = found.get(key) ?? { exercise: id, diagnosis, students: [] };
      entry.students.push(student);
      found.set(key, entry);
    }
  }
  return [...found.values()].sort((a, b) => b.students.length - a.students.length);
}
