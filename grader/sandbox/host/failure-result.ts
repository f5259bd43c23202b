import type { AnswerError } from "../answer/answer-error.ts";
import { simulatorVersion } from "#simulator";
import type { Job, JobResult } from "#judge/job.ts";
import type { AnswerFailure, GraderFault } from "#judge/result.ts";

/** The result of a job whose answer had to be stopped, or never ran. */
export function failureResult(job: Job, error: AnswerError): JobResult {
  return resultWith(job, { status: "error", error });
}

/** The result of a job that the grader itself could not do: our bug, never the learner's. */
export function faultResult(job: Job, message: string): JobResult {
  return resultWith(job, { status: "fault", message });
}

function resultWith({ mode, exercise, exerciseVersion }: Job, outcome: AnswerFailure | GraderFault): JobResult {
  if (mode === "preview") return { mode, preview: outcome };
  return { mode, result: { schema: "coalesce/result/v1", exercise, exerciseVersion, simulatorVersion, ...outcome } };
}
