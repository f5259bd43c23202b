import type { AccessSite } from "../../ir/access-site.ts";
import { SCALAR_BYTES, type AtomicOperator, type ScalarType, type Value } from "../../ir/program.ts";
import { convert, isIntegerType, read } from "../../ir/values.ts";
import type { PtxOperand } from "../../ptx/ptx-tree.ts";
import type { AtomicOperation } from "#simulator/atomic-cost.ts";
import { operationKind } from "../built-ins.ts";
import { type Instructions, type Meaning, type Operation } from "./operation.ts";

/** Loads, stores and atomics of PTX, and conversions of addresses. */

/** The memory that an instruction reaches; undefined without a word for it, and where the lab doesn't hold it to one. */
function spaceOf(operation: Operation): AccessSite["onlySpace"] {
  const space = operation.optional("global", "shared::cluster", "shared::cta", "shared", "const", "local", "param", "generic");
  return space === "global" ? "global" : space === "shared" || space === "shared::cta" ? "shared" : undefined;
}

/** Hints and orders that change no count in the lab: it runs accesses in order, and caches as the default does. */
const HINTS = [
  "weak", "relaxed", "acquire", "release", "acq_rel", "volatile", "cta", "cluster", "gpu", "sys", "mmio", "nc", "uni",
  "ca", "cg", "cs", "lu", "cv", "wb", "wt", "L1::evict_normal", "L1::evict_unchanged", "L1::evict_first", "L1::evict_last",
  "L1::no_allocate", "L2::64B", "L2::128B", "L2::256B", "L2::evict_normal", "L2::evict_first", "L2::evict_last", "noftz",
]; // prettier-ignore

/** The vector's length, 1 without one, and the type. */
function shapeOf(operation: Operation): { readonly length: number; readonly type: ScalarType } {
  const length = Number(operation.optional("v2", "v4", "v8")?.slice(1) ?? 1);
  return { length, type: operation.type() };
}

const load: Meaning = (operation) => {
  const space = spaceOf(operation);
  operation.ignore(...HINTS);
  const { length, type } = shapeOf(operation);
  operation.expectOperands(2);
  const [results, from] = operation.operands;
  const targets = operation.vector(results!, length);
  const into = targets.map(() => operation.register(type));
  const site = operation.site("load", length * SCALAR_BYTES[type], space);
  operation.add({ kind: "load", site, address: operation.address(from!), into, span: operation.span });
  for (const [i, target] of targets.entries()) operation.set(target, widened(read(into[i]!), target, operation));
};

/** A load into a wider register fills it up: with the sign of a signed type. */
function widened(value: Value, target: PtxOperand, operation: Operation): Value {
  if (target.kind === "name" && target.name === "_") return value;
  const { type } = operation.destination(target);
  const isWider = SCALAR_BYTES[type] > SCALAR_BYTES[value.type] && isIntegerType(type) && isIntegerType(value.type) && type !== "bool";
  return isWider ? convert(type, value) : value;
}

const store: Meaning = (operation) => {
  const space = spaceOf(operation);
  operation.ignore(...HINTS);
  const { length, type } = shapeOf(operation);
  operation.expectOperands(2);
  const [to, given] = operation.operands;
  const values = operation.vector(given!, length).map((operand) => narrowed(operand, type, operation));
  const site = operation.site("store", length * SCALAR_BYTES[type], space);
  operation.add({ kind: "store", site, address: operation.address(to!), values, span: operation.span });
};

/** A store of a wider register takes its low bits. */
function narrowed(operand: PtxOperand, type: ScalarType, operation: Operation): Value {
  if (SCALAR_BYTES[type] > 2 || operand.kind === "number") return operation.value(operand, type);
  const register = operand.kind === "placeholder" || operand.kind === "name" ? operation.holds(operand) : undefined;
  if (!register || !isIntegerType(register.type) || SCALAR_BYTES[register.type] <= SCALAR_BYTES[type])
    return operation.value(operand, type);
  return isIntegerType(type) ? convert(type, register) : operation.value(operand, type);
}

const ATOMICS: Readonly<Record<string, AtomicOperator>> = {
  add: "add", min: "min", max: "max", inc: "inc", dec: "dec", and: "and", or: "or", xor: "xor", exch: "exchange", cas: "cas",
}; // prettier-ignore

/** `atom` with the old value as its first operand, and `red` without. */
function atomic(hasResult: boolean): Meaning {
  return (operation) => {
    const space = spaceOf(operation);
    operation.ignore(...HINTS);
    const operator = ATOMICS[operation.oneOf(...Object.keys(ATOMICS))]!;
    const { length, type } = shapeOf(operation);
    const values = operator === "cas" ? 2 : 1;
    operation.expectOperands((hasResult ? 2 : 1) + values);
    const [result, at, ...given] = hasResult ? operation.operands : [undefined, ...operation.operands];
    const operands = operator === "cas" ? given.map((one) => operation.value(one!, type)) : operation.vector(given[0]!, length).map((one) => operation.value(one, type)); // prettier-ignore
    const targets = result ? operation.vector(result, length) : [];
    const into = targets.map(() => operation.register(type));
    const address = operation.address(at!);
    const on: AtomicOperation["on"] = type.startsWith("f") || type === "bf16" ? (length > 1 ? "vectors of floats" : "floats") : "integers";
    const site = {
      ...operation.site(hasResult ? "atomic" : "reduction", length * SCALAR_BYTES[type], space),
      atomic: { kind: operationKind(operator, operands), on },
    };
    operation.add({
      kind: "atomic",
      site,
      operator,
      type,
      address,
      operands: operands.map((value) => operation.temporary(value)),
      into,
      span: operation.span,
    });
    for (const [i, target] of targets.entries()) operation.set(target, read(into[i]!));
  };
}

/** An address from one space to another: the same number here. */
const convertAddress: Meaning = (operation) => {
  operation.ignore("to");
  spaceOf(operation);
  const type = operation.type();
  operation.expectOperands(2);
  const [result, from] = operation.operands;
  operation.set(result!, operation.value(from!, type));
};

/** A prefetch brings nothing that is counted: L1 and L2 of the lab have what loads bring. */
const prefetch: Meaning = (operation) => {
  spaceOf(operation);
  operation.ignore("L1", "L2", "L2::evict_last", "L2::evict_normal", "tensormap");
  operation.expectOperands(1);
  operation.address(operation.operands[0]!);
};

const fence: Meaning = (operation) => {
  operation.ignore("cta", "gl", "sys", "gpu", "cluster", "sc", "acq_rel");
  operation.expectOperands(0);
  operation.add({ kind: "fence", span: operation.span });
};

export const MEMORY: Instructions = [
  ["ld", load],
  ["ldu", load],
  ["st", store],
  ["atom", atomic(true)],
  ["red", atomic(false)],
  ["cvta", convertAddress],
  ["prefetch", prefetch],
  ["prefetchu", prefetch],
  ["membar", fence],
  ["fence", fence],
];
