import { functionPointerInStructRefused } from "../errors/refusals.ts";
import { SCALAR_BYTES, type ScalarType, type Value } from "../ir/program.ts";
import type { Span } from "../source-error.ts";
import type { FunctionNode, StructNode } from "../syntax/tree.ts";

/** A type of the text after its names are looked up. */
export type CudaType =
  | { readonly kind: "void" }
  | { readonly kind: "scalar"; readonly scalar: NumberType; readonly name?: string; readonly isVolatile?: true }
  | { readonly kind: "pointer"; readonly to: CudaType; readonly isVolatile?: true; readonly isRestrict?: true; readonly isToConst?: true }
  | { readonly kind: "reference"; readonly to: CudaType }
  | { readonly kind: "array"; readonly of: CudaType; readonly length: number }
  | { readonly kind: "struct"; readonly struct: StructType; readonly isVolatile?: true }
  | { readonly kind: "lambda"; readonly lambda: object }
  /** A group of cooperative groups. `size` is that of a tile. */
  | { readonly kind: "group"; readonly group: "block" | "tile" | "coalesced" | "grid" | "cluster"; readonly size: number };

export type NumberType = Exclude<ScalarType, "ptr">;

export interface StructType {
  readonly name: string;
  readonly isUnion: boolean;
  /** In bytes, a multiple of the alignment. */
  readonly bytes: number;
  readonly align: number;
  readonly fields: readonly Field[];
  /** With the scopes where their names are looked up. */
  readonly methods: readonly { readonly node: FunctionNode; readonly scope: object }[];
  /** Whether a header of CUDA declares it, and not the text. */
  readonly isOfLibrary?: true;
  /** The template arguments that made it. */
  readonly given?: readonly GivenArgument[];
  /** The text that declares it; undefined for built-in vector types. */
  readonly node: StructNode | undefined;
  /** The structs whose fields come first. */
  readonly bases: readonly CudaType[];
  /** The scope of names inside it; its own type is not known here. */
  readonly scope: object | undefined;
}

/** Template arguments after evaluation. */
export type GivenArgument =
  | { readonly kind: "type"; readonly type: CudaType }
  | { readonly kind: "value"; readonly value: Value }
  /** `Max` of `reduce<Max, float>`. */
  | { readonly kind: "template"; readonly template: { readonly node: object }; readonly name: string }
  /** A function, as an operand; a lambda has no name. */
  | { readonly kind: "function"; readonly operand: { readonly type: CudaType }; readonly name: string };

export interface Field {
  readonly name: string;
  readonly type: CudaType;
  /** In bytes from the start of the struct. */
  readonly offset: number;
  /** Where the text declares it; undefined for a field of CUDA's own types. */
  readonly span?: Span;
}

/** The name by which a struct's own text calls it: without the namespaces that it is in. */
export function plainName({ name }: { readonly name: string }): string {
  const at = name.lastIndexOf("::");
  return at < 0 ? name : name.slice(at + 2);
}

export const VOID: CudaType & { kind: "void" } = { kind: "void" };

const scalars = new Map<NumberType, CudaType>();
/** The type of a scalar: always the same object. */
export function scalarType(scalar: NumberType): CudaType & { kind: "scalar" } {
  let type = scalars.get(scalar);
  if (!type) scalars.set(scalar, (type = { kind: "scalar", scalar }));
  return type as CudaType & { kind: "scalar" };
}

/** The most elements of an array. */
export const MAX_ELEMENTS = 2 ** 24;

export const BOOL = scalarType("bool");
export const I32 = scalarType("i32");
export const U32 = scalarType("u32");
export const I64 = scalarType("i64");
export const U64 = scalarType("u64");
export const F32 = scalarType("f32");
export const F64 = scalarType("f64");
export const F16 = scalarType("f16");
export const BF16 = scalarType("bf16");

export function pointerTo(to: CudaType): CudaType {
  return { kind: "pointer", to };
}

/** The type that a parameter or a copy has: of an array that of a pointer to its elements. */
export function decayed(type: CudaType): CudaType {
  return type.kind === "array" ? pointerTo(type.of) : type;
}

/** The type of objects of which every access counts: an array's are its elements. */
export function volatileOf(type: CudaType): CudaType {
  if (type.kind === "array") return { ...type, of: volatileOf(type.of) };
  return type.kind === "scalar" || type.kind === "pointer" || type.kind === "struct" ? { ...type, isVolatile: true } : type;
}

