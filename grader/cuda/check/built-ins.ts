import { elementAt, pointedTo } from "./conversions.ts";
import { SCALAR_BYTES, type AtomicOperator } from "../ir/program.ts";
import { argumentCount, formatLiteral, pointerNeeded, swapVariables, typeOfArgument } from "../errors/call-errors.ts";
import { refusalOfFunction } from "../errors/refusals.ts";
import type { Span } from "../source-error.ts";
import type { Expression } from "../syntax/tree.ts";

import type { CheckedExpression, CheckedFunction, Operation } from "./checked-tree.ts";
import type { Context } from "./context.ts";
import { commonType, constantOf, convertTo, isLvalue, load, nothing, scalarOf, truthOf } from "./conversions.ts";
import { instantiated } from "./functions.ts";
import { INSTRUCTION_FUNCTIONS, checkInstruction } from "./instruction-functions.ts";
import { MATH, OVERLOADS } from "./math-names.ts";
import { withoutLibrary } from "./names.ts";
import { argumentOf, chooseFunction } from "./overloads.ts";
import { checkFormat } from "./print-format.ts";
import {
  BF16,
  BOOL,
  F16,
  F32,
  F64,
  I32,
  I64,
  U32,
  U64,
  VOID,
  builtInType,
  bytesOf,
  isFloating,
  isInteger,
  pointerTo,
  scalarType,
  typeName,
  unqualified,
  type CudaType,
  type GivenArgument,
} from "./types.ts";
import { WMMA_FUNCTIONS } from "./wmma.ts";
import { constant } from "../ir/values.ts";

/** The functions of CUDA's headers: what they take and what they give. */

/** A call of one of them. */
interface Call {
  readonly name: string;
  readonly templateArguments: readonly GivenArgument[];
  readonly given: readonly Expression[];
  readonly context: Context;
  readonly span: Span;
}

type BuiltIn = (call: Call) => CheckedExpression;
type BuiltIns = readonly (readonly [name: string, builtIn: BuiltIn])[];
type Scalar = CudaType & { kind: "scalar" };
type Struct = CudaType & { kind: "struct" };

export function isBuiltIn(name: string): boolean {
  const plain = withoutLibrary(name);
  return TABLE.has(plain) || refusalOfFunction(plain) !== undefined;
}

/** Whether it is one of these, and not refused. */
export function isDeviceBuiltIn(name: string): boolean {
  return TABLE.has(withoutLibrary(name));
}

/** Whether the host has it as well: the functions of numbers, and those that make vectors. */
export function isHostBuiltIn(name: string): boolean {
  return HOST_FUNCTIONS.has(withoutLibrary(name));
}

export function checkBuiltIn(
  name: string,
  templateArguments: readonly GivenArgument[],
  given: readonly Expression[],
  context: Context,
  span: Span,
): CheckedExpression {
  const plain = withoutLibrary(name);
  const builtIn = TABLE.get(plain);
  if (builtIn) return builtIn({ name: plain, templateArguments, given, context, span });
  const refused = refusalOfFunction(plain);
  if (!refused) throw new TypeError(`${plain} is no function of CUDA's headers`);
  throw refused(span, plain);
}

function expectArguments({ name, given, span }: Call, ...counts: number[]): void {
  if (!counts.includes(given.length)) throw argumentCount(span, name, counts, given.length);
}

function argument({ given, context }: Call, position: number): CheckedExpression {
  return load(context.expression(given[position]!));
}

function argumentAs({ given, context }: Call, position: number, type: CudaType): CheckedExpression {
  const { span } = given[position]!;
  return convertTo(type, context.expression(given[position]!), context, span);
}

/** A place that a pointer argument points to. */
function targetArgument({ given, context }: Call, position: number): CheckedExpression {
  return pointedTo(context.expression(given[position]!), given[position]!.span);
}

// Functions of numbers.

function operation(operation: Operation, result: CudaType, ...parameters: CudaType[]): BuiltIn {
  return (call) => {
    expectArguments(call, parameters.length);
    const operands = parameters.map((type, i) => argumentAs(call, i, type));
    return { kind: "operation", type: result, operation, operands, span: call.span };
  };
}

