import type { JobResult } from "#judge/job.ts";

/** What the inside of a sandbox says to its host. */
export type SandboxMessage =
  /** Everything that the job needs is loaded; from here on the answer's time counts. */
  | { readonly type: "started" }
  | { readonly type: "progress" }
  | { readonly type: "result"; readonly result: JobResult }
  /** The exercise or the grader failed, not the answer. */
  | { readonly type: "fault"; readonly message: string };