/** Whether every access to an object of a type counts: the compiler leaves none out. */
export function isVolatile(type: CudaType): boolean {
  if (type.kind === "array") return isVolatile(type.of);
  return "isVolatile" in type && type.isVolatile === true;
}

/** The type of a value that was read from an object of a type. */
export function unqualified(type: CudaType): CudaType {
  if (!("isVolatile" in type)) return type;
  const { isVolatile: _, ...value } = type;
  return value;
}

export function bytesOf(type: CudaType): number {
  switch (type.kind) {
    case "void":
      return 1;
    case "scalar":
      return SCALAR_BYTES[type.scalar];
    case "pointer":
    case "reference":
      return 8;
    case "array":
      return bytesOf(type.of) * type.length;
    case "struct":
      return type.struct.bytes;
    case "lambda":
    case "group":
      return 8;
  }
}

export function alignOf(type: CudaType): number {
  switch (type.kind) {
    case "array":
      return alignOf(type.of);
    case "struct":
      return type.struct.align;
    default:
      return bytesOf(type);
  }
}

export function sameType(a: CudaType, b: CudaType): boolean {
  if (a.kind === "scalar" && b.kind === "scalar") return a.scalar === b.scalar;
  if (a.kind === "pointer" && b.kind === "pointer") return sameType(a.to, b.to);
  if (a.kind === "reference" && b.kind === "reference") return sameType(a.to, b.to);
  if (a.kind === "array" && b.kind === "array") return a.length === b.length && sameType(a.of, b.of);
  if (a.kind === "struct" && b.kind === "struct") return a.struct === b.struct;
  if (a.kind === "lambda" && b.kind === "lambda") return a.lambda === b.lambda || sameSignature(a, b);
  if (a.kind === "group" && b.kind === "group") return a.group === b.group && a.size === b.size;
  return a.kind === "void" && b.kind === "void";
}

/** The element of an array of any dimensions, as messages name it; the type itself if it's no array. */
export function innermostElement(type: CudaType): { readonly name: string; readonly bytes: number } {
  return type.kind === "array" ? innermostElement(type.of) : { name: typeName(type), bytes: bytesOf(type) };
}

/** As it is written in messages and in a launch. */
export function typeName(type: CudaType): string {
  switch (type.kind) {
    case "void":
      return "void";
    case "scalar":
      return type.name ?? SCALAR_NAMES[type.scalar];
    case "pointer":
      return `${typeName(type.to)}*`;
    case "reference":
      return `${typeName(type.to)}&`;
    case "array": {
      const lengths = [];
      let inner: CudaType = type;
      for (; inner.kind === "array"; inner = inner.of) lengths.push(`[${inner.length}]`);
      return `${typeName(inner)}${lengths.join("")}`;
    }
    case "struct":
      return (type.struct.name || "struct") + argumentNames(type.struct.given ?? []);
    case "lambda":
      return "lambda";
    case "group":
      return type.group === "tile" ? `thread_block_tile<${type.size}>` : `${type.group} group`;
  }
}

/** `<float, 16>` */
function argumentNames(given: readonly GivenArgument[]): string {
  if (given.length === 0) return "";
  const names = given.map((argument) => {
    if (argument.kind === "type") return typeName(argument.type);
    if (argument.kind === "template") return argument.name;
    return argument.kind === "value" && argument.value.kind === "constant" ? String(argument.value.value) : "…";
  });
  return `<${names.join(", ")}>`;
}

const SCALAR_NAMES: Readonly<Record<NumberType, string>> = {
  bool: "bool",
  i8: "char",
  u8: "unsigned char",
  i16: "short",
  u16: "unsigned short",
  i32: "int",
  u32: "unsigned",
  i64: "long long",
  u64: "unsigned long long",
  f16: "half",
  bf16: "__nv_bfloat16",
  f32: "float",
  f64: "double",
};

