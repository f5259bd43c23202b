import type { AtomicOperation } from "#simulator/atomic-cost.ts";
import { SourceError } from "../source-error.ts";
import type { Expression, Span } from "../syntax/tree.ts";
import { elementOf, scalarOf, store, valueOf } from "./access.ts";
import type { Context } from "./context.ts";
import { balanced, boolOperand, convertTo, truthOf, valueOperand } from "./conversions.ts";
import { MATH, OVERLOADS } from "./math-names.ts";
import { withoutLibrary } from "./names.ts";
import type { MemoryPlace, Operand, Place } from "./scope.ts";
import { SCALAR_BYTES, type AtomicOperator, type Register, type ScalarType, type Step, type Value } from "./program.ts";
import {
  BF16,
  F16,
  F32,
  F64,
  I32,
  I64,
  U32,
  VOID,
  builtInType,
  isFloating,
  isInteger,
  typeName,
  type CudaType,
  type GivenArgument,
} from "./types.ts";
import { arithmetic, bits, call, comparison, constant, convert, read, select, special } from "./values.ts";

/** The functions of CUDA's headers. */

type Scalar = CudaType & { kind: "scalar" };

interface BuiltInCall {
  readonly name: string;
  readonly templateArguments: readonly GivenArgument[];
  readonly given: readonly Expression[];
  readonly context: Context;
  readonly span: Span;
}

type BuiltIn = (call: BuiltInCall) => Operand;

const NOTHING: Operand = { kind: "nothing", type: VOID };

export function isBuiltIn(name: string): boolean {
  const plain = withoutLibrary(name);
  return TABLE.has(plain) || UNSUPPORTED.some(([pattern]) => pattern.test(plain));
}

export function callBuiltIn(
  name: string,
  templateArguments: readonly GivenArgument[],
  given: readonly Expression[],
  context: Context,
  span: Span,
): Operand {
  const plain = withoutLibrary(name);
  const builtIn = TABLE.get(plain);
  if (builtIn) return builtIn({ name: plain, templateArguments, given, context, span });
  const [, remedy] = UNSUPPORTED.find(([pattern]) => pattern.test(plain))!;
  throw new SourceError(`The lab does not have \`${plain}\`. ${remedy}`, span);
}

const UNSUPPORTED: readonly (readonly [RegExp, string])[] = [
  [/^tex[123]D|^surf[123]D/, "There are no textures: read from an array in global memory."],
  [/^__pipeline_|memcpy_async|^__cp_async/, "There are no asynchronous copies: copy with loads and stores, then __syncthreads()."],
  [/^(load|store|mma|fill)_(matrix|fragment)|mma_sync/, "There are no tensor cores: write the product as loops."],
  [/^cuda[A-Z]/, "Calls of the CUDA runtime belong in host code."],
  [/^(malloc|free)$/, "Memory cannot be allocated in a kernel: pass a buffer."],
  [/^__nanosleep$/, "Nothing takes time here: leave it out."],
];

function expectArguments({ name, given, span }: BuiltInCall, ...counts: number[]): void {
  if (!counts.includes(given.length))
    throw new SourceError(`\`${name}\` takes ${counts.join(" or ")} arguments; ${given.length} are given.`, span);
}

function scalarArgument({ given, context, span }: BuiltInCall, position: number): { type: CudaType; value: Value } {
  const operand = valueOf(context.expression(given[position]!), context, span);
  return { type: operand.type, value: scalarOf(operand, context, span) };
}

function argumentAs(call: BuiltInCall, position: number, type: Scalar): Value {
  return scalarOf(convertTo(type, call.context.expression(call.given[position]!), call.context, call.span), call.context, call.span);
}

/** A function of numbers: its arguments are converted to these types, in order. */
function numeric(name: string, result: Scalar, ...parameters: Scalar[]): BuiltIn {
  return (invoked) => {
    expectArguments(invoked, parameters.length);
    const operands = parameters.map((type, i) => argumentAs(invoked, i, type));
    return valueOperand(result, call(result.scalar, name, ...operands));
  };
}

