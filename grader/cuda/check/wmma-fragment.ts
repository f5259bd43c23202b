import type { Product } from "#simulator/fragments.ts";
import { wmmaLayout, wmmaShape } from "../errors/wmma-errors.ts";
import { integerOf } from "../ir/values.ts";
import type { Span } from "../source-error.ts";
import { VOID, typeName, type CudaType, type GivenArgument } from "./types.ts";

/** Fragments of `nvcuda::wmma`: which shapes and types there are. `library-types.ts` declares the struct. */

/** A fragment as its template arguments say it. */
export interface WmmaFragment {
  readonly operand: "a" | "b" | "d";
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly type: Product["type"] | "f32" | "s32";
  /** Whether its matrix lies by rows; undefined for a sum, whose loads and stores say it. */
  readonly byRows: boolean | undefined;
}

const USES = { matrix_a: "a", matrix_b: "b", accumulator: "d" } as const;

const K16 = ["16, 16, 16", "32, 8, 16", "8, 32, 16"];
const FACTORS: Readonly<Record<string, readonly string[]>> = {
  f16: K16,
  bf16: K16,
  s8: K16,
  u8: K16,
  tf32: ["16, 16, 8"],
  f64: ["8, 8, 4"],
};
const SUMS: Readonly<Record<string, readonly string[]>> = { f32: [...K16, "16, 16, 8"], f16: K16, s32: K16, f64: ["8, 8, 4"] };
/** The types that products of a type are added up in. */
export const SUMS_OF: Readonly<Record<string, readonly string[]>> = {
  f16: ["f32", "f16"],
  bf16: ["f32"],
  tf32: ["f32"],
  s8: ["s32"],
  u8: ["s32"],
  f64: ["f64"],
};

/** The names of types in programs. */
export const TYPE_NAMES: Readonly<Record<string, string>> = {
  f16: "half", bf16: "__nv_bfloat16", s8: "signed char", u8: "unsigned char", tf32: "wmma::precision::tf32", f32: "float", s32: "int", f64: "double",
}; // prettier-ignore

/** What the arguments of `fragment<…>` say. @throws SourceError for a shape, type or layout that there is not */
function fragmentFrom(given: readonly GivenArgument[], span: Span): WmmaFragment {
  const [use, ...rest] = given;
  const [m, n, k] = rest.slice(0, 3).map((size) => (size.kind === "value" ? Number(integerOf(size.value)) : NaN)) as [
    number,
    number,
    number,
  ];
  const [element, layout] = rest.slice(3);
  const operand = USES[structName(use) as keyof typeof USES] as WmmaFragment["operand"] | undefined;
  const written = element?.kind === "type" ? element.type : VOID;
  const type = elementName(written);
  const shapes = operand === "d" ? SUMS : FACTORS;
  const isKnown = operand !== undefined && type !== undefined && Object.hasOwn(shapes, type);
  if (!isKnown) throw wmmaShape(span, typeName(written), undefined, Object.keys(shapes).map((name) => `\`${TYPE_NAMES[name]}\``)); // prettier-ignore
  if (!shapes[type]!.includes(`${m}, ${n}, ${k}`)) throw wmmaShape(span, `${m}, ${n}, ${k}`, TYPE_NAMES[type], shapes[type]!);
  const order = structName(layout);
  const hasLayout = order === "row_major" || order === "col_major";
  if (hasLayout === (operand === "d")) throw wmmaLayout(span, operand === "d");
  return { operand, m, n, k, type: type as WmmaFragment["type"], byRows: operand === "d" ? undefined : order === "row_major" };
}

function structName(argument: GivenArgument | undefined): string {
  return argument?.kind === "type" && argument.type.kind === "struct" ? argument.type.struct.name : "";
}

const SCALAR_NAMES: Readonly<Record<string, string>> = { i8: "s8", i32: "s32" };

function elementName(type: CudaType): string | undefined {
  if (type.kind === "struct" && type.struct.name === "tf32") return "tf32";
  return type.kind === "scalar" ? (SCALAR_NAMES[type.scalar] ?? type.scalar) : undefined;
}

/** The fragment that a type is; undefined for any other type. */
export function fragmentOf(type: CudaType, span: Span): WmmaFragment | undefined {
  if (type.kind !== "struct" || type.struct.name !== "fragment" || !type.struct.given) return undefined;
  return fragmentFrom(type.struct.given, span);
}