/** The built-in spellings of scalar types, in the canonical forms of the tree, and the names of the standard headers. */
const NAMED_SCALARS = new Map<string, NumberType>(
  Object.entries({
    bool: "bool",
    char: "i8",
    "signed char": "i8",
    "unsigned char": "u8",
    short: "i16",
    "unsigned short": "u16",
    int: "i32",
    unsigned: "u32",
    "unsigned int": "u32",
    long: "i64",
    "unsigned long": "u64",
    "long long": "i64",
    "unsigned long long": "u64",
    float: "f32",
    double: "f64",
    "long double": "f64",
    half: "f16",
    __half: "f16",
    nv_bfloat16: "bf16",
    __nv_bfloat16: "bf16",
    int8_t: "i8",
    uint8_t: "u8",
    int16_t: "i16",
    uint16_t: "u16",
    int32_t: "i32",
    uint32_t: "u32",
    int64_t: "i64",
    uint64_t: "u64",
    size_t: "u64",
    ptrdiff_t: "i64",
    intptr_t: "i64",
    uintptr_t: "u64",
    uchar: "u8",
    ushort: "u16",
    uint: "u32",
    ulong: "u64",
    clock_t: "i64",
    cudaError_t: "i32",
    cudaError: "i32",
    cudaMemcpyKind: "i32",
    cudaEvent_t: "u64",
    cudaStream_t: "u64",
  } satisfies Record<string, NumberType>),
);

/** Element, components and alignment of the vector types of CUDA's vector_types.h. */
const VECTORS: readonly (readonly [prefix: string, element: NumberType, alignOfFour?: number])[] = [
  ["char", "i8"],
  ["uchar", "u8"],
  ["short", "i16"],
  ["ushort", "u16"],
  ["int", "i32"],
  ["uint", "u32"],
  ["long", "i64"],
  ["ulong", "u64"],
  ["longlong", "i64"],
  ["ulonglong", "u64"],
  ["float", "f32"],
  ["double", "f64"],
];

function structOf(name: string, fields: readonly (readonly [string, CudaType])[], align: number): StructType {
  const placed = fields.map(([name, type], i) => ({ name, type, offset: i * bytesOf(type) }));
  const bytes = Math.ceil((fields.length * bytesOf(fields[0]![1])) / align) * align;
  return { name, isUnion: false, bytes, align, fields: placed, methods: [], node: undefined, scope: undefined, bases: [] };
}

const COMPONENTS = ["x", "y", "z", "w"];

function vector(name: string, element: NumberType, length: number): StructType {
  const size = SCALAR_BYTES[element];
  const align = length === 3 ? size : Math.min(16, size * length);
  return structOf(
    name,
    COMPONENTS.slice(0, length).map((component) => [component, scalarType(element)]),
    align,
  );
}

const builtInStructs = new Map<string, CudaType>(
  [
    ...VECTORS.flatMap(([prefix, element]) => [1, 2, 3, 4].map((length) => vector(`${prefix}${length}`, element, length))),
    vector("dim3", "u32", 3),
    vector("half2", "f16", 2),
    vector("__nv_bfloat162", "bf16", 2),
  ].map((struct) => [struct.name, { kind: "struct", struct }] as const),
);
for (const [alias, name] of [
  ["__half2", "half2"],
  ["nv_bfloat162", "__nv_bfloat162"],
] as const) {
  builtInStructs.set(alias, builtInStructs.get(name)!);
}

/** A type that needs no declaration: a scalar, a vector type, `void`. */
export function builtInType(name: string): CudaType | undefined {
  const plain = name.replace(/^(?:std|cuda::std)::/, "");
  if (plain === "void") return VOID;
  const scalar = NAMED_SCALARS.get(plain);
  return scalar ? scalarType(scalar) : builtInStructs.get(plain);
}

/** Whether all its fields are components of one scalar type, as in float4. */
export function isBuiltInVector(type: CudaType): type is CudaType & { kind: "struct" } {
  return type.kind === "struct" && type.struct.node === undefined && type.struct.name !== "dim3";
}

export function isInteger(type: CudaType): type is CudaType & { kind: "scalar" } {
  return type.kind === "scalar" && /^(?:bool|[iu]\d+)$/.test(type.scalar);
}

export function isFloating(type: CudaType): type is CudaType & { kind: "scalar" } {
  return type.kind === "scalar" && !isInteger(type);
}

export function isUnsigned(scalar: ScalarType): boolean {
  return scalar === "bool" || scalar.startsWith("u");
}