/** A function that exists for several types: the common type of its arguments chooses. */
function overloaded(base: string, parameters: number, kinds: "floating" | "all"): BuiltIn {
  return (invoked) => {
    expectArguments(invoked, parameters);
    const { context, span } = invoked;
    const operands = invoked.given.map((argument) => valueOf(context.expression(argument), context, span));
    let type = operands[0]!.type;
    for (const operand of operands.slice(1))
      type = balanced(valueOperand(type, zeroOf(type)), valueOperand(operand.type, zeroOf(operand.type)), context, span).type;
    if (type.kind !== "scalar") throw new SourceError(`\`${invoked.name}\` is for numbers, not for a ${typeName(type)}.`, span);
    if (kinds === "floating" && isInteger(type)) type = F64;
    if (isInteger(type) && SCALAR_BYTES[type.scalar] < 4) type = I32;
    const chosen = type as Scalar;
    const values = operands.map((operand) => scalarOf(convertTo(chosen, operand, context, span), context, span));
    return valueOperand(chosen, call(chosen.scalar, `${base}.${chosen.scalar}`, ...values));
  };
}

function zeroOf(type: CudaType): Value {
  return constant(type.kind === "scalar" ? type.scalar : "ptr", 0);
}

/** `__float_as_int` and its kin. */
function reinterpret(from: Scalar, to: Scalar): BuiltIn {
  return (invoked) => {
    expectArguments(invoked, 1);
    return valueOperand(to, bits(to.scalar, argumentAs(invoked, 0, from)));
  };
}

function conversion(from: Scalar, to: Scalar): BuiltIn {
  return (invoked) => {
    expectArguments(invoked, 1);
    return valueOperand(to, convert(to.scalar, argumentAs(invoked, 0, from)));
  };
}

function operation(type: Scalar, operator: "+" | "-" | "*" | "/"): BuiltIn {
  return (invoked) => {
    expectArguments(invoked, 2);
    return valueOperand(type, arithmetic(type.scalar, operator, argumentAs(invoked, 0, type), argumentAs(invoked, 1, type)));
  };
}

// ── vector types ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

function makeVector(name: string): BuiltIn {
  const type = builtInType(name) as CudaType & { kind: "struct" };
  return (invoked) => {
    const { fields } = type.struct;
    expectArguments(invoked, fields.length);
    const leaves = new Map(fields.map((field, i) => [`.${field.name}`, argumentAs(invoked, i, field.type as Scalar)] as const));
    return { kind: "aggregate", type, leaves };
  };
}

/** Functions on half2 and __nv_bfloat162, component by component. */
function pairwise(pair: string, parameters: number, combine: (...components: Value[]) => Value): BuiltIn {
  const type = builtInType(pair) as CudaType & { kind: "struct" };
  return (invoked) => {
    expectArguments(invoked, parameters);
    const { context, span } = invoked;
    const operands = invoked.given.map((argument) => {
      const operand = convertTo(type, context.expression(argument), context, span);
      if (operand.kind !== "aggregate") throw new SourceError(`\`${invoked.name}\` needs values of type ${pair}.`, span);
      return operand.leaves;
    });
    const leaves = new Map([".x", ".y"].map((path) => [path, combine(...operands.map((leaves) => leaves.get(path)!))] as const));
    return { kind: "aggregate", type, leaves };
  };
}

function pairOf(pair: string, from: Scalar, ...of: (0 | 1)[]): BuiltIn {
  const type = builtInType(pair) as CudaType & { kind: "struct" };
  const element = type.struct.fields[0]!.type as Scalar;
  return (invoked) => {
    expectArguments(invoked, Math.max(...of) + 1);
    const operands = of.map((i) => convert(element.scalar, argumentAs(invoked, i, from)));
    return { kind: "aggregate", type, leaves: new Map([".x", ".y"].map((path, i) => [path, operands[i]!] as const)) };
  };
}

