import type { Exercise } from "#judge/exercise.ts";
import { performJob, type JobReaders, type SandboxMessage, type SandboxRequest } from "#sandbox/host/perform-job.ts";

const exercises = Object.values(import.meta.glob<Exercise>("../../../exercises/*/exercise.ts", { eager: true, import: "default" }));

/** Takes jobs through the one port that a worker of an opaque origin is given. */
export function listen(readers: JobReaders = {}): void {
  addEventListener(
    "message",
    ({ ports: [port] }: MessageEvent) => {
      if (port === undefined) throw new Error("the sandbox was given no port");
      const send = (message: SandboxMessage): void => port.postMessage(message);
      port.onmessage = ({ data }: MessageEvent<SandboxRequest>) => void performJob(data, findExercise, send, readers);
    },
    { once: true },
  );
}

function findExercise(id: string): Exercise {
  const exercise = exercises.find((one) => one.id === id);
  if (exercise === undefined) throw new Error(`there is no exercise "${id}"`);
  return exercise;
}
