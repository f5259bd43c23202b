import { deviceNamed, h200 } from "#simulator";
import { arrayCsv, arrayJson, elementTexts } from "#cuda/launch/array-text.ts";
import { arrayBytes } from "#cuda/launch/array-values.ts";
import { compareArrays, type ExpectedArray } from "#cuda/launch/compare-arrays.ts";
import { formulaArray } from "#cuda/launch/formula-array.ts";
import type { PlacedArray } from "#cuda/launch/place-arguments.ts";
import type { ArrayFormat, LabAnswers, LabExpected, LabQuestion } from "./lab-messages.ts";
import { MEMORY_BYTES, type AfterLaunch } from "./profile.ts";

export type ArrayQuestion = Extract<LabQuestion, { kind: "values" | "file" | "comparison" }>;

/** What the page asks about an array of the launch that ran last. */
export function answerOfArray(
  question: ArrayQuestion,
  array: PlacedArray,
  after: AfterLaunch,
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

function fileOf(format: ArrayFormat, array: PlacedArray, { memory }: AfterLaunch): LabAnswers["file"] {
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
  { run, memory, arrays }: AfterLaunch,
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
        const options = { device: deviceNamed(run.device) ?? h200, memoryBytes: MEMORY_BYTES };
        return formulaArray(run.source, run.launch, array, wanted.formula, options);
      }
      case "numbers":
        return wanted;
    }
  }
}
