import type { Exercise } from "#judge/exercise.ts";
import { PlainJudge } from "#judge/plain-judge.ts";
import { capstonesRoot, exerciseModule, exercisesRoot } from "#kit/installation.ts";
import { capstoneIds } from "#kit/own-exercises.ts";
import { dropWritePermission } from "./compile-cache.ts";
import { performJob, type SandboxMessage, type SandboxRequest } from "./perform-job.ts";

/**
 * Performs the requests that the process that started this one sends.
 *
 * @param ownRoot the instructor's own folder of exercises, if there is one
 * @param ownIds the names of the exercises in it
 */
export function performRequests(ownRoot: string | undefined, ownIds: readonly string[]): void {
  // Saved before any answer runs; answers cannot see `process`, and cannot change this binding.
  const send = process.send!.bind(process) as (message: SandboxMessage) => void;
  const readers = {
    plainJudge: new PlainJudge(),
    // The compiler is large, and a class's answers are in TypeScript.
    cudaReader: async () => (await import("#judge/cuda-answer.ts")).readAnyAnswer,
    gradeCuda: async () => (await import("#judge/cuda/grade-cuda.ts")).gradeCuda,
  };
  const capstones = capstoneIds();
  const loadExercise = async (id: string): Promise<Exercise> => {
    const root = ownRoot !== undefined && ownIds.includes(id) ? ownRoot : capstones.includes(id) ? capstonesRoot : exercisesRoot;
    const { default: exercise } = (await import(exerciseModule(root, id, "exercise"))) as { default: Exercise };
    dropWritePermission();
    return exercise;
  };
  process.on("message", (request: SandboxRequest) => void performJob(request, loadExercise, send, readers));
  // A promise that an answer left behind may reject later: that must not end the process.
  process.on("unhandledRejection", () => undefined);
}
