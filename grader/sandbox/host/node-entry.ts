// Runs inside the command line's sandbox: a child process that performs one request at a time.
import type { Exercise } from "#judge/exercise.ts";
import { dropWritePermission } from "./compile-cache.ts";
import { performJob, type SandboxMessage, type SandboxRequest } from "./perform-job.ts";

/** Kept from before any answer runs; answers cannot see `process`, and cannot change this binding. */
const send = process.send!.bind(process) as (message: SandboxMessage) => void;

process.on("message", (request: SandboxRequest) => void performJob(request, loadExercise, send));
// A promise that an answer left behind may reject later: that must not end the process.
process.on("unhandledRejection", () => undefined);

async function loadExercise(id: string): Promise<Exercise> {
  const loaded = (await import(new URL(`../../../exercises/${id}/exercise.ts`, import.meta.url).href)) as { default: Exercise };
  dropWritePermission();
  return loaded.default;
}
