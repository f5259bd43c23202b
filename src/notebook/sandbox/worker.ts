// The inside of the page's sandbox: a worker of an opaque origin that takes jobs through the one port it is given.
import type { Exercise } from "#judge/exercise.ts";
import { performJob, type SandboxMessage, type SandboxRequest } from "#sandbox/host/perform-job.ts";

const exercises = Object.values(import.meta.glob<Exercise>("../../../exercises/*/exercise.ts", { eager: true, import: "default" }));

addEventListener("message", listenToPort, { once: true });

function listenToPort({ ports: [port] }: MessageEvent): void {
  if (port === undefined) throw new Error("the sandbox was given no port");
  const send = (message: SandboxMessage): void => port.postMessage(message);
  port.onmessage = ({ data }: MessageEvent<SandboxRequest>) => void performJob(data, findExercise, send);
}

function findExercise(id: string): Exercise {
  const exercise = exercises.find((one) => one.id === id);
  if (exercise === undefined) throw new Error(`there is no exercise "${id}"`);
  return exercise;
}