function numeric(name: string, result: Scalar, ...parameters: Scalar[]): BuiltIn {
  return operation({ kind: "function", name }, result, ...parameters);
}

const conversion = (from: CudaType, to: CudaType): BuiltIn => operation({ kind: "convert" }, to, from);
const reinterpret = (from: Scalar, to: Scalar): BuiltIn => operation({ kind: "bits" }, to, from);

/** A function that exists for several types: the common type of its arguments chooses. */
function overloaded(base: string, parameters: number, kinds: "floating" | "all"): BuiltIn {
  return (call) => {
    expectArguments(call, parameters);
    const { context, span } = call;
    const operands = call.given.map((_, i) => argument(call, i));
    let { type } = operands[0]!;
    for (const operand of operands.slice(1)) type = commonType(type, operand.type, span);
    if (type.kind !== "scalar") throw typeOfArgument(span, call.name, typeName(type));
    if (kinds === "floating" && isInteger(type)) type = F64;
    if (isInteger(type) && SCALAR_BYTES[type.scalar] < 4) type = I32;
    const chosen = type as Scalar;
    const values = operands.map((operand) => convertTo(chosen, operand, context, span));
    return { kind: "operation", type: chosen, operation: { kind: "function", name: `${base}.${chosen.scalar}` }, operands: values, span };
  };
}

/** `sincosf(angle, &sine, &cosine)`. */
function sincos(type: Scalar): BuiltIn {
  return (call) => {
    expectArguments(call, 3);
    const places = [1, 2].map((position) => targetArgument(call, position));
    for (const place of places) scalarOf(place, call.span);
    return { kind: "built-in", name: "sincos", type: VOID, operands: [argumentAs(call, 0, type), ...places], span: call.span };
  };
}

const I16 = builtInType("short") as Scalar;
const U16 = builtInType("unsigned short") as Scalar;

const NUMBER_FUNCTIONS: BuiltIns = [
  ...MATH.map(
    ([name, base, result, ...parameters]) =>
      [name, operation({ kind: "function", name: base, ...(name.startsWith("__") && { isFast: true }) }, result, ...parameters)] as const,
  ),
  ...OVERLOADS.map(([name, parameters, kinds]) => [name, overloaded(name, parameters, kinds)] as const),
  ["sincosf", sincos(F32)],
  ["__sincosf", sincos(F32)],
  ["sincos", sincos(F64)],
  ["__float_to_tf32", numeric("round_tf32.f32", F32, F32)],
  ["__float_as_int", reinterpret(F32, I32)],
  ["__float_as_uint", reinterpret(F32, U32)],
  ["__int_as_float", reinterpret(I32, F32)],
  ["__uint_as_float", reinterpret(U32, F32)],
  ["__double_as_longlong", reinterpret(F64, I64)],
  ["__longlong_as_double", reinterpret(I64, F64)],
];

// Vectors.

function structNamed(name: string): Struct {
  return builtInType(name) as Struct;
}

function makeVector(name: string): BuiltIn {
  const type = structNamed(name);
  return (call) => {
    const { fields } = type.struct;
    expectArguments(call, fields.length);
    const parts = fields.map((field, i) => [`.${field.name}`, argumentAs(call, i, field.type)] as const);
    return { kind: "aggregate", type, parts, span: call.span };
  };
}

const VECTOR_ELEMENTS = ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong", "ulonglong", "float", "double"];

const VECTOR_FUNCTIONS: BuiltIns = VECTOR_ELEMENTS.flatMap((element) =>
  [1, 2, 3, 4].map((length) => [`make_${element}${length}`, makeVector(`${element}${length}`)] as const),
);

// Halves.

function pairOf(pair: string, from: Scalar, ...of: (0 | 1)[]): BuiltIn {
  const type = structNamed(pair);
  const element = type.struct.fields[0]!.type as Scalar;
  return (call) => {
    expectArguments(call, Math.max(...of) + 1);
    const parts = of.map((i, component) => {
      const value = argumentAs(call, i, from);
      return [[".x", ".y"][component]!, convertTo(element, value, call.context, call.span)] as const;
    });
    return { kind: "aggregate", type, parts, span: call.span };
  };
}

