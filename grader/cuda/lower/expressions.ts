import type { CheckedExpression } from "../check/checked-tree.ts";
import { alignOf, bytesOf, hasUnion, leavesOf, sameType, type CudaType } from "../check/types.ts";
import { hostValue } from "../errors/constant-errors.ts";
import { listType, valueChanged } from "../errors/type-errors.ts";
import type { Step, Value } from "../ir/program.ts";
import {
  arithmetic,
  call,
  comparison,
  complement,
  bits as bitsOf,
  constant,
  convert,
  isSafeToCompute,
  logic,
  negate,
  not,
  offset,
  read,
  select,
  special,
  withoutRows,
} from "../ir/values.ts";
import type { Span } from "../source-error.ts";
import {
  addressOf,
  baseOf,
  elementOf,
  inMemory,
  lvalueOf,
  inTemporaries,
  memberOf,
  pointerValue,
  scalarOf,
  scalarOfType,
  store,
  valueOf,
  wholeOf,
  valueOperand,
} from "./access.ts";
import { lowerBuiltIn } from "./built-ins.ts";
import { lowerCall } from "./calls.ts";
import { lowerGroupCall, lowerReduction } from "./group-calls.ts";
import type { Lowering } from "./lowering.ts";
import { Environment, isLvalue, type Aggregate, type Lvalue, type Operand } from "./operand.ts";

/**
 * Expressions as values and steps. An operand is found first and read where its value is needed: of `a[i] + b[j]` both elements are found
 * before the first is read, as a compiler orders them.
 */

/** An expression with its conversions. @param span of what needs its value; that of the expression if not given */
export function lowerExpression(expression: CheckedExpression, lowering: Lowering, span: Span = expression.span): Operand {
  return finish(expression, locate(expression, lowering), lowering, span);
}

/** An expression as a scalar. */
export function lowerScalar(expression: CheckedExpression, lowering: Lowering, span: Span = expression.span): Value {
  return scalarOf(lowerExpression(expression, lowering, span), lowering, span);
}

/** An expression without its conversions: they are for `finish`. */
export function locate(expression: CheckedExpression, lowering: Lowering): Operand {
  switch (expression.kind) {
    case "load":
    case "convert":
    case "truth":
    case "base":
    case "user-conversion":
      return locate(expression.operand, lowering);
    default: {
      const operand = lowerCore(expression, lowering);
      return operand.kind === "memory" ? { ...operand, span: expression.span } : operand;
    }
  }
}

/** The conversions of an expression that is found. */
export function finish(expression: CheckedExpression, operand: Operand, lowering: Lowering, span: Span): Operand {
  switch (expression.kind) {
    case "load":
      return valueOf(finish(expression.operand, operand, lowering, span), lowering, span);
    case "convert":
      return converted(expression.type, finish(expression.operand, operand, lowering, span), lowering, span);
    case "truth":
      return valueOperand(expression.type, truthOf(finish(expression.operand, operand, lowering, span), lowering, span));
    case "base":
      return baseOf(finish(expression.operand, operand, lowering, span), expression.type);
    case "user-conversion":
      return valueOf(lowerCall(expression.call, lowering, operand), lowering, span);
    default:
      return operand;
  }
}

function converted(type: CudaType, operand: Operand, lowering: Lowering, span: Span): Operand {
  if (type.kind === "pointer") {
    if (operand.kind !== "pointer-to-local") return valueOperand(type, convert("ptr", scalarOf(operand, lowering, span)));
    return sameType(type.to, operand.type.to) ? operand : { ...pointerValue(operand, lowering), type };
  }
  const scalar = scalarOfType(type);
  if (operand.kind === "pointer-to-local" && scalar === "bool") return valueOperand(type, constant("bool", 1));
  return valueOperand(type, convert(scalar, scalarOf(operand, lowering, span)));
}

function truthOf(operand: Operand, lowering: Lowering, span: Span): Value {
  if (operand.kind === "pointer-to-local") return constant("bool", 1);
  const scalar = scalarOf(operand, lowering, span);
  if (scalar.type === "bool") return scalar;
  return scalar.type === "ptr" ? comparison("!=", scalar, constant("ptr", 0)) : convert("bool", scalar);
}

type Core = Exclude<CheckedExpression, { kind: "load" | "convert" | "truth" | "base" | "user-conversion" }>;

