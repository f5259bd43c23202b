import type { Exercise } from "#judge/exercise.ts";
import { grade, preview, type GradeJob, type PreviewJob } from "#judge/grade.ts";
import { PROGRESS_INTERVAL_MS } from "./limits.ts";

/** What a host sends into a sandbox. */
export type SandboxRequest = { readonly kind: "grade"; readonly job: GradeJob } | { readonly kind: "preview"; readonly job: PreviewJob };

/** What a sandbox sends to its host; `Result` is the kind of result that was requested. */
export type SandboxMessage<Result = unknown> =
  /** Everything that the job needs is loaded; the limits apply from here on. */
  | { readonly type: "started" }
  | { readonly type: "progress" }
  | { readonly type: "result"; readonly result: Result }
  /** The exercise or the grader failed, not the answer. */
  | { readonly type: "fault"; readonly message: string };

/**
 * Performs a request inside a sandbox, and reports its progress and result. The same in a process and in a worker.
 *
 * The result is sent from a separate task. Microtasks that an answer left behind have run by then, or run for ever and are stopped
 * by the watchdog: none of them reaches the next job.
 *
 * @param findExercise may have to load it; that time does not count towards the limits
 */
export async function performJob(
  request: SandboxRequest,
  findExercise: (id: string) => Exercise | Promise<Exercise>,
  send: (message: SandboxMessage) => void,
): Promise<void> {
  try {
    const exercise = await findExercise(request.job.exercise);
    send({ type: "started" });
    const progress = throttled(() => send({ type: "progress" }));
    const result = request.kind === "grade" ? grade(request.job, exercise, progress) : preview(request.job, exercise);
    await new Promise((resolve) => setTimeout(resolve));
    send({ type: "result", result });
  } catch (error) {
    send({ type: "fault", message: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  }
}

function throttled(signal: () => void): () => void {
  let last = performance.now();
  return () => {
    const now = performance.now();
    if (now - last < PROGRESS_INTERVAL_MS) return;
    last = now;
    signal();
  };
}
