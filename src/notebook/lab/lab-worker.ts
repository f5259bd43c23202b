// The lab's worker: it compiles and runs CUDA texts. What it sends is data.
import { devices, h200 } from "#simulator";
import { arrayCsv, arrayJson, elementTexts } from "#cuda/launch/array-text.ts";
import { arrayBytes } from "#cuda/launch/array-values.ts";
import { compareArrays, type ExpectedArray } from "#cuda/launch/compare-arrays.ts";
import { formulaArray } from "#cuda/launch/formula-array.ts";
import type { PlacedArray } from "#cuda/launch/place-arguments.ts";
import type { ArrayFormat, LabAnswers, LabExpected, LabMessage, LabQuestion } from "./lab-messages.ts";
import { requestsOfBlock } from "./block-requests.ts";
import { MEMORY_BYTES, profileRun, type ProfiledRun } from "./profile.ts";
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
      const profiled = profileRun(question.run, tellProgress());
      after = profiled.after;
      return profiled.outcome;
    }
    case "requests":
      return requestsOfBlock(question.run, question.block, tellProgress());
    case "values":
    case "file":
    case "comparison": {
      const array = after?.arrays[question.array];
      return after === undefined || array === undefined ? undefined : ofArray(question, array, after);
    }
  }
}

type After = NonNullable<ProfiledRun["after"]>;

function ofArray(
  question: Extract<LabQuestion, { kind: "values" | "file" | "comparison" }>,
  array: PlacedArray,
  after: After,
): LabAnswers["values" | "file" | "comparison"] {
  switch (question.kind) {
    case "values":
      return elementTexts(array, after.memory, question.from, question.most);
    case "file":
      return fileOf(question.format, array, after);
    case "comparison":
      return comparisonOf(question.expected, question.tolerance, array, after);
  }
}

function fileOf(format: ArrayFormat, array: PlacedArray, { memory }: After): LabAnswers["file"] {
  switch (format) {
    case "csv":
      return arrayCsv(array, memory);
    case "json":
      return arrayJson(array, memory);
    case "binary":
      return Uint8Array.from(arrayBytes(array, memory));
  }
}

function comparisonOf(
  wanted: LabExpected,
  tolerance: number,
  array: PlacedArray,
  { run, memory, arrays }: After,
): LabAnswers["comparison"] {
  try {
    return compareArrays(array, memory, expectedOf(), tolerance);
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }

  function expectedOf(): ExpectedArray {
    switch (wanted.kind) {
      case "array":
        return { kind: "array", array: arrays[wanted.array]!, memory };
      case "formula": {
        const options = { device: devices[run.device] ?? h200, memoryBytes: MEMORY_BYTES };
        return formulaArray(run.source, run.launch, array, wanted.formula, options);
      }
      case "numbers":
        return wanted;
    }
  }
}

/** Tells the page every so often how far a launch is: one of which nothing is heard is ended. */
function tellProgress(): (steps: number, blocks: number) => boolean {
  let told = performance.now();
  return (steps, blocks) => {
    if (performance.now() - told < PROGRESS_MS) return false;
    told = performance.now();
    send({ kind: "progress", progress: { steps, blocks } });
    return false;
  };
}