function lowerCore(expression: Core, lowering: Lowering): Operand {
  const { type, span } = expression;
  switch (expression.kind) {
    case "constant":
      return valueOperand(type, expression.value);
    case "string": {
      const contents = new TextEncoder().encode(`${expression.text}\0`);
      return { kind: "memory", type, address: lowering.builder.text(expression.text, contents), room: Infinity };
    }
    case "coordinates": {
      const leaves = (["x", "y", "z"] as const).map((axis) => [`.${axis}`, special(`${expression.name}.${axis}`)] as const);
      return { kind: "aggregate", type: type as Aggregate["type"], leaves: new Map(leaves) };
    }
    case "variable":
      return lowerVariable(expression, lowering);
    case "self":
      return lowering.environment.self!;
    case "function":
      return { kind: "function", type };
    case "member":
      return memberOf(lowerExpression(expression.base, lowering), expression.name);
    case "element": {
      const base = locate(expression.base, lowering);
      const index = expression.index ? lowerScalar(expression.index, lowering) : constant("i32", 0);
      return elementOf(finish(expression.base, base, lowering, span), index, lowering, span);
    }
    case "address": {
      const operand = lowerExpression(expression.operand, lowering);
      return addressOf(operand.kind === "value" || operand.kind === "aggregate" ? lvalueOf(operand, lowering, span) : operand, lowering);
    }
    case "unary": {
      const value = lowerScalar(expression.operand, lowering, span);
      const applied = { "-": negate, "~": complement, "!": not, "+": (same: Value) => same }[expression.operator];
      return valueOperand(type, applied(value));
    }
    case "increment":
      return lowerIncrement(expression, lowering);
    case "arithmetic":
    case "comparison": {
      const [left, right] = lowerPair(expression, lowering);
      const a = scalarOf(left, lowering, span);
      const b = scalarOf(right, lowering, span);
      if (expression.kind === "arithmetic") return valueOperand(type, arithmetic(scalarOfType(type), expression.operator, a, b));
      const isPointer = a.type === "ptr" || b.type === "ptr";
      const [x, y] = isPointer ? [convert("ptr", a), convert("ptr", b)] : [a, b];
      return valueOperand(type, comparison(expression.operator, x, y));
    }
    case "logic":
      return valueOperand(type, lowerLogic(expression, lowering));
    case "pointer-offset": {
      const [left, right] = lowerPair(expression, lowering);
      const [pointer, by] = expression.isPointerRight ? [right, left] : [left, right];
      return moved(type, pointer, scalarOf(by, lowering, span), expression.sign, lowering, span);
    }
    case "pointer-difference": {
      const [left, right] = lowerPair(expression, lowering).map((side) => convert("i64", scalarOf(side, lowering, span))) as [Value, Value];
      return valueOperand(type, arithmetic("i64", "/", arithmetic("i64", "-", left, right), constant("i64", expression.bytes)));
    }
    case "comma":
      lowerExpression(expression.left, lowering);
      return lowerExpression(expression.right, lowering);
    case "assignment":
      return lowerAssignment(expression, lowering);
    case "compound-assignment":
      return lowerCompound(expression, lowering);
    case "conditional":
      return lowerConditional(expression, lowering);
    case "choice":
      return lowerChoice(expression, lowering);
    case "reinterpretation":
      return { ...inMemory(lvalueOf(lowerExpression(expression.operand, lowering), lowering, span), lowering), type };
    case "discard":
      lowerExpression(expression.operand, lowering);
      return { kind: "nothing", type };
    case "call":
      return lowerCall(expression, lowering);
    case "aggregate": {
      const leaves = new Map<string, Value>();
      for (const [path, part] of expression.parts) addLeaves(leaves, path, lowerExpression(part, lowering, span), lowering, span);
      return { kind: "aggregate", type: type as Aggregate["type"], leaves };
    }
    case "zero":
      return zero(type);
    case "repeated":
      return lowerRepeated(expression, lowering);
    case "lambda": {
      const environment = new Environment(lowering.environment);
      for (const { variable, value, byReference } of expression.captures) {
        const operand = lowerExpression(value, lowering, span);
        environment.bind(variable, byReference ? operand : captured(variable.name, operand, lowering, span));
      }
      return { kind: "lambda", type, environment };
    }
    case "operation":
      return lowerOperation(expression, lowering);
    case "built-in":
    case "atomic":
    case "bytes":
    case "print":
      return lowerBuiltIn(expression, lowering);
    case "group": {
      const group = type as CudaType & { kind: "group" };
      if (group.group !== "coalesced") return { kind: "group", type: group };
      return { kind: "group", type: group, mask: lowering.temporary(special("activeMask"), span) };
    }
    case "group-call":
      return lowerGroupCall(expression, lowering);
    case "group-reduction":
      return lowerReduction(expression, lowering);
    case "nothing":
      return { kind: "nothing", type };
    case "list":
      throw listType(span);
    default:
      throw hostValue(span, expression.kind);
  }
}