function componentOf(pair: string, path: ".x" | ".y", to: Scalar): BuiltIn {
  const type = builtInType(pair)!;
  return (invoked) => {
    expectArguments(invoked, 1);
    const operand = convertTo(type, invoked.context.expression(invoked.given[0]!), invoked.context, invoked.span);
    if (operand.kind !== "aggregate") throw new SourceError(`\`${invoked.name}\` needs a ${pair}.`, invoked.span);
    return valueOperand(to, convert(to.scalar, operand.leaves.get(path)!));
  };
}

function pairToFloats(pair: string): BuiltIn {
  const type = builtInType(pair)!;
  const floats = builtInType("float2") as CudaType & { kind: "struct" };
  return (invoked) => {
    expectArguments(invoked, 1);
    const operand = convertTo(type, invoked.context.expression(invoked.given[0]!), invoked.context, invoked.span);
    if (operand.kind !== "aggregate") throw new SourceError(`\`${invoked.name}\` needs a ${pair}.`, invoked.span);
    return {
      kind: "aggregate",
      type: floats,
      leaves: new Map([...operand.leaves].map(([path, value]) => [path, convert("f32", value)] as const)),
    };
  };
}

function floatsToPair(pair: string): BuiltIn {
  const type = builtInType(pair) as CudaType & { kind: "struct" };
  const element = type.struct.fields[0]!.type as Scalar;
  return (invoked) => {
    expectArguments(invoked, 1);
    const operand = convertTo(builtInType("float2")!, invoked.context.expression(invoked.given[0]!), invoked.context, invoked.span);
    if (operand.kind !== "aggregate") throw new SourceError(`\`${invoked.name}\` needs a float2.`, invoked.span);
    return {
      kind: "aggregate",
      type,
      leaves: new Map([...operand.leaves].map(([path, value]) => [path, convert(element.scalar, value)] as const)),
    };
  };
}

// ── memory ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Where a pointer argument points. */
function target({ given, context, span, name }: BuiltInCall): Place {
  const place = elementOf(context.expression(given[0]!), constant("i32", 0), context, span);
  if (place.kind === "local") throw new SourceError(`\`${name}\` needs a pointer to memory that threads share.`, span);
  return place;
}

/** `__ldg` and the loads with a cache hint: loads like any other. */
const loadThrough: BuiltIn = (invoked) => {
  expectArguments(invoked, 1);
  return valueOf(target(invoked), invoked.context, invoked.span);
};

const storeThrough: BuiltIn = (invoked) => {
  expectArguments(invoked, 2);
  const { context, span } = invoked;
  const place = target(invoked);
  store(place, convertTo(place.type, context.expression(invoked.given[1]!), context, span), context, span);
  return NOTHING;
};

function atomic(operator: AtomicOperator, operands: number): BuiltIn {
  return (invoked) => {
    expectArguments(invoked, operands + 1);
    const { context, span } = invoked;
    const place = target(invoked) as MemoryPlace;
    if (place.type.kind !== "scalar") return atomicOnVector(invoked, place, operator);
    const { scalar } = place.type;
    const values = Array.from({ length: operands }, (_, i) => argumentAs(invoked, i + 1, place.type as Scalar));
    const into = context.made.register(scalar);
    const step = atomicStep(operator, scalar, place.address, values, into, context, span);
    context.add(step);
    return valueOperand(place.type, read(into));
  };
}

/** Whether the old value is used is known only at the end: see `finish`. */
function atomicStep(
  operator: AtomicOperator,
  type: ScalarType,
  address: Value,
  operands: readonly Value[],
  into: Register,
  context: Context,
  span: Span,
): Step {
  const site = context.made.site("atomic", SCALAR_BYTES[type], span);
  return {
    kind: "atomic",
    site: { ...site, atomic: { does: deedOf(operator, operands), onFloats: type.startsWith("f") || type === "bf16" } },
    operator,
    type,
    address: context.keep(address, span),
    operands: operands.map((value) => context.keep(value, span)),
    into,
    span,
  };
}