const componentOf = (pair: string, path: ".x" | ".y", to: Scalar): BuiltIn => operation({ kind: "component", path }, to, structNamed(pair));

function halfConversions(name: string, pair: string, type: Scalar): BuiltIns {
  return [
    [`__${name}2float`, conversion(type, F32)],
    [`__float2${name}`, conversion(F32, type)],
    [`__double2${name}`, conversion(F64, type)],
    ...(
      [
        ["float", F32],
        ["int", I32],
        ["uint", U32],
        ["short", I16],
        ["ushort", U16],
        ["ll", I64],
        ["ull", U64],
      ] as const
    ).map(([from, own]) => [`__${from}2${name}_rn`, conversion(own, type)] as const),
    [`__${name}2int_rn`, numeric("rint_to_i32.f32", I32, F32)],
    [`__${name}2int_rd`, numeric("floor_to_i32.f32", I32, F32)],
    [`__${name}2int_ru`, numeric("ceil_to_i32.f32", I32, F32)],
    [`__${name}2int_rz`, conversion(type, I32)],
    [`__${name}2uint_rn`, numeric("rint_to_u32.f32", U32, F32)],
    [`__${name}2uint_rz`, conversion(type, U32)],
    [`__${name}2short_rz`, conversion(type, I16)],
    [`__${name}2ushort_rz`, conversion(type, U16)],
    [`__${name}2ll_rz`, conversion(type, I64)],
    [`__${name}2ull_rz`, conversion(type, U64)],
    [`__${name}_as_ushort`, reinterpret(type, U16)],
    [`__ushort_as_${name}`, reinterpret(U16, type)],
    [`__${name}_as_short`, reinterpret(type, I16)],
    [`__short_as_${name}`, reinterpret(I16, type)],
    [`__${name}22float2`, conversion(structNamed(pair), structNamed("float2"))],
    [`__float22${name}2_rn`, conversion(structNamed("float2"), structNamed(pair))],
    [`__floats2${name}2_rn`, pairOf(pair, F32, 0, 1)],
    [`__float2${name}2_rn`, pairOf(pair, F32, 0, 0)],
    [`__${name}2${name}2`, pairOf(pair, type, 0, 0)],
    [`__halves2${name}2`, pairOf(pair, type, 0, 1)],
    [`__low2${name}`, componentOf(pair, ".x", type)],
    [`__high2${name}`, componentOf(pair, ".y", type)],
    [`make_${name}2`, pairOf(pair, type, 0, 1)],
  ];
}

/** The functions that half and bfloat16 both have under one name. */
function halfArithmetic(pairName: string, type: Scalar): ReadonlyMap<string, BuiltIn> {
  const h = type.scalar;
  const pair = structNamed(pairName);
  const one = (name: string, base: string): readonly [string, BuiltIn] => [name, numeric(`${base}.${h}`, type, type)];
  const compare = (operator: ">" | "<" | ">=" | "<=" | "==" | "!="): BuiltIn =>
    operation({ kind: "comparison", operator }, BOOL, type, type);
  return new Map<string, BuiltIn>([
    ["__low2float", componentOf(pairName, ".x", F32)],
    ["__high2float", componentOf(pairName, ".y", F32)],
    ...(
      [
        ["add", "+"],
        ["sub", "-"],
        ["mul", "*"],
        ["div", "/"],
      ] as const
    ).flatMap(([name, operator]): (readonly [string, BuiltIn])[] => [
      [`__h${name}`, operation({ kind: "arithmetic", operator }, type, type, type)],
      [`__h${name}_rn`, operation({ kind: "arithmetic", operator }, type, type, type)],
      [name === "div" ? "__h2div" : `__h${name}2`, operation({ kind: "arithmetic", operator }, pair, pair, pair)],
      [`__h${name}2_rn`, operation({ kind: "arithmetic", operator }, pair, pair, pair)],
    ]),
    ["__hfma", numeric(`fma.${h}`, type, type, type, type)],
    ["__hfma2", operation({ kind: "function", name: `fma.${h}` }, pair, pair, pair, pair)],
    ["__hmax", numeric(`max.${h}`, type, type, type)],
    ["__hmin", numeric(`min.${h}`, type, type, type)],
    ...["exp", "exp2", "exp10", "log", "log2", "log10", "sin", "cos", "tanh", "sqrt", "rsqrt", "floor", "ceil", "trunc", "rint"].map(
      (name) => one(`h${name}`, name),
    ),
    one("hrcp", "reciprocal"),
    one("__habs", "fabs"),
    one("__hneg", "negate"),
    ["__hisnan", numeric("isnan.f64", BOOL, type)],
    ["__hisinf", numeric("isinf.f64", I32, type)],
    ["__hgt", compare(">")],
    ["__hlt", compare("<")],
    ["__hge", compare(">=")],
    ["__hle", compare("<=")],
    ["__heq", compare("==")],
    ["__hne", compare("!=")],
  ]);
}