function lowerVariable({ variable, type, span }: CheckedExpression & { kind: "variable" }, lowering: Lowering): Operand {
  const known = lowering.environment.find(variable);
  if (known) return known;
  const { name, memory } = variable;
  if (memory === "device" || memory === "constant")
    return { kind: "memory", type, address: { kind: "symbol", type: "ptr", name }, room: Infinity };
  if (memory === "host") throw hostValue(span, name);
  // A variable of a function that is not being written out: its value is not known.
  return lowering.builder.variable(variable);
}

/** Both operands are found before the first is read. */
function lowerPair(
  { left, right }: { readonly left: CheckedExpression; readonly right: CheckedExpression },
  lowering: Lowering,
): [Operand, Operand] {
  const a = locate(left, lowering);
  const b = locate(right, lowering);
  // They are read, and then converted.
  const x = isLvalue(a) ? valueOf(a, lowering, left.span) : a;
  const y = isLvalue(b) ? valueOf(b, lowering, right.span) : b;
  return [finish(left, x, lowering, left.span), finish(right, y, lowering, right.span)];
}

/** A captured value is a copy. What is called or grouped is no value: it stands for itself. */
function captured(name: string, operand: Operand, lowering: Lowering, span: Span): Operand {
  const value = isLvalue(operand) ? wholeOf(operand, lowering, span) : operand;
  if (value.kind !== "value" && value.kind !== "aggregate") return value;
  const copy = lowering.builder.variable({ name, type: value.type, span });
  store(copy, value, lowering, span);
  return copy;
}

function lowerIncrement({ target, by, isPostfix, span }: CheckedExpression & { kind: "increment" }, lowering: Lowering): Operand {
  const place = lowerTarget(target, lowering);
  const { type } = place;
  const old = scalarOf(valueOf(place, lowering, span), lowering, span);
  const before = isPostfix ? lowering.temporary(old, span) : old;
  const next =
    type.kind === "pointer"
      ? offset(withoutRows(old), constant("i32", by), bytesOf(type.to))
      : arithmetic(old.type, by > 0 ? "+" : "-", old, constant(old.type, 1));
  store(place, valueOperand(type, next), lowering, span);
  return isPostfix ? valueOperand(type, before) : place;
}

/** The lvalue on the left of an assignment. */
function lowerTarget(target: CheckedExpression, lowering: Lowering): Lvalue {
  const place = lowerExpression(target, lowering);
  if (place.kind === "pointer-to-local") return { ...lowering.builder.inMemory(place.place), type: place.type };
  if (!isLvalue(place)) throw valueChanged(target.span);
  return place;
}

function moved(type: CudaType, pointer: Operand, count: Value, sign: 1 | -1, lowering: Lowering, span: Span): Operand {
  const signed =
    sign === 1
      ? count
      : negate(count.type.startsWith("u") && count.type !== "u64" ? convert("i64", count) : convert(promotedScalar(count), count));
  if (pointer.kind === "pointer-to-local") return { ...pointer, offset: arithmetic("i32", "+", pointer.offset, convert("i32", signed)) };
  if (pointer.type.kind !== "pointer") throw new TypeError("not a pointer");
  return valueOperand(type, offset(withoutRows(scalarOf(pointer, lowering, span)), signed, bytesOf(pointer.type.to)));
}

function promotedScalar({ type }: Value): Value["type"] {
  return ["bool", "i8", "u8", "i16", "u16"].includes(type) ? "i32" : type;
}

