// The lab's worker: it compiles and runs CUDA texts. What it sends is data.
import type { LabAnswers, LabMessage, LabQuestion } from "./lab-messages.ts";
import { arrayValues } from "./array-values.ts";
import { requestsOfBlock } from "./block-requests.ts";
import { profileRun, type ProfiledRun } from "./profile.ts";
import { signatureOf } from "./signature.ts";

/** Progress is told no more often. */
const PROGRESS_MS = 100;

let after: ProfiledRun["after"];

const send = (message: LabMessage): void => postMessage(message);

addEventListener("message", ({ data }: MessageEvent<LabQuestion>) => {
  try {
    send({ kind: "answer", answer: answerOf(data) });
  } catch (error) {
    send({ kind: "fault", message: error instanceof Error ? error.message : String(error) });
  }
});

function answerOf(question: LabQuestion): LabAnswers[LabQuestion["kind"]] {
  switch (question.kind) {
    case "signature":
      return signatureOf(question.source, question.kernel);
    case "run": {
      after = undefined;
      let told = performance.now();
      const profiled = profileRun(question.run, (steps, blocks) => {
        if (performance.now() - told < PROGRESS_MS) return false;
        told = performance.now();
        send({ kind: "progress", progress: { steps, blocks } });
        return false;
      });
      after = profiled.after;
      return profiled.outcome;
    }
    case "requests":
      return requestsOfBlock(question.run, question.block);
    case "values": {
      const array = after?.arrays[question.array];
      return after === undefined || array === undefined ? [] : arrayValues(after.memory, array, question.from, question.most);
    }
  }
}
