import { compileLaunched } from "#cuda/launch/launched-kernel.ts";
import { kernelsOf } from "#cuda/compile.ts";
import { leavesOf, typeName, type CudaType } from "#cuda/check/types.ts";
import { parse } from "#cuda/syntax/parse.ts";
import type { SourceFile } from "#cuda/syntax/tree.ts";
import { labErrorOf, type LabError } from "./lab-error.ts";
import { splitKernelName } from "./lab-kernel.ts";

/** What a text offers to be launched. */
export interface Signature {
  readonly kernels: readonly { readonly name: string; readonly templateParameters: readonly string[] }[];
  /** Of the kernel that was asked for, or of the first one. */
  readonly kernel: string;
  /** Undefined where the kernel cannot be compiled. */
  readonly parameters: readonly SignatureParameter[] | undefined;
  /** The text's `__constant__` and `__device__` variables, which a launch may fill. */
  readonly symbols: readonly SignatureSymbol[];
  /** Whether it has a `main` that launches kernels. */
  readonly hasMain: boolean;
  /** Why it cannot. */
  readonly error: LabError | undefined;
}

/** A variable of the device, outside of the kernels. */
export interface SignatureSymbol {
  readonly name: string;
  /** As in the text: `float[9]`. */
  readonly type: string;
  readonly memory: "constant" | "device";
  readonly isInteger: boolean;
  /** Whether the text says what it holds. */
  readonly isInitialized: boolean;
}

/** A parameter, in the shape of the launch's argument for it. */
export type SignatureParameter =
  | { readonly kind: "array"; readonly name: string; readonly type: string; readonly isInteger: boolean }
  | { readonly kind: "value"; readonly name: string; readonly type: string; readonly isInteger: boolean }
  | { readonly kind: "struct"; readonly name: string; readonly type: string; readonly fields: readonly SignatureParameter[] };

/** Reads what a text offers; the kernel is the one that is named, or else the first. */
export function signatureOf(source: string, wanted: string | undefined): Signature {
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
    const { parameters, program, symbolTypes } = compileLaunched(source, kernel);
    return {
      kernels,
      kernel,
      parameters: parameters.map(({ name, type }) => parameterOf(name, type)),
      symbols: program.symbols.map(({ name, memory, contents }) => {
        const type = symbolTypes.get(name)!;
        return { name, type: typeName(type), memory, isInteger: isWhole(type), isInitialized: contents !== undefined };
      }),
      hasMain,
      error: undefined,
    };
  } catch (error) {
    return { kernels, kernel, parameters: undefined, symbols: [], hasMain, error: labErrorOf(error, source) };
  }
}

/** The kernels of a text, in order. */
function kernelNames(file: SourceFile): Signature["kernels"] {
  return kernelsOf(file).map(({ name, templateParameters }) => ({
    name,
    templateParameters: templateParameters.map((parameter) => parameter.name),
  }));
}

function parameterOf(name: string, type: CudaType): SignatureParameter {
  if (type.kind === "pointer") return { kind: "array", name, type: typeName(type.to), isInteger: isWhole(type.to) };
  if (type.kind !== "struct") return { kind: "value", name, type: typeName(type), isInteger: isWhole(type) };
  const fields = leavesOf(type).map(({ path, type }) => parameterOf(name + path, type));
  return { kind: "struct", name, type: typeName(type), fields };
}

function isWhole(type: CudaType): boolean {
  return leavesOf(type).every(({ type }) => type.kind === "scalar" && /^[iu]|^bool$/.test(type.scalar));
}