function deedOf(operator: AtomicOperator, [operand]: readonly Value[]): AtomicOperation["does"] {
  switch (operator) {
    case "cas":
      return "compare and swap";
    case "exchange":
      return "exchange";
    case "add":
      return operand?.kind === "constant" && Number(operand.value) === 1 ? "add one" : "add";
    default:
      return "other";
  }
}

/** atomicAdd on half2 and float2: one atomic for each component. */
function atomicOnVector(invoked: BuiltInCall, place: MemoryPlace, operator: AtomicOperator): Operand {
  const { context, span } = invoked;
  const operand = convertTo(place.type, context.expression(invoked.given[1]!), context, span);
  if (operand.kind !== "aggregate" || place.type.kind !== "struct")
    throw new SourceError(`\`${invoked.name}\` is not for a ${typeName(place.type)}.`, span);
  const leaves = new Map<string, Value>();
  for (const field of place.type.struct.fields) {
    const type = field.type as Scalar;
    const into = context.made.register(type.scalar);
    const address: Value = { kind: "offset", type: "ptr", pointer: place.address, index: constant("i32", field.offset), bytes: 1 };
    context.add(atomicStep(operator, type.scalar, address, [operand.leaves.get(`.${field.name}`)!], into, context, span));
    leaves.set(`.${field.name}`, read(into));
  }
  return { kind: "aggregate", type: place.type, leaves };
}

// ── threads together ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

function barrier(reduce: "count" | "and" | "or" | undefined): BuiltIn {
  return (invoked) => {
    const { context, span } = invoked;
    expectArguments(invoked, reduce === undefined ? 0 : 1);
    if (reduce === undefined) {
      context.add({ kind: "barrier", reduce, test: undefined, into: undefined, span });
      return NOTHING;
    }
    const test = truthOf(context.expression(invoked.given[0]!), context, span);
    const into = context.made.register("i32");
    context.add({ kind: "barrier", reduce, test, into, span });
    return valueOperand(I32, read(into));
  };
}

const ALL_LANES = constant("u32", 0xffffffff);

const warpBarrier: BuiltIn = (invoked) => {
  expectArguments(invoked, 0, 1);
  const mask = invoked.given.length === 1 ? argumentAs(invoked, 0, U32) : ALL_LANES;
  invoked.context.add({ kind: "warpBarrier", mask, span: invoked.span });
  return NOTHING;
};

type ShuffleMode = (Step & { kind: "shuffle" })["mode"];

function shuffle(mode: ShuffleMode): BuiltIn {
  return (invoked) => {
    expectArguments(invoked, 3, 4);
    const { context, span, given } = invoked;
    const mask = argumentAs(invoked, 0, U32);
    const operand = valueOf(context.expression(given[1]!), context, span);
    const lane = argumentAs(invoked, 2, mode === "index" ? I32 : U32);
    const width = given.length === 4 ? argumentAs(invoked, 3, I32) : constant("i32", 32);
    return shuffled(mode, mask, operand, lane, width, context, span);
  };
}

/** A shuffle of a scalar, or of each scalar of a struct. */
export function shuffled(
  mode: ShuffleMode,
  mask: Value,
  operand: Operand,
  lane: Value,
  width: Value,
  context: Context,
  span: Span,
): Operand {
  const one = (value: Value): Value => {
    const into = context.made.register(value.type);
    context.add({ kind: "shuffle", mode, mask, value, lane, width, into, span });
    return read(into);
  };
  if (operand.kind === "aggregate") return { ...operand, leaves: new Map([...operand.leaves].map(([path, value]) => [path, one(value)])) };
  return valueOperand(operand.type, one(scalarOf(operand, context, span)));
}

