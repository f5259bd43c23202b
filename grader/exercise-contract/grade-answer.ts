import type { ExerciseFolder } from "../exercise/folder.ts";
import { wrongSources } from "../exercise/folder.ts";
import type { Job, JobResult } from "../judge/job.ts";
import type { GradeResult } from "../judge/result.ts";

/** Whatever runs a job: the sandbox, or the judge itself where the answers are known to be harmless. */
export type GradeAnswer = (job: Job) => Promise<JobResult>;

/** Grades one source text as an answer to the exercise of a folder. */
export async function gradeIn({ exercise, version, files }: ExerciseFolder, source: string, grade: GradeAnswer): Promise<GradeResult> {
  const job = { exercise: exercise.id, exerciseVersion: version, source, wrongSources: wrongSources(files), mode: "grade" } as const;
  const jobResult = await grade(job);
  if (jobResult.mode !== "grade") throw new Error(`a grade was asked for, a ${jobResult.mode} came`);
  return jobResult.result;
}
