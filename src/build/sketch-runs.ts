import { SandboxPool } from "#sandbox/host/sandbox-pool.ts";
import type { SketchRun } from "#judge/run-sketch.ts";
import type { Sketch } from "#judge/sketch.ts";

/** When no sketch has come for so long, the processes are ended: while they live, the build cannot end. */
const IDLE_MS = 2000;

let sandboxes: SandboxPool | undefined;
let running = 0;
let idle: ReturnType<typeof setTimeout> | undefined;

/**
 * Runs a sketch of a lesson while the site is built, in a sandbox of its own process: loading code freezes a process's built-in objects.
 *
 * @throws Error when the sketch does not run
 */
export async function runSketch(sketch: Sketch): Promise<SketchRun> {
  clearTimeout(idle);
  running++;
  try {
    sandboxes ??= new SandboxPool(1);
    const outcome = await sandboxes.sketch(sketch);
    if (outcome.status === "ran") return outcome;
    throw new Error(outcome.status === "error" ? outcome.error.message : outcome.message);
  } finally {
    running--;
    if (running === 0) idle = setTimeout(() => void close(), IDLE_MS);
  }
}

async function close(): Promise<void> {
  const ending = sandboxes;
  sandboxes = undefined;
  await ending?.close();
}
