import type { ExerciseFolder } from "../folder.ts";
import { wrongSources } from "../folder.ts";
import type { GradeJob } from "#judge/grade.ts";
import type { GradeResult } from "#judge/result.ts";

/** Whatever grades an answer: the sandbox, or the judge itself where the answers are known to be harmless. */
export type GradeAnswer = (job: GradeJob) => Promise<GradeResult>;

/**
 * Grades one source text as an answer to the exercise of a folder.
 *
 * @param hiddenSeeds seeds of the hidden cases that it is judged on as well
 */
export function gradeIn(
  { exercise, version, files }: ExerciseFolder,
  source: string,
  grade: GradeAnswer,
  hiddenSeeds: readonly number[] = [],
): Promise<GradeResult> {
  return grade({ exercise: exercise.id, exerciseVersion: version, source, wrongSources: wrongSources(files), hiddenSeeds });
}
