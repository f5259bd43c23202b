import { splitKernelName } from "#cuda/launch/kernel-name.ts";
import { kernelNames, parametersOf, type Signature } from "#cuda/launch/signature.ts";
import { parse } from "#cuda/syntax/parse.ts";
import { labErrorOf, type LabError } from "./lab-error.ts";

/** What a text offers to be launched, or why it cannot. */
export interface LabSignature extends Signature {
  /** Whether it has a `main` that launches kernels. */
  readonly hasMain: boolean;
  readonly error: LabError | undefined;
}

/** Reads what a text offers; the kernel is the one that is named, or else the first. */
export function signatureOf(source: string, wanted: string | undefined): LabSignature {
  let kernels: Signature["kernels"] = [];
  let kernel = wanted ?? "";
  let hasMain = false;
  try {
    const file = parse(source);
    hasMain = source.includes("<<<") && file.declarations.some((declared) => declared.kind === "function" && declared.name === "main");
    kernels = kernelNames(file);
    const known = kernels.find(({ name }) => name === splitKernelName(kernel).name);
    if (known === undefined) kernel = kernels[0]?.name ?? "";
    if (kernels.length === 0) throw new RangeError("The text has no kernel: a function marked `__global__`.");
    return { kernels, kernel, ...parametersOf(source, kernel), hasMain, error: undefined };
  } catch (error) {
    return { kernels, kernel, parameters: undefined, symbols: [], hasMain, error: labErrorOf(error, source) };
  }
}