type VoteMode = (Step & { kind: "vote" })["mode"];

function vote(mode: VoteMode, result: Scalar): BuiltIn {
  return (invoked) => {
    const { context, span, given } = invoked;
    const isMatchAll = mode === "match-all";
    expectArguments(invoked, isMatchAll ? 3 : 2);
    const mask = argumentAs(invoked, 0, U32);
    const isTest = mode === "ballot" || mode === "any" || mode === "all";
    const value = isTest ? truthOf(context.expression(given[1]!), context, span) : scalarArgument(invoked, 1).value;
    const found = voted(mode, mask, value, result, context, span);
    if (isMatchAll) {
      const place = elementOf(context.expression(given[2]!), constant("i32", 0), context, span);
      store(
        place,
        valueOperand(I32, select(comparison("!=", found, constant("u32", 0)), constant("i32", 1), constant("i32", 0))),
        context,
        span,
      );
    }
    return valueOperand(result, found);
  };
}

export function voted(mode: VoteMode, mask: Value, value: Value, result: Scalar, context: Context, span: Span): Value {
  const into = context.made.register(result.scalar);
  context.add({ kind: "vote", mode, mask, value, into, span });
  return read(into);
}

/** `__reduce_add_sync` and its kin: of the type of the argument. */
function reduceSync(mode: VoteMode): BuiltIn {
  return (invoked) => {
    expectArguments(invoked, 2);
    const mask = argumentAs(invoked, 0, U32);
    const { type } = scalarArgument(invoked, 1);
    const chosen = type.kind === "scalar" && type.scalar === "u32" ? U32 : I32;
    return valueOperand(chosen, voted(mode, mask, argumentAs(invoked, 1, chosen), chosen, invoked.context, invoked.span));
  };
}

// ── the rest ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

const print: BuiltIn = (invoked) => {
  const { given, context, span } = invoked;
  const [format, ...values] = given;
  if (format?.kind !== "string") throw new SourceError("The first argument of printf is a text in quotes.", span);
  const texts = values.map((value) => (value.kind === "string" ? value.value : undefined));
  const operands = values.flatMap((value) => {
    if (value.kind === "string") return [];
    const operand = valueOf(context.expression(value), context, value.span);
    // As in C: small numbers become int and double.
    if (isFloating(operand.type)) return convert("f64", scalarOf(operand, context, value.span));
    if (isInteger(operand.type) && SCALAR_BYTES[operand.type.scalar] < 4) return convert("i32", scalarOf(operand, context, value.span));
    return scalarOf(operand, context, value.span);
  });
  context.add({ kind: "print", format: context.made.format(withTexts(format.value, texts)), operands, span });
  return valueOperand(I32, constant("i32", operands.length));
};

