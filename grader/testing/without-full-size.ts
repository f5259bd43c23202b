import type { Exercise, Size } from "#judge/exercise.ts";
import { grade } from "#judge/grade.ts";
import type { GradeResult } from "#judge/result.ts";
import { wrongSources, type ExerciseFolder } from "#kit/folder.ts";

/** An exercise without its case at full size, which can take seconds and is run by the author's gate. */
export function withoutFullSize<S extends Size>(exercise: Exercise<S>): Exercise<S> {
  return { ...exercise, cases: exercise.cases.filter(({ fullSize }) => !fullSize) };
}

/** The verdict on a source without the case at full size, judged in this process: only for answers that are known to be harmless. */
export function gradeWithoutFullSize({ exercise, version, files }: ExerciseFolder, source: string, seeds: readonly number[]): GradeResult {
  const job = { exercise: exercise.id, exerciseVersion: version, source, wrongSources: wrongSources(files), hiddenSeeds: seeds };
  return grade(job, withoutFullSize(exercise), () => undefined);
}