const HALVES = halfArithmetic("half2", F16);
const BFLOATS = halfArithmetic("__nv_bfloat162", BF16);

/** The type of the first argument chooses. `__hadd` of integers is half of their sum. */
function ofEitherHalf(name: string): BuiltIn {
  return (call) => {
    const [first] = call.given;
    const type = first && call.context.inner().expression(first).type;
    if (name === "__hadd" && type && isInteger(type)) return numeric("hadd.i32", I32, I32, I32)(call);
    const isBfloat = type?.kind === "struct" ? type.struct.name === "__nv_bfloat162" : type?.kind === "scalar" && type.scalar === "bf16";
    return (isBfloat ? BFLOATS : HALVES).get(name)!(call);
  };
}

const U8 = builtInType("unsigned char") as Scalar;

/** Conversions from and to numbers of eight bits, with a `__nv_saturation_t` and a `__nv_fp8_interpretation_t`; the others are text. */
const FP8_FUNCTIONS: BuiltIns = [
  ["__nv_cvt_float_to_fp8", numeric("to_fp8.f32", U8, F32, I32, I32)],
  ["__nv_cvt_double_to_fp8", numeric("to_fp8.f64", U8, F64, I32, I32)],
  ["__lab_half_to_fp8", numeric("to_fp8.f16", U8, F16, I32, I32)],
  ["__lab_floats_to_fp8x2", numeric("to_fp8x2.f32", U16, F32, F32, I32, I32)],
  ["__lab_halves_to_fp8x2", numeric("to_fp8x2.f16", U16, F16, F16, I32, I32)],
  ["__lab_lower_fp8", numeric("lower_fp8.f16", F16, U16, I32)],
  ["__lab_upper_fp8", numeric("upper_fp8.f16", F16, U16, I32)],
];

const HALF_FUNCTIONS: BuiltIns = [
  ...halfConversions("half", "half2", F16),
  ...halfConversions("bfloat16", "__nv_bfloat162", BF16),
  ...[...HALVES.keys()].map((name) => [name, ofEitherHalf(name)] as const),
];

// Memory.

const loadThrough: BuiltIn = (call) => {
  expectArguments(call, 1);
  const target = targetArgument(call, 0);
  return { kind: "built-in", name: "load", type: load(target).type, operands: [target], span: call.span };
};

const storeThrough: BuiltIn = (call) => {
  expectArguments(call, 2);
  const target = targetArgument(call, 0);
  const value = convertTo(target.type, call.context.expression(call.given[1]!), call.context, call.span);
  return { kind: "built-in", name: "store", type: VOID, operands: [target, value], span: call.span };
};

/** The vectors that CUDA has an atomicAdd for: one request, each component an atomic of its own. */
const ADDED_VECTORS: ReadonlySet<string> = new Set(["half2", "__nv_bfloat162", "float2", "float4"]);

function atomic(operator: AtomicOperator, operands: number): BuiltIn {
  return (call) => {
    expectArguments(call, operands + 1);
    const { span, name } = call;
    const target = targetArgument(call, 0);
    const { type } = target;
    if (type.kind !== "scalar" && (type.kind !== "struct" || operator !== "add" || !ADDED_VECTORS.has(typeName(type))))
      throw typeOfArgument(span, name, typeName(type));
    const values = Array.from({ length: operands }, (_, i) => argumentAs(call, i + 1, type));
    return { kind: "atomic", operator, name, type, operands: [target, ...values], span };
  };
}

