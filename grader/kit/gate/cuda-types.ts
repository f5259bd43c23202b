// Types of CUDA C++, as far as kernels of exercises use them, and what its operators and functions are in JavaScript.

/** A type: int and unsigned as in C, "data" for an element of whatever size, a struct of such, or an array. */
export type Type = "int" | "unsigned" | "bool" | "data" | Struct | { readonly elements: Type } | { readonly table: true };

export interface Struct {
  readonly struct: string;
  /** Number of its scalars, and bytes that it is aligned to, as JavaScript; undefined where they follow from the array's elements. */
  readonly scalars: string;
  readonly alignment: string;
  readonly fields: ReadonlyMap<string, { readonly type: Type; readonly place: string }>;
}

/** A typed expression. A place in memory is loaded when its value is needed. */
export interface Typed {
  readonly type: Type;
  /** Its value, as JavaScript. */
  readonly js: string;
  readonly place?: { readonly array: string; readonly index: string };
}

const vector = (struct: string, scalars: number, bytes: number): Struct => ({
  struct,
  scalars: String(scalars),
  alignment: String(bytes),
  fields: new Map(["x", "y", "z", "w"].slice(0, scalars).map((name, place) => [name, { type: "data", place: String(place) }])),
});

export const VECTORS: Readonly<Record<string, Struct>> = {
  float2: vector("float2", 2, 8),
  float4: vector("float4", 4, 16),
  half2: vector("half2", 2, 4),
  // Sixteen bytes of whatever the array holds.
  uint4: { struct: "uint4", scalars: "undefined", alignment: "16", fields: new Map() },
};

export const SCALARS: Readonly<Record<string, Type>> = {
  int: "int",
  unsigned: "unsigned",
  bool: "bool",
  float: "data",
  half: "data",
  char: "data",
};

/** Functions of CUDA that kernels call, on numbers or on vectors. */
export const BUILT_IN: Readonly<Record<string, { readonly js: string; readonly type: Type }>> = {
  __half2float: { js: "Number", type: "data" },
  __float2half: { js: "Number", type: "data" },
  expf: { js: "Math.exp", type: "data" },
  __halves2half2: { js: "((a, b) => [a, b])", type: VECTORS["half2"]! },
  __hadd2: { js: "((a, b) => a.map((one, place) => one + b[place]))", type: VECTORS["half2"]! },
};

/** Scalars of a type, and the bytes that it is aligned to, as JavaScript. */
export function sizeOf(type: Type): { readonly scalars: string; readonly alignment: string } {
  return typeof type === "object" && "struct" in type ? type : { scalars: "1", alignment: "undefined" };
}

export function inMemory(array: string, index: string, type: Type): Typed {
  const { scalars, alignment } = sizeOf(type);
  return { type, js: `memory.load(${JSON.stringify(array)}, ${index}, ${scalars}, ${alignment})`, place: { array, index } };
}

export function commonType(left: Type, right: Type): Type {
  if (typeof left === "object") return left;
  if (left === "data" || right === "data") return "data";
  return left === "unsigned" || right === "unsigned" ? "unsigned" : left === "bool" && right === "bool" ? "bool" : "int";
}

export function converted({ type, js }: Typed, to: Type): string {
  if (type === to || typeof to === "object" || to === "data") return js;
  if (to === "bool") return `Boolean(${js})`;
  return to === "unsigned" ? `(${js} >>> 0)` : `(${js} | 0)`;
}

/** An operator of C: of unsigned numbers if one operand is, modulo 2³². */
export function binary(operator: string, left: Typed, right: Typed): Typed {
  if (operator === "&&" || operator === "||") return { type: "bool", js: `(${left.js} ${operator} ${right.js})` };
  const isShift = operator === "<<" || operator === ">>";
  const promoted = (type: Type): Type => (type === "bool" ? "int" : type);
  const type = promoted(isShift ? left.type : commonType(left.type, right.type));
  const [a, b] = [converted(left, type), converted(right, isShift ? "int" : type)];
  if (/^([<>]=?|[=!]=)$/.test(operator)) return { type: "bool", js: `(${a} ${operator} ${b})` };
  if (type === "data") return { type, js: `(${a} ${operator} ${b})` };
  const js =
    operator === "*" ? `Math.imul(${a}, ${b})` : operator === ">>" && type === "unsigned" ? `(${a} >>> ${b})` : `(${a} ${operator} ${b})`;
  return { type, js: `(${js} ${type === "unsigned" ? ">>> 0" : "| 0"})` };
}