/** A format with the texts for its `%s` put in. */
function withTexts(format: string, texts: readonly (string | undefined)[]): string {
  let next = 0;
  return format.replace(/%(?:%|[-+ #0-9.]*(?:hh|ll|[hlzjt])?([a-zA-Z]))/g, (whole: string, kind: string | undefined) => {
    if (kind === undefined) return whole;
    return texts[next++]?.replaceAll("%", "%%") ?? whole;
  });
}

const assertion: BuiltIn = (invoked) => {
  expectArguments(invoked, 1);
  const { context, span, given } = invoked;
  const text = given[0]!;
  context.add({ kind: "assert", test: truthOf(context.expression(text), context, span), text: "assert", span });
  return NOTHING;
};

const fence: BuiltIn = ({ context, span }) => {
  context.add({ kind: "fence", span });
  return NOTHING;
};

/** `swap(a, b)`. */
const swap: BuiltIn = (invoked) => {
  expectArguments(invoked, 2);
  const { context, span, given } = invoked;
  const [a, b] = given.map((argument) => context.expression(argument)) as [Operand, Operand];
  if ((a.kind !== "local" && a.kind !== "memory") || (b.kind !== "local" && b.kind !== "memory"))
    throw new SourceError("swap needs two variables.", span);
  const keep = (operand: Operand): Operand => {
    const value = valueOf(operand, context, span);
    if (value.kind === "aggregate")
      return { ...value, leaves: new Map([...value.leaves].map(([path, part]) => [path, context.keep(part, span)])) };
    return value.kind === "value" ? valueOperand(value.type, context.keep(value.value, span)) : value;
  };
  const [first, second] = [keep(a), keep(b)];
  store(a, second, context, span);
  store(b, first, context, span);
  return NOTHING;
};

const sincos: BuiltIn = (invoked) => {
  expectArguments(invoked, 3);
  const { context, span, given, name } = invoked;
  const type = name === "sincos" ? F64 : F32;
  const angle = context.keep(argumentAs(invoked, 0, type), span);
  for (const [i, base] of [
    [1, "sin"],
    [2, "cos"],
  ] as const) {
    const place = elementOf(context.expression(given[i]!), constant("i32", 0), context, span);
    store(
      place,
      convertTo(place.type, valueOperand(type, call(type.scalar, `${base}.${type.scalar}`, angle)), context, span),
      context,
      span,
    );
  }
  return NOTHING;
};

const TABLE = new Map<string, BuiltIn>([
  ["__syncthreads", barrier(undefined)],
  ["__syncthreads_count", barrier("count")],
  ["__syncthreads_and", barrier("and")],
  ["__syncthreads_or", barrier("or")],
  ["__syncwarp", warpBarrier],
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
  ["__activemask", () => valueOperand(U32, special("activeMask"))],
  ["__threadfence", fence],
  ["__threadfence_block", fence],
  ["__threadfence_system", fence],
  ...["__ldg", "__ldcs", "__ldcg", "__ldca", "__ldlu", "__ldcv"].map((name) => [name, loadThrough] as const),
  ...["__stcs", "__stcg", "__stwb", "__stwt"].map((name) => [name, storeThrough] as const),
  ...(["Add", "Sub", "Exch", "Min", "Max", "Inc", "Dec", "And", "Or", "Xor"] as const).flatMap((suffix) =>
    ["", "_block", "_system"].map(
      (scope) => [`atomic${suffix}${scope}`, atomic(suffix === "Exch" ? "exchange" : (suffix.toLowerCase() as AtomicOperator), 1)] as const,
    ),
  ),
  ...["", "_block", "_system"].map((scope) => [`atomicCAS${scope}`, atomic("cas", 2)] as const),
  ...["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong", "ulonglong", "float", "double"].flatMap((prefix) =>
    [1, 2, 3, 4].map((length) => [`make_${prefix}${length}`, makeVector(`${prefix}${length}`)] as const),
  ),
  ...MATH.map(([name, base, result, ...parameters]) => [name, numeric(base, result, ...parameters)] as const),
  ...OVERLOADS.map(([name, parameters, kinds]) => [name, overloaded(name, parameters, kinds)] as const),
  ["sincosf", sincos],
  ["sincos", sincos],
  ["__sincosf", sincos],
  ["__float_as_int", reinterpret(F32, I32)],
  ["__float_as_uint", reinterpret(F32, U32)],
  ["__int_as_float", reinterpret(I32, F32)],
  ["__uint_as_float", reinterpret(U32, F32)],
  ["__double_as_longlong", reinterpret(F64, I64)],
  ["__longlong_as_double", reinterpret(I64, F64)],
  ["__half_as_ushort", reinterpret(F16, builtInType("unsigned short") as Scalar)],
  ["__ushort_as_half", reinterpret(builtInType("unsigned short") as Scalar, F16)],
  ["__half_as_short", reinterpret(F16, builtInType("short") as Scalar)],
  ["__short_as_half", reinterpret(builtInType("short") as Scalar, F16)],
  ...halfFunctions("half", "half2", F16),
  ...halfFunctions("bfloat16", "__nv_bfloat162", BF16),
  ["printf", print],
  ["assert", assertion],
  ["swap", swap],
  ["__builtin_assume", () => NOTHING],
  ["__builtin_expect", (invoked) => valueOf(invoked.context.expression(invoked.given[0]!), invoked.context, invoked.span)],
  ["clock64", () => unclocked],
  ["clock", () => unclocked],
]);

/** There is no clock in this machine: differences of it are 0. */
const unclocked: Operand = valueOperand(I64, constant("i64", 0));

function halfFunctions(name: string, pair: string, type: Scalar): (readonly [string, BuiltIn])[] {
  const h = type.scalar;
  const shared: (readonly [string, BuiltIn])[] = [
    [`__${name}2float`, conversion(type, F32)],
    [`__float2${name}`, conversion(F32, type)],
    [`__float2${name}_rn`, conversion(F32, type)],
    [`__double2${name}`, conversion(F64, type)],
    [`__int2${name}_rn`, conversion(I32, type)],
    [`__uint2${name}_rn`, conversion(U32, type)],
    [`__${name}2int_rn`, numeric("rint.i32", I32, F32)],
    [`__${name}2int_rz`, conversion(type, I32)],
    [`__${name}22float2`, pairToFloats(pair)],
    [`__float22${name}2_rn`, floatsToPair(pair)],
    [`__floats2${name}2_rn`, pairOf(pair, F32, 0, 1)],
    [`__float2${name}2_rn`, pairOf(pair, F32, 0, 0)],
    [`__${name}2${name}2`, pairOf(pair, type, 0, 0)],
    [`__halves2${name}2`, pairOf(pair, type, 0, 1)],
    [`__low2${name}`, componentOf(pair, ".x", type)],
    [`__high2${name}`, componentOf(pair, ".y", type)],
    [`__low2float`, componentOf(pair, ".x", F32)],
    [`__high2float`, componentOf(pair, ".y", F32)],
  ];
  if (name !== "half") return shared.filter(([known]) => !["__low2float", "__high2float"].includes(known));
  return [
    ...shared,
    ["make_half2", pairOf(pair, type, 0, 1)],
    ["__hadd", operation(type, "+")],
    ["__hsub", operation(type, "-")],
    ["__hmul", operation(type, "*")],
    ["__hdiv", operation(type, "/")],
    ["__hfma", numeric(`fma.${h}`, type, type, type, type)],
    ["__hadd2", pairwise(pair, 2, (a, b) => arithmetic(h, "+", a!, b!))],
    ["__hsub2", pairwise(pair, 2, (a, b) => arithmetic(h, "-", a!, b!))],
    ["__hmul2", pairwise(pair, 2, (a, b) => arithmetic(h, "*", a!, b!))],
    ["__h2div", pairwise(pair, 2, (a, b) => arithmetic(h, "/", a!, b!))],
    ["__hfma2", pairwise(pair, 3, (a, b, c) => call(h, `fma.${h}`, a!, b!, c!))],
    ["__hmax", numeric(`max.${h}`, type, type, type)],
    ["__hmin", numeric(`min.${h}`, type, type, type)],
    ["hexp", numeric(`exp.${h}`, type, type)],
    ["hsqrt", numeric(`sqrt.${h}`, type, type)],
    ["__hgt", compareHalves(type, ">")],
    ["__hlt", compareHalves(type, "<")],
    ["__hge", compareHalves(type, ">=")],
    ["__hle", compareHalves(type, "<=")],
    ["__heq", compareHalves(type, "==")],
    ["__hne", compareHalves(type, "!=")],
  ];
}

function compareHalves(type: Scalar, operator: ">" | "<" | ">=" | "<=" | "==" | "!="): BuiltIn {
  return (invoked) => {
    expectArguments(invoked, 2);
    return boolOperand(comparison(operator, argumentAs(invoked, 0, type), argumentAs(invoked, 1, type)));
  };
}
