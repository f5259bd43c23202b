import { grade } from "#judge/grade.ts";
import type { GradeResult } from "#judge/result.ts";
import { wrongSources, type ExerciseFolder } from "#kit/folder.ts";
import { withoutFullSize } from "./without-full-size.ts";

/** What the grader says of a source, in this process and without the case at full size: for answers that are known to be harmless. */
export function sampleVerdict({ exercise, version, files }: ExerciseFolder, source: string, seeds: readonly number[]): GradeResult {
  const job = { exercise: exercise.id, exerciseVersion: version, source, wrongSources: wrongSources(files), hiddenSeeds: seeds };
  return grade(job, withoutFullSize(exercise), () => undefined);
}