const SCOPES = ["", "_block", "_system"];

function atomics(suffix: string, operator: AtomicOperator, operands: number): BuiltIns {
  return SCOPES.map((scope) => [`atomic${suffix}${scope}`, atomic(operator, operands)] as const);
}

const MEMORY_FUNCTIONS: BuiltIns = [
  ...["__ldg", "__ldcs", "__ldcg", "__ldca", "__ldlu", "__ldcv"].map((name) => [name, loadThrough] as const),
  ...["__stcs", "__stcg", "__stwb", "__stwt"].map((name) => [name, storeThrough] as const),
  ...atomics("Add", "add", 1),
  ...atomics("Sub", "sub", 1),
  ...atomics("Exch", "exchange", 1),
  ...atomics("Min", "min", 1),
  ...atomics("Max", "max", 1),
  ...atomics("Inc", "inc", 1),
  ...atomics("Dec", "dec", 1),
  ...atomics("And", "and", 1),
  ...atomics("Or", "or", 1),
  ...atomics("Xor", "xor", 1),
  ...atomics("CAS", "cas", 2),
];

// Bytes.

const BYTE = scalarType("u8");

const copyBytes: BuiltIn = (call) => {
  expectArguments(call, 3);
  const { context, span } = call;
  const to = toElements(argument(call, 0), call);
  const from = toElements(argument(call, 1), call);
  const a = targetOf(to, call);
  const b = targetOf(from, call);
  const smaller = a.kind === "void" || (b.kind !== "void" && bytesOf(b) < bytesOf(a)) ? b : a;
  const unit = smaller.kind === "void" ? BYTE : unqualified(smaller);
  const loop = (of: CudaType): CheckedFunction => libraryFunction("__copy_units", [pointerTo(of), pointerTo(of), U64], context, span);
  return {
    kind: "bytes",
    type: to.type,
    to,
    from,
    byte: undefined,
    count: argumentAs(call, 2, U64),
    unit,
    loops: [loop(unit), loop(BYTE)],
    span,
  };
};

const setBytes: BuiltIn = (call) => {
  expectArguments(call, 3);
  const { context, span } = call;
  const to = toElements(argument(call, 0), call);
  const target = targetOf(to, call);
  const unit = target.kind === "void" ? BYTE : unqualified(target);
  const loop = (of: CudaType): CheckedFunction => libraryFunction("__set_units", [pointerTo(of), of, U64], context, span);
  return {
    kind: "bytes",
    type: to.type,
    to,
    from: undefined,
    byte: argumentAs(call, 1, I32),
    count: argumentAs(call, 2, U64),
    unit,
    loops: [loop(unit), loop(BYTE)],
    span,
  };
};

/** A pointer to an array as the pointer to its first element. */
function toElements(pointer: CheckedExpression, call: Call): CheckedExpression {
  if (targetOf(pointer, call).kind !== "array") return pointer;
  return toElements(load(elementAt(pointer, undefined, call.span)), call);
}

function targetOf({ type }: CheckedExpression, { name, span }: Call): CudaType {
  if (type.kind !== "pointer") throw pointerNeeded(span, name, typeName(type));
  return type.to;
}

function libraryFunction(name: string, types: readonly CudaType[], context: Context, span: Span): CheckedFunction {
  const entity = context.scope.findInLibrary(name);
  if (entity?.kind !== "functions") throw new TypeError(`the library has no ${name}`);
  const operands = types.map((type): CheckedExpression => ({ kind: "zero", type, span }));
  const chosen = chooseFunction(name, entity.functions, undefined, operands.map(argumentOf), context, span);
  return instantiated(chosen, operands, undefined, context, span);
}

const BYTE_FUNCTIONS: BuiltIns = [
  ["memcpy", copyBytes],
  ["memmove", copyBytes],
  ["memset", setBytes],
  ["__builtin_memcpy", copyBytes],
  ["__builtin_memmove", copyBytes],
  ["__builtin_memset", setBytes],
];

