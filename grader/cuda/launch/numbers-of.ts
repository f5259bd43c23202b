import { bytesOf, leavesOf, type CudaType, type NumberType } from "../check/types.ts";
import { SCALAR_BYTES } from "../ir/program.ts";

/** The type of a number in an array: a scalar's, or a format of eight bits, whose numbers are structs to CUDA. */
export type ElementNumber = NumberType | "e4m3" | "e5m2";

/** A part of a value that has one register: a scalar, a pointer, or a struct of <cuda_fp8.h>. */
interface ValuePart {
  /** As in `leavesOf`; empty for a value that is its only part. */
  readonly path: string;
  readonly type: CudaType;
  readonly offset: number;
}

/** The parts of a value, one for each of its leaves and in their order. */
export function valueParts(type: CudaType, path = "", offset = 0): readonly ValuePart[] {
  if (fp8FormatOf(type)) return [{ path, type, offset }];
  if (type.kind === "struct" && !type.struct.isUnion)
    return type.struct.fields.flatMap((field) => valueParts(field.type, `${path}.${field.name}`, offset + field.offset));
  if (type.kind === "array" && type.of.kind === "struct") {
    const elements = valueParts(type.of);
    const bytes = bytesOf(type.of);
    return Array.from({ length: type.length }, (_, i) =>
      elements.map((part) => ({ ...part, path: `${path}[${i}]${part.path}`, offset: offset + i * bytes + part.offset })),
    ).flat();
  }
  return leavesOf(type, path, offset);
}

/** A number's place in a value of some type. */
interface NumberPart {
  readonly path: string;
  readonly type: ElementNumber;
  readonly offset: number;
  readonly bytes: number;
}

/** The numbers of a value in the order of their offsets: its scalars, addresses as numbers, and those that share a word of fp8. */
export function numbersOf(type: CudaType): readonly NumberPart[] {
  return valueParts(type).flatMap(({ path, type: part, offset }): NumberPart[] => {
    const format = fp8FormatOf(part);
    if (!format) {
      const scalar = part.kind === "scalar" ? part.scalar : "u64";
      return [{ path, type: scalar, offset, bytes: SCALAR_BYTES[scalar] }];
    }
    const names = format.numbers === 1 ? [""] : [".x", ".y", ".z", ".w"].slice(0, format.numbers);
    return names.map((name, i) => ({ path: path + name, type: format.type, offset: offset + i, bytes: 1 }));
  });
}

/** The format of a struct of <cuda_fp8.h>, and how many numbers it holds; undefined for all other types. */
export function fp8FormatOf(type: CudaType): { readonly type: "e4m3" | "e5m2"; readonly numbers: 1 | 2 | 4 } | undefined {
  return type.kind === "struct" && type.struct.isOfLibrary ? FORMATS.get(type.struct.name) : undefined;
}

/** The format of a type of <cuda_fp8.h> by its name; undefined for all other names. */
export function fp8FormatNamed(name: string): "e4m3" | "e5m2" | undefined {
  return FORMATS.get(name)?.type;
}

const FORMATS = new Map<string, { readonly type: "e4m3" | "e5m2"; readonly numbers: 1 | 2 | 4 }>(
  (["e4m3", "e5m2"] as const).flatMap((type) => [
    [`__nv_fp8_${type}`, { type, numbers: 1 }],
    [`__nv_fp8x2_${type}`, { type, numbers: 2 }],
    [`__nv_fp8x4_${type}`, { type, numbers: 4 }],
  ]),
);
