// Runs inside the command line's sandbox: a child process that performs one request at a time.
import type { Exercise } from "#judge/exercise.ts";
import { PlainJudge } from "#judge/plain-judge.ts";
import { exerciseModule, exercisesRoot } from "#kit/installation.ts";
import { useOwnExercises } from "#kit/own-exercises.ts";
import { dropWritePermission } from "./compile-cache.ts";
import { performJob, type SandboxMessage, type SandboxRequest } from "./perform-job.ts";

/** The instructor's own folder of exercises, if there is one, and the names of the exercises in it. */
const [ownRoot, ...ownIds] = process.argv.slice(2);
if (ownRoot !== undefined) useOwnExercises(ownRoot);

/** Kept from before any answer runs; answers cannot see `process`, and cannot change this binding. */
const send = process.send!.bind(process) as (message: SandboxMessage) => void;

const plainJudge = new PlainJudge();

process.on("message", (request: SandboxRequest) => void performJob(request, loadExercise, send, plainJudge));
// A promise that an answer left behind may reject later: that must not end the process.
process.on("unhandledRejection", () => undefined);

async function loadExercise(id: string): Promise<Exercise> {
  const root = ownRoot !== undefined && ownIds.includes(id) ? ownRoot : exercisesRoot;
  const loaded = (await import(exerciseModule(root, id, "exercise"))) as { default: Exercise };
  dropWritePermission();
  return loaded.default;
}