// Barriers, fences, and what the lanes of a warp tell each other.

/** @param parameters how many arguments are taken, at least and at most */
function warpFunction(
  name: string,
  parameters: readonly number[],
  check: (call: Call) => { readonly type: CudaType; readonly operands: readonly CheckedExpression[] },
): BuiltIn {
  return (call) => {
    expectArguments(call, ...parameters);
    return { kind: "built-in", name, ...check(call), span: call.span };
  };
}

function barrier(reduce: "count" | "and" | "or"): BuiltIn {
  return warpFunction(`barrier ${reduce}`, [1], (call) => ({
    type: I32,
    operands: [truthOf(call.context.expression(call.given[0]!), call.context, call.span)],
  }));
}

function shuffle(mode: "index" | "up" | "down" | "xor"): BuiltIn {
  return warpFunction(`shuffle ${mode}`, [3, 4], (call) => {
    const mask = argumentAs(call, 0, U32);
    const value = argument(call, 1);
    if (value.type.kind !== "struct") scalarOf(value, call.span);
    const lane = argumentAs(call, 2, mode === "index" ? I32 : U32);
    const width = call.given.length === 4 ? [argumentAs(call, 3, I32)] : [];
    return { type: value.type, operands: [mask, value, lane, ...width] };
  });
}

function vote(mode: "ballot" | "any" | "all" | "match-any" | "match-all", result: Scalar): BuiltIn {
  const isMatchAll = mode === "match-all";
  return warpFunction(`vote ${mode}`, [isMatchAll ? 3 : 2], (call) => {
    const mask = argumentAs(call, 0, U32);
    const isTest = mode === "ballot" || mode === "any" || mode === "all";
    const { span } = call.given[1]!;
    const value = isTest ? truthOf(argument(call, 1), call.context, span) : scalarOf(argument(call, 1), span);
    return { type: result, operands: [mask, value, ...(isMatchAll ? [targetArgument(call, 2)] : [])] };
  });
}

/** `__reduce_add_sync` and its kin: of the type of the argument. */
function reduceSync(mode: string): BuiltIn {
  return warpFunction(`vote ${mode}`, [2], (call) => {
    const mask = argumentAs(call, 0, U32);
    const operand = argument(call, 1);
    const chosen = operand.type.kind === "scalar" && operand.type.scalar === "u32" ? U32 : I32;
    return { type: chosen, operands: [mask, convertTo(chosen, operand, call.context, call.given[1]!.span)] };
  });
}

const withoutOperands =
  (name: string, type: CudaType): BuiltIn =>
  ({ span }) => ({ kind: "built-in", name, type, operands: [], span });

const fence = withoutOperands("fence", VOID);

/** `__pipeline_wait_prior(n)`, and a wait for all copies. */
const awaitCopies = (operands: 0 | 1): BuiltIn =>
  warpFunction("await copies", [operands], (call) => ({ type: VOID, operands: operands === 0 ? [] : [argumentAs(call, 0, U32)] }));

const WARP_FUNCTIONS: BuiltIns = [
  ["__syncthreads", warpFunction("barrier", [0], () => ({ type: VOID, operands: [] }))],
  ["__syncthreads_count", barrier("count")],
  ["__syncthreads_and", barrier("and")],
  ["__syncthreads_or", barrier("or")],
  [
    "__syncwarp",
    warpFunction("warp barrier", [0, 1], (call) => ({ type: VOID, operands: call.given.length === 1 ? [argumentAs(call, 0, U32)] : [] })),
  ],
  ["__shfl_sync", shuffle("index")],
  ["__shfl_up_sync", shuffle("up")],
  ["__shfl_down_sync", shuffle("down")],
  ["__shfl_xor_sync", shuffle("xor")],
  ["__ballot_sync", vote("ballot", U32)],
  ["__any_sync", vote("any", I32)],
  ["__all_sync", vote("all", I32)],
  ["__match_any_sync", vote("match-any", U32)],
  ["__match_all_sync", vote("match-all", U32)],
  ["__reduce_add_sync", reduceSync("reduce-add")],
  ["__reduce_min_sync", reduceSync("reduce-min")],
  ["__reduce_max_sync", reduceSync("reduce-max")],
  ["__reduce_and_sync", reduceSync("reduce-and")],
  ["__reduce_or_sync", reduceSync("reduce-or")],
  ["__reduce_xor_sync", reduceSync("reduce-xor")],
  ["__pipeline_wait_prior", awaitCopies(1)],
  ["__lab_await_copies", awaitCopies(0)],
  ["__activemask", withoutOperands("active mask", U32)],
  ["__threadfence", fence],
  ["__threadfence_block", fence],
  ["__threadfence_system", fence],
];