/** A scalar's place in a value of some type. */
export interface Leaf {
  /** Field names and `[]` for an array's elements, joined: `p.x`, `.q[]`. */
  readonly path: string;
  readonly type: CudaType & { kind: "scalar" | "pointer" };
  readonly offset: number;
}

/** Whether parts of it lie on each other, so that it can only live in memory. */
export function hasUnion(type: CudaType): boolean {
  if (type.kind === "array") return hasUnion(type.of);
  return type.kind === "struct" && (type.struct.isUnion || overlaps(type) || type.struct.fields.some((field) => hasUnion(field.type)));
}

/** A union without a name leaves fields that lie on each other. */
function overlaps({ struct }: CudaType & { kind: "struct" }): boolean {
  return struct.fields.some((field, i) =>
    struct.fields.some(
      (other, j) => j > i && other.offset < field.offset + bytesOf(field.type) && field.offset < other.offset + bytesOf(other.type),
    ),
  );
}

/** The field that covers a union: of the largest ones the first. */
function widestField(fields: readonly Field[]): readonly Field[] {
  const most = Math.max(...fields.map((field) => bytesOf(field.type)));
  return fields.filter((field) => bytesOf(field.type) === most).slice(0, 1);
}

/** A pointer to a function, or a std::function: declared without saying which function it is. */
export interface FunctionPointer {
  readonly kind: "function";
  /** Looked up when it is asked for: device code may leave it open. */
  readonly signature: () => Signature;
  /** For a std::function. */
  readonly isHolder?: true;
}

export interface Signature {
  readonly result: CudaType;
  readonly parameters: readonly CudaType[];
}

export function pointerToFunction(signature: Signature): CudaType {
  const pointer: FunctionPointer = { kind: "function", signature: () => signature };
  return { kind: "lambda", lambda: pointer };
}

export function isFunctionPointer(type: CudaType): boolean {
  return functionPointerOf(type) !== undefined;
}

export function functionPointerOf(type: CudaType): FunctionPointer | undefined {
  return type.kind === "lambda" && "kind" in type.lambda && type.lambda.kind === "function" ? (type.lambda as FunctionPointer) : undefined;
}

/** Whether both are pointers to functions that take and return the same. */
function sameSignature(a: CudaType, b: CudaType): boolean {
  const p = functionPointerOf(a)?.signature();
  const q = functionPointerOf(b)?.signature();
  return (
    p !== undefined &&
    q !== undefined &&
    sameType(p.result, q.result) &&
    p.parameters.length === q.parameters.length &&
    p.parameters.every((parameter, i) => sameType(parameter, q.parameters[i]!))
  );
}

/**
 * The scalars of a value in the order of their offsets, arrays written out; those of a union only for its widest field.
 *
 * @param span where the text declares what has the type
 */
export function leavesOf(type: CudaType, path = "", offset = 0, span?: Span): Leaf[] {
  switch (type.kind) {
    case "scalar":
    case "pointer":
      return [{ path, type, offset }];
    case "array": {
      const size = bytesOf(type.of);
      return Array.from({ length: type.length }, (_, i) => leavesOf(type.of, `${path}[${i}]`, offset + i * size, span)).flat();
    }
    case "struct":
      return (type.struct.isUnion ? widestField(type.struct.fields) : type.struct.fields).flatMap((field) =>
        leavesOf(field.type, `${path}.${field.name}`, offset + field.offset, field.span),
      );
    case "lambda":
      if (isFunctionPointer(type) && span) throw functionPointerInStructRefused(span);
      return [];
    default:
      return [];
  }
}

/** Whether a struct has another as its base, or the base of its base. */
export function isBaseOf(base: CudaType, heir: CudaType): boolean {
  return heir.kind === "struct" && heir.struct.bases.some((own) => sameType(own, base) || isBaseOf(base, own));
}

/** The offset of a base in an object, in bytes. */
export function baseOffset(type: CudaType, base: CudaType): number {
  if (type.kind !== "struct" || sameType(type, base)) return 0;
  let end = 0;
  for (const own of type.struct.bases) {
    const align = own.kind === "struct" ? own.struct.align : bytesOf(own);
    const start = Math.ceil(end / align) * align;
    if (sameType(own, base) || isBaseOf(base, own)) return start + baseOffset(own, base);
    end = start + bytesOf(own);
  }
  return 0;
}
