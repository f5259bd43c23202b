import { sharedPointer, typeOfArgument } from "../../errors/call-errors.ts";
import type { AtomicOperation } from "#simulator/atomic-cost.ts";
import type { Span } from "../../source-error.ts";
import { store, valueOf } from "../access.ts";
import type { Context } from "../context.ts";
import { convertTo, valueOperand } from "../conversions.ts";
import { SCALAR_BYTES, type AtomicOperator, type ScalarType, type Value } from "../../ir/program.ts";
import type { MemoryPlace, Operand } from "../scope.ts";
import { typeName } from "../types.ts";
import { read } from "../../ir/values.ts";
import { NOTHING, argumentAs, expectArguments, structArgument, targetArgument, type BuiltIn, type BuiltInCall, type BuiltIns, type Scalar } from "./call.ts"; // prettier-ignore

/** Where the first argument points, in memory. */
function target(invoked: BuiltInCall): MemoryPlace {
  const place = targetArgument(invoked, 0);
  if (place.kind === "local") throw sharedPointer(invoked.given[0]!.span, invoked.name);
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
    const place = target(invoked);
    if (place.type.kind !== "scalar") return atomicOnVector(invoked, place, operator);
    const { scalar } = place.type;
    const values = Array.from({ length: operands }, (_, i) => argumentAs(invoked, i + 1, place.type as Scalar));
    const on = scalar.startsWith("f") || scalar === "bf16" ? "floats" : "integers";
    const [old] = addAtomic(operator, scalar, 1, { does: deedOf(operator, values), on }, place.address, values, context, span);
    return valueOperand(place.type, old!);
  };
}

/** Whether the old values, which it returns, are used is known only at the end: see `finish`. */
function addAtomic(
  operator: AtomicOperator,
  type: ScalarType,
  components: number,
  atomic: AtomicOperation,
  address: Value,
  operands: readonly Value[],
  context: Context,
  span: Span,
): Value[] {
  const into = Array.from({ length: components }, () => context.builder.register(type));
  const site = { ...context.builder.site("atomic", components * SCALAR_BYTES[type], span), atomic };
  const [kept, ...values] = [address, ...operands].map((value) => context.keep(value, span));
  context.add({ kind: "atomic", site, operator, type, address: kept!, operands: values, into, span });
  return into.map(read);
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

/** The vectors that CUDA has an atomicAdd for: one request, each component an atomic of its own. */
const ADDED_VECTORS: ReadonlySet<string> = new Set(["half2", "__nv_bfloat162", "float2", "float4"]);

function atomicOnVector(invoked: BuiltInCall, place: MemoryPlace, operator: AtomicOperator): Operand {
  const { context, span } = invoked;
  const { type, address } = place;
  if (type.kind !== "struct" || operator !== "add" || !ADDED_VECTORS.has(typeName(type)))
    throw typeOfArgument(span, invoked.name, typeName(type));
  const { leaves } = structArgument(invoked, 1, type);
  const { fields } = type.struct;
  const paths = fields.map(({ name }) => `.${name}`);
  const { scalar } = fields[0]!.type as Scalar;
  const on = scalar === "f32" ? "vectors of floats" : "pairs of halves";
  const operands = paths.map((path) => leaves.get(path)!);
  const old = addAtomic(operator, scalar, fields.length, { does: "add", on }, address, operands, context, span);
  return { kind: "aggregate", type, leaves: new Map(paths.map((path, i) => [path, old[i]!])) };
}

const SCOPES = ["", "_block", "_system"];

function atomics(suffix: string, operator: AtomicOperator, operands: number): BuiltIns {
  return SCOPES.map((scope) => [`atomic${suffix}${scope}`, atomic(operator, operands)] as const);
}

/** Loads and stores with a cache hint, and atomics. */
export const MEMORY_FUNCTIONS: BuiltIns = [
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
