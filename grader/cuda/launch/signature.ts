import { bytesOf, typeName, type CudaType } from "../check/types.ts";
import { kernelsOf } from "../compile.ts";
import { TENSOR_MAP_BYTES } from "../machine/tensor-map.ts";
import type { SourceFile } from "../syntax/tree.ts";
import { compileLaunched } from "./launched-kernel.ts";
import { fp8FormatOf, valueParts } from "./numbers-of.ts";

/** The kernels that a text offers to be launched. */
export interface Signature {
  readonly kernels: readonly { readonly name: string; readonly templateParameters: readonly string[] }[];
  /** Parameters of the kernel that was asked for, or of the first one. */
  readonly kernel: string;
  /** Undefined where the kernel cannot be compiled. */
  readonly parameters: readonly SignatureParameter[] | undefined;
  /** The text's `__constant__` and `__device__` variables, which a launch may fill. */
  readonly symbols: readonly SignatureSymbol[];
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
  | { readonly kind: "tensorMap"; readonly name: string; readonly type: string }
  | { readonly kind: "struct"; readonly name: string; readonly type: string; readonly fields: readonly SignatureParameter[] };

/** The kernels of a text, in order. */
export function kernelNames(file: SourceFile): Signature["kernels"] {
  return kernelsOf(file).map(({ name, templateParameters }) => ({
    name,
    templateParameters: templateParameters.map((parameter) => parameter.name),
  }));
}

/**
 * What a kernel takes, and the symbols that it uses.
 *
 * @throws SourceError at the place in the text that is not understood
 * @throws RangeError if the text has no such kernel
 */
export function parametersOf(source: string, kernel: string): Required<Pick<Signature, "parameters" | "symbols">> {
  const { parameters, program, symbolTypes } = compileLaunched(source, kernel);
  return {
    parameters: parameters.map(({ name, type }) => parameterOf(name, type)),
    symbols: program.symbols.map(({ name, memory, contents }) => {
      const type = symbolTypes.get(name)!;
      return { name, type: typeName(type), memory, isInteger: isWhole(type), isInitialized: contents !== undefined };
    }),
  };
}

function parameterOf(name: string, type: CudaType): SignatureParameter {
  if (type.kind === "pointer") return { kind: "array", name, type: typeName(type.to), isInteger: isWhole(type.to) };
  if (type.kind !== "struct" || fp8FormatOf(type)) return { kind: "value", name, type: typeName(type), isInteger: isWhole(type) };
  if (typeName(type) === "CUtensorMap" && bytesOf(type) === TENSOR_MAP_BYTES) return { kind: "tensorMap", name, type: typeName(type) };
  const fields = valueParts(type).map(({ path, type }) => parameterOf(name + path, type));
  return { kind: "struct", name, type: typeName(type), fields };
}

function isWhole(type: CudaType): boolean {
  return valueParts(type).every(({ type }) => type.kind === "scalar" && /^[iu]|^bool$/.test(type.scalar));
}
