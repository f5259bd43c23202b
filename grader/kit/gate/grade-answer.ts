import type { ExerciseFolder } from "../folder.ts";
import { wrongSources } from "../folder.ts";
import type { Job, JobResult } from "#judge/job.ts";
import type { GradeResult } from "#judge/result.ts";

/** Whatever runs a job: the sandbox, or the judge itself where the answers are known to be harmless. */
export type GradeAnswer = (job: Job) => Promise<JobResult>;

/**
 * Grades one source text as an answer to the exercise of a folder.
 *
 * @param hiddenSeeds seeds of the hidden cases that it is judged on as well
 */
export async function gradeIn(
  { exercise, version, files }: ExerciseFolder,
  source: string,
  grade: GradeAnswer,
  hiddenSeeds: readonly number[] = [],
): Promise<GradeResult> {
  const job: Job = {
    exercise: exercise.id,
    exerciseVersion: version,
    source,
    wrongSources: wrongSources(files),
    hiddenSeeds,
    mode: "grade",
  };
  const jobResult = await grade(job);
  if (jobResult.mode !== "grade") throw new Error(`a grade was asked for, a ${jobResult.mode} came`);
  return jobResult.result;
}
