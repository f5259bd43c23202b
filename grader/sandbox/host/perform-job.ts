import type { Exercise } from "#judge/exercise.ts";
import type { Job } from "#judge/job.ts";
import { runJob } from "#judge/run-job.ts";
import { PROGRESS_INTERVAL_MS } from "./limits.ts";
import type { SandboxMessage } from "./messages.ts";

/**
 * The inside of a sandbox, the same in process and worker: runs a job and tells how it goes.
 *
 * The result is sent from a task of its own. What an answer left behind in the queue of microtasks has run by then, or runs
 * for ever and is stopped by the watchdog: nothing of it reaches the next job.
 *
 * @param findExercise may load it; that time is ours and does not count
 */
export async function performJob(
  job: Job,
  findExercise: (id: string) => Exercise | Promise<Exercise>,
  send: (message: SandboxMessage) => void,
): Promise<void> {
  try {
    const exercise = await findExercise(job.exercise);
    send({ type: "started" });
    const result = runJob(
      job,
      exercise,
      throttled(() => send({ type: "progress" })),
    );
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
