// Judges answers to capstones in the page: the lab's machine runs them, which has no way out of it. What is sent is data.
import type { Exercise } from "#judge/exercise.ts";
import { judgeCapstone, resultOfCapstone } from "#judge/cuda/grade-cuda.ts";
import type { CapstoneMessage, CapstoneQuestion } from "./capstone-messages.ts";

const capstones = import.meta.glob<{ default: Exercise }>("../../../content/capstones/*/exercise.ts");

/** Progress is told no more often. */
const PROGRESS_MS = 100;

const send = (message: CapstoneMessage): void => postMessage(message);

addEventListener("message", ({ data }: MessageEvent<CapstoneQuestion>) => void answer(data));

async function answer(question: CapstoneQuestion): Promise<void> {
  try {
    const load = capstones[`../../../content/capstones/${question.capstone}/exercise.ts`];
    if (load === undefined) throw new Error(`there is no capstone "${question.capstone}"`);
    const { default: exercise } = await load();
    let told = 0;
    const progress = (running?: string): void => {
      if (performance.now() - told < PROGRESS_MS) return;
      told = performance.now();
      send({ kind: "progress", case: running });
    };
    const { source, wrongSources, personalSeeds = [] } = question;
    const capstone = judgeCapstone(exercise, { source, wrongSources, personalSeeds }, progress);
    const result = resultOfCapstone({ exercise: exercise.id, exerciseVersion: question.version }, exercise, capstone);
    send({ kind: "answer", answer: { capstone, result } });
  } catch (error) {
    send({ kind: "fault", message: error instanceof Error ? error.message : String(error) });
  }
}