function lowerLogic({ operator, left, right, span }: CheckedExpression & { kind: "logic" }, lowering: Lowering): Value {
  const first = lowerScalar(left, lowering);
  if (first.kind === "constant" && (first.value === 1) === (operator === "||")) return first;
  const steps: Step[] = [];
  const second = lowerScalar(right, lowering.with({ steps }));
  if (steps.length === 0 && isSafeToCompute(second)) return logic(operator, first, second);
  const result = lowering.builder.register("bool", operator);
  lowering.add({ kind: "set", register: result, value: first, span: left.span });
  steps.push({ kind: "set", register: result, value: second, span });
  lowering.add({ kind: "if", test: operator === "&&" ? read(result) : not(read(result)), then: steps, otherwise: [], span });
  return read(result);
}

function lowerAssignment({ target, value, hasEffects, span }: CheckedExpression & { kind: "assignment" }, lowering: Lowering): Operand {
  // The value comes first: what the target changes on the way does not count.
  const right = lowerRight(value, hasEffects, lowering, span);
  const place = lowerTarget(target, lowering);
  store(place, finish(value, right, lowering, span), lowering, span);
  return place;
}

function lowerRight(value: CheckedExpression, hasEffects: boolean, lowering: Lowering, span: Span): Operand {
  const given = locate(value, lowering);
  const right = isLvalue(given) ? valueOf(given, lowering, value.span) : given;
  return hasEffects ? inTemporaries(right, lowering, span) : right;
}

function lowerCompound(expression: CheckedExpression & { kind: "compound-assignment" }, lowering: Lowering): Operand {
  const { operator, target, value, computed, hasEffects, span } = expression;
  const given = lowerRight(value, hasEffects, lowering, span);
  const place = lowerTarget(target, lowering);
  const lvalue: Lvalue = place.kind === "memory" ? { ...place, address: lowering.temporary(place.address, span) } : place;
  const left = valueOf(lvalue, lowering, span);
  const right = finish(value, given, lowering, span);
  if (left.kind === "aggregate") {
    store(
      lvalue,
      componentwise(left, [left, right], ([a, b]) => arithmetic(a!.type, operator, a!, b!), lowering, span),
      lowering,
      span,
    );
    return place;
  }
  if (computed.kind === "pointer") {
    const result = moved(computed, left, scalarOf(right, lowering, span), operator === "-" ? -1 : 1, lowering, span);
    store(lvalue, converted(place.type, result, lowering, span), lowering, span);
    return place;
  }
  const scalar = scalarOfType(computed);
  const result = arithmetic(scalar, operator, convert(scalar, scalarOf(left, lowering, span)), scalarOf(right, lowering, span));
  store(lvalue, converted(place.type, valueOperand(computed, result), lowering, span), lowering, span);
  return place;
}

/** Lowers what may run only for some lanes into steps of its own. */
function aside(expression: CheckedExpression, lowering: Lowering): { readonly operand: Operand; readonly steps: Step[] } {
  const steps: Step[] = [];
  const inner = lowering.with({ steps });
  const operand = locate(expression, inner);
  return { operand: isLvalue(operand) ? valueOf(operand, inner, expression.span) : operand, steps };
}

function lowerConditional(expression: CheckedExpression & { kind: "conditional" }, lowering: Lowering): Operand {
  const { type, span } = expression;
  const test = lowerScalar(expression.test, lowering);
  if (test.kind === "constant") return lowerExpression(test.value === 1 ? expression.then : expression.otherwise, lowering, span);
  const then = aside(expression.then, lowering);
  const otherwise = aside(expression.otherwise, lowering);
  if (type.kind === "void") {
    lowering.add({ kind: "if", test, then: then.steps, otherwise: otherwise.steps, span });
    return { kind: "nothing", type };
  }
  const isPure = [then, otherwise].every(
    ({ operand, steps }) => steps.length === 0 && (operand.kind !== "value" || isSafeToCompute(operand.value)),
  );
  const sides = [
    { ...then, side: expression.then },
    { ...otherwise, side: expression.otherwise },
  ];
  if (isPure && (type.kind === "scalar" || type.kind === "pointer")) {
    const [a, b] = sides.map(({ operand, side }) => scalarOf(finish(side, operand, lowering, span), lowering, span));
    return valueOperand(type, select(test, a!, b!));
  }
  const place = hasUnion(type)
    ? lowering.builder.localMemory("", type, alignOf(type))
    : lowering.builder.variable({ name: "?:", type, span });
  for (const { operand, steps, side } of sides) {
    const inner = lowering.with({ steps });
    store(place, finish(side, operand, inner, span), inner, span);
  }
  lowering.add({ kind: "if", test, then: then.steps, otherwise: otherwise.steps, span });
  return valueOf(place, lowering, span);
}

