// The lab's worker: it compiles and runs CUDA texts. What it sends is data. Pictures and arrays are looked at after a launch: what is
// needed for them comes when they are asked for.
import { compileLaunched } from "#cuda/launch/launched-kernel.ts";
import { fetchAllFunctions, fetchFunctions } from "#cuda/numbers/fetched-functions.ts";
import { fetchPrinting } from "#cuda/launch/fetched-formatted.ts";
import type { CompiledKernel } from "#cuda/program/compile-program.ts";
import { fetchGroups } from "#cuda/program/fetched-groups.ts";
import { fetchIntrinsics } from "#cuda/program/fetched-intrinsics.ts";
import { fetchKeptPlaces } from "#cuda/program/fetched-kept-places.ts";
import { fetchConditions } from "#cuda/syntax/fetched-conditions.ts";
import { fetchPacks } from "#cuda/program/fetched-packs.ts";
import { fetchFormats } from "#cuda/program/fetched-refused-format.ts";
import { functionsIn } from "#cuda/program/walk.ts";
import type { HostProgress } from "#cuda/host/run-host.ts";
import type { RunningBlock } from "#cuda/machine/run-program.ts";
import { placeAt } from "#cuda/source-error.ts";
import type * as HostRun from "./host-run.ts";
import { labErrorOf } from "./lab-error.ts";
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

async function fetchWhatTextNeeds(text: string): Promise<void> {
  const fetches = [fetchConditions, fetchFormats, fetchGroups, fetchIntrinsics, fetchKeptPlaces, fetchPacks, fetchPrinting];
  await Promise.all(fetches.map((fetch) => fetch(text)));
}

/** What runs a text's `main`, with what the host's headers need. */
async function hostRun(): Promise<typeof HostRun> {
  const run = await import("./host-run.ts");
  await Promise.all([fetchAllFunctions(), fetchWhatTextNeeds(run.HEADERS)]);
  return run;
}

async function answerOf(question: LabQuestion): Promise<LabAnswers[LabQuestion["kind"]]> {
  const text = textOf(question);
  await fetchWhatTextNeeds(text);
  switch (question.kind) {
    case "signature":
      return signatureOf(question.source, question.kernel);
    case "run": {
      after = ran = undefined;
      if (question.run.host !== undefined) {
        const outcome = (await hostRun()).profileHostRun(question.run, tellHostProgress(text));
        ran = question.run;
        return outcome;
      }
      const kernel = await fetchWhatIsCalled(question.run);
      const profiled = profileRun(question.run, tellProgress(text), kernel);
      after = profiled.after;
      ran = question.run;
      return profiled.outcome;
    }
    case "requests":
      if (question.run.host !== undefined) {
        return (await hostRun()).requestsOfHostBlock(question.run, question.block, tellHostProgress(text));
      }
      await fetchWhatIsCalled(question.run);
      return (await import("./block-requests.ts")).requestsOfBlock(question.run, question.block, tellProgress(text));
    case "values":
    case "file":
    case "comparison": {
      if (question.host !== undefined && ran !== undefined && after?.run.host !== question.host) {
        after = (await hostRun()).memoryAfterHostLaunch({ ...ran, host: question.host }, tellHostProgress(ran.source));
      }
      const array = after?.arrays[question.array];
      if (after === undefined || array === undefined) return undefined;
      // A formula may call anything.
      if (question.kind === "comparison") await fetchAllFunctions();
      return (await import("./array-answers.ts")).answerOfArray(question, array, after);
    }
  }
}

/** What is compiled to answer a question; empty if nothing is. */
function textOf(question: LabQuestion): string {
  if ("run" in question) return question.run.source;
  if ("source" in question) return question.source;
  return question.kind === "comparison" && question.expected.kind === "formula" ? question.expected.formula : "";
}

/** Fetches the functions of numbers that a kernel calls, and returns the kernel; undefined if its text has an error, which the run says. */
async function fetchWhatIsCalled({ source, launch }: LabRun): Promise<CompiledKernel | undefined> {
  let kernel: CompiledKernel;
  try {
    kernel = compileLaunched(source, launch.kernel);
  } catch (error) {
    labErrorOf(error, source);
    return undefined;
  }
  await fetchFunctions(functionsIn(kernel.program.body));
  return kernel;
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
