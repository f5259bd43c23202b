import type { Exercise } from "#judge/exercise.ts";
import { grade, preview, type GradeJob, type PreviewJob } from "#judge/grade.ts";
import { PROGRESS_INTERVAL_MS } from "./limits.ts";

/** What a host asks of the inside of a sandbox. */
export type SandboxRequest = { readonly kind: "grade"; readonly job: GradeJob } | { readonly kind: "preview"; readonly job: PreviewJob };

/** What the inside of a sandbox says to its host; `Result` is what the request asks for. */
export type SandboxMessage<Result = unknown> =
  /** Everything that the job needs is loaded; from here on the answer's time counts. */
  | { readonly type: "started" }
  | { readonly type: "progress" }
  | { readonly type: "result"; readonly result: Result }
  /** The exercise or the grader failed, not the answer. */
  | { readonly type: "fault"; readonly message: string };

/**
 * The inside of a sandbox, the same in process and worker: does what is asked and reports how it goes.
 *
 * The result is sent from a task of its own. What an answer left behind in the queue of microtasks has run by then, or runs
 * for ever and is stopped by the watchdog: nothing of it reaches the next job.
 *
 * @param findExercise may load it; that time is ours and does not count
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
