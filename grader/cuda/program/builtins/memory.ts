import type { AtomicOperation } from "#simulator/atomic-cost.ts";
import { SourceError } from "../../source-error.ts";
import type { Span } from "../../syntax/tree.ts";
import { store, valueOf } from "../access.ts";
import type { Context } from "../context.ts";
import { convertTo, valueOperand } from "../conversions.ts";
import { SCALAR_BYTES, type AtomicOperator, type Register, type ScalarType, type Step, type Value } from "../program.ts";
import type { MemoryPlace, Operand } from "../scope.ts";
import { typeName } from "../types.ts";
import { offsetBytes, read } from "../values.ts";
import { NOTHING, argumentAs, expectArguments, structArgument, targetArgument, type BuiltIn, type BuiltInCall, type BuiltIns, type Scalar } from "./call.ts"; // prettier-ignore

/** Where the first argument points, in memory. */
function target(invoked: BuiltInCall): MemoryPlace {
  const place = targetArgument(invoked, 0);
  if (place.kind === "local")
    throw new SourceError(`\`${invoked.name}\` needs a pointer to memory that threads share.`, invoked.given[0]!.span);
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
  if (place.type.kind !== "struct") throw new SourceError(`\`${invoked.name}\` is not for a ${typeName(place.type)}.`, span);
  const operand = structArgument(invoked, 1, place.type);
  const leaves = new Map<string, Value>();
  for (const field of place.type.struct.fields) {
    const type = field.type as Scalar;
    const into = context.made.register(type.scalar);
    const address = offsetBytes(place.address, field.offset);
    context.add(atomicStep(operator, type.scalar, address, [operand.leaves.get(`.${field.name}`)!], into, context, span));
    leaves.set(`.${field.name}`, read(into));
  }
  return { kind: "aggregate", type: place.type, leaves };
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
