// The lab's worker: it compiles and runs CUDA texts. What it sends is data. Pictures and arrays are looked at after a launch: what is
// needed for them comes when they are asked for.
import type { HostProgress } from "#cuda/host/run-host.ts";
import type { RunningBlock } from "#cuda/machine/run-program.ts";
import { placeAt } from "#cuda/source-error.ts";
import type * as HostRun from "./host-run.ts";
import type { WatchedPrint } from "./block-recorder.ts";
import type { BlockRequests } from "./block-requests.ts";
import type { LabAnswers, LabMessage, LabProgress, LabQuestion } from "./lab-messages.ts";
import { profileRun, type AfterLaunch, type LabRun } from "./profile.ts";
import { signatureOf } from "./signature.ts";

/** Progress is told no more often. */
const PROGRESS_MS = 100;

/** What ran last, if its memory is still to be had. */
let ran: LabRun | undefined;
/** The memory that was looked at last. */
let after: AfterLaunch | undefined;

const send = (message: LabMessage): void => postMessage(message);

addEventListener("message", ({ data }: MessageEvent<LabQuestion>) => void answer(data));

async function answer(question: LabQuestion): Promise<void> {
  try {
    send({ kind: "answer", answer: await answerOf(question) });
  } catch (error) {
    send({ kind: "fault", message: error instanceof Error ? error.message : String(error) });
  }
}

/** What runs a text's `main`: most texts that are run are kernels. */
const hostRun = (): Promise<typeof HostRun> => import("./host-run.ts");

async function answerOf(question: LabQuestion): Promise<LabAnswers[LabQuestion["kind"]]> {
  switch (question.kind) {
    case "signature":
      return signatureOf(question.source, question.kernel);
    case "case": {
      const { judgeCase } = await import("../cases/case-task.ts");
      const tell = seldom();
      return judgeCase(question.judging, question.text, () => tell(() => ({ blocks: 0 })));
    }
    case "run": {
      after = ran = undefined;
      const text = question.run.source;
      if (question.run.host !== undefined) {
        const outcome = (await hostRun()).profileHostRun(question.run, tellHostProgress(text));
        ran = question.run;
        return outcome;
      }
      const profiled = profileRun(question.run, tellProgress(text));
      after = profiled.after;
      ran = question.run;
      return profiled.outcome;
    }
    case "requests": {
      const text = question.run.source;
      if (question.run.host !== undefined) {
        return (await hostRun()).requestsOfHostBlock(question.run, question.block, tellHostProgress(text), question.isAlone);
      }
      return (await import("./block-requests.ts")).requestsOfBlock(question.run, question.block, tellProgress(text), question.isAlone);
    }
    case "watch": {
      const { run, block, isAlone, watch } = question;
      const tell = tellHostProgress(run.source);
      const [{ watchedValues }, { requestsOfBlock }, host] = await Promise.all([
        import("./watched-expression.ts"),
        import("./block-requests.ts"),
        run.host === undefined ? undefined : hostRun(),
      ]);
      const runBlock = (own: LabRun, print?: WatchedPrint): BlockRequests =>
        host
          ? host.requestsOfHostBlock(own, block, tell, isAlone, print)
          : requestsOfBlock(own, block, tellProgress(run.source), isAlone, print);
      return watchedValues(run, watch, runBlock(run).requests, runBlock);
    }
    case "results": {
      const [{ resultDifference }, { resultsAfter }] = await Promise.all([
        import("#cuda/launch/compare-results.ts"),
        import("./launch-results.ts"),
      ]);
      const { run, expected } = question;
      // A launch that ran last has left its memory: it is not run again.
      const own = after && JSON.stringify(after.run) === JSON.stringify(run) ? after : undefined;
      return resultDifference(own ?? resultsAfter(run), resultsAfter(expected));
    }
    case "values":
    case "file":
    case "comparison": {
      if (question.host !== undefined && ran !== undefined && after?.run.host !== question.host) {
        after = (await hostRun()).memoryAfterHostLaunch({ ...ran, host: question.host }, tellHostProgress(ran.source));
      }
      const array = after?.arrays[question.array];
      if (after === undefined || array === undefined) return undefined;
      return (await import("./array-answers.ts")).answerOfArray(question, array, after);
    }
  }
}

/** Tells the page every so often how far a launch is: one of which nothing is heard is ended. */
function tellProgress(text: string): (steps: number, blocks: number, running: RunningBlock) => boolean {
  const tell = seldom();
  return (_, blocks, running) => tell(() => ({ blocks, at: placeOf(running, text) }));
}

function tellHostProgress(text: string): (progress: HostProgress) => void {
  const tell = seldom();
  return ({ hostSteps, launches, place, running }) => {
    const { kernel, blocks = 0, ofBlocks = 1, block } = running ?? {};
    tell(() => {
      const at = block === undefined ? { line: placeAt(text, place.from).line, steps: hostSteps } : placeOf(block, text);
      return { blocks, at, host: { launches, kernel, ofBlocks } };
    });
  };
}

function placeOf({ steps, loop }: RunningBlock, text: string): NonNullable<LabProgress["at"]> {
  return { line: loop && placeAt(text, loop.span.from).line, steps };
}

/** Tells of progress now and then; the run always goes on. */
function seldom(): (progress: () => LabProgress) => false {
  let told = performance.now();
  return (progress) => {
    if (performance.now() - told >= PROGRESS_MS) {
      told = performance.now();
      send({ kind: "progress", progress: progress() });
    }
    return false;
  };
}