// Others.

const print: BuiltIn = ({ given, context, span }) => {
  const [format, ...values] = given;
  if (format?.kind !== "string") throw formatLiteral(span);
  checkFormat(format.value, format.span);
  const texts = values.map((value) => (value.kind === "string" ? value.value : undefined));
  const operands = values.flatMap((value) => {
    if (value.kind === "string") return [];
    const operand = scalarOf(context.expression(value), value.span);
    // As in C: small numbers become int and double.
    if (isFloating(operand.type)) return convertTo(F64, operand, context, value.span);
    return isInteger(operand.type) && SCALAR_BYTES[operand.type.scalar] < 4 ? convertTo(I32, operand, context, value.span) : operand;
  });
  return { kind: "print", type: I32, format: withTexts(format.value, texts), operands, span };
};

/** A format with the texts for its `%s` put in. */
function withTexts(format: string, texts: readonly (string | undefined)[]): string {
  let next = 0;
  return format.replace(/%(?:%|[-+ #0-9.]*(?:hh|ll|[hlzjt])?([a-zA-Z]))/g, (whole: string, kind: string | undefined) => {
    if (kind === undefined) return whole;
    return texts[next++]?.replaceAll("%", "%%") ?? whole;
  });
}

const assertion: BuiltIn = (call) => {
  expectArguments(call, 1);
  const operands = [truthOf(call.context.expression(call.given[0]!), call.context, call.span)];
  return { kind: "built-in", name: "assert", type: VOID, operands, span: call.span };
};

/** `swap(a, b)`. */
const swap: BuiltIn = (call) => {
  expectArguments(call, 2);
  const { context, span, given } = call;
  const [a, b] = given.map((own) => context.expression(own)) as [CheckedExpression, CheckedExpression];
  if (!isLvalue(a) || !isLvalue(b)) throw swapVariables(span);
  return {
    kind: "built-in",
    name: "swap",
    type: VOID,
    operands: [a, b, convertTo(a.type, b, context, span), convertTo(b.type, a, context, span)],
    span,
  };
};

const OF_BOTH: BuiltIns = [
  ["assert", assertion],
  ["swap", swap],
  ["__builtin_expect", (call) => argument(call, 0)],
  ["__builtin_assume", ({ span }) => nothing(span)],
];

const HOST_FUNCTIONS: ReadonlySet<string> = new Set(
  [...NUMBER_FUNCTIONS, ...VECTOR_FUNCTIONS, ...HALF_FUNCTIONS, ...FP8_FUNCTIONS, ...OF_BOTH].map(([name]) => name),
);

/** There is no clock in this machine: differences of it are 0. */
const unclocked: BuiltIn = ({ span }) => constantOf(I64, constant("i64", 0), span);

const TABLE = new Map<string, BuiltIn>([
  ...WARP_FUNCTIONS,
  ...MEMORY_FUNCTIONS,
  ...VECTOR_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...BYTE_FUNCTIONS,
  ...HALF_FUNCTIONS,
  ...FP8_FUNCTIONS,
  ...WMMA_FUNCTIONS,
  ["printf", print],
  ...OF_BOTH,
  ["__trap", withoutOperands("__trap", VOID)],
  ["__builtin_unreachable", withoutOperands("__builtin_unreachable", VOID)],
  ["clock64", unclocked],
  ["clock", unclocked],
  ...[...INSTRUCTION_FUNCTIONS.keys()].map(
    (name) => [name, ({ given, context, span }: Call) => checkInstruction(name, given, context, span)] as const,
  ),
]);