/** A choice between two variables, as a variable: both must have addresses. */
function lowerChoice(expression: CheckedExpression & { kind: "choice" }, lowering: Lowering): Operand {
  const { type, span } = expression;
  const test = lowerScalar(expression.test, lowering);
  if (test.kind === "constant") return lowerExpression(test.value === 1 ? expression.then : expression.otherwise, lowering);
  const address = lowering.builder.register("ptr", "?:");
  const [then, otherwise] = [expression.then, expression.otherwise].map((side) => {
    const steps: Step[] = [];
    const inner = lowering.with({ steps });
    const { address: value } = inMemory(lvalueOf(lowerExpression(side, inner), inner, span), inner);
    steps.push({ kind: "set", register: address, value, span });
    return steps;
  });
  lowering.add({ kind: "if", test, then: then!, otherwise: otherwise!, span });
  return { kind: "memory", type, address: read(address) };
}

function addLeaves(leaves: Map<string, Value>, path: string, operand: Operand, lowering: Lowering, span: Span): void {
  if (operand.kind === "aggregate") for (const [inner, value] of operand.leaves) leaves.set(path + inner, value);
  else leaves.set(path, scalarOf(operand, lowering, span));
}

function zero(type: CudaType): Operand {
  if (type.kind !== "struct" && type.kind !== "array") return valueOperand(type, zeroOf(type));
  return { kind: "aggregate", type, leaves: new Map(leavesOf(type).map((leaf) => [leaf.path, zeroOf(leaf.type)])) };
}

function zeroOf(type: CudaType): Value {
  return constant(type.kind === "scalar" ? type.scalar : "ptr", 0);
}

function lowerRepeated({ type, element, span }: CheckedExpression & { kind: "repeated" }, lowering: Lowering): Operand {
  const array = type as CudaType & { kind: "array" };
  const one = lowerExpression(element, lowering, span);
  const parts = one.kind === "aggregate" ? [...one.leaves] : [];
  const leaves = Array.from({ length: array.length }, (_, i) => parts.map(([path, value]) => [`[${i}]${path}`, value] as const));
  return { kind: "aggregate", type: array, leaves: new Map(leaves.flat()) };
}

/** An operation on numbers; of pairs and other vectors component by component. */
function lowerOperation(expression: CheckedExpression & { kind: "operation" }, lowering: Lowering): Operand {
  const { type, operation, operands: given, span } = expression;
  const operands = given.map((operand) => lowerExpression(operand, lowering));
  const element = type.kind === "struct" ? type.struct.fields[0]!.type : type;
  const scalar = scalarOfType(element);
  const apply = (values: readonly Value[]): Value => {
    const [a, b] = values as [Value, Value];
    switch (operation.kind) {
      case "function":
        return { ...call(scalar, operation.name, ...values), ...(operation.isFast && { isFast: true }) } as Value;
      case "arithmetic":
        return arithmetic(scalar, operation.operator, a, b);
      case "comparison":
        return comparison(operation.operator, a, b);
      case "negate":
        return negate(a);
      case "convert":
        return convert(scalar, a);
      case "bits":
        return bitsOf(scalar, a);
      case "component":
        throw new TypeError("a component of a scalar");
    }
  };
  if (operation.kind === "component") {
    const [vector] = operands;
    return valueOperand(type, convert(scalar, (vector as Aggregate).leaves.get(operation.path)!));
  }
  if (type.kind !== "struct") return valueOperand(type, apply(operands.map((operand, i) => scalarOf(operand, lowering, given[i]!.span))));
  const vector = operands.find((operand) => operand.kind === "aggregate") as Aggregate;
  return componentwise({ ...vector, type }, operands, apply, lowering, span);
}

function componentwise(
  vector: Aggregate,
  operands: readonly Operand[],
  apply: (components: readonly Value[]) => Value,
  lowering: Lowering,
  span: Span,
): Aggregate {
  const leaves = [...vector.leaves.keys()].map((path) => {
    const components = operands.map((operand) =>
      operand.kind === "aggregate" ? operand.leaves.get(path)! : scalarOf(operand, lowering, span),
    );
    return [path, apply(components)] as const;
  });
  return { ...vector, leaves: new Map(leaves) };
}
