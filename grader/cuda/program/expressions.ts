import { thisOutside } from "../errors/name-errors.ts";
import { allocationInKernelRefused, launchInKernelRefused } from "../errors/refusals.ts";
import { noPack } from "../errors/template-errors.ts";
import { constantChanged, indexType, integerOperator, noCommonType, operatorTypes, valueChanged } from "../errors/type-errors.ts";
import { SourceError, type Span } from "../source-error.ts";
import type { AssignmentOperator, BinaryOperator, Expression, TypeNode } from "../syntax/tree.ts";
import { addressOf, baseOf, elementOf, inMemory, isBaseOf, memberOf, scalarOf, store, valueOf, wholeOf } from "./access.ts";
import { callFunction, operatorFunction } from "./calls.ts";
import { hasEffects, namesIn } from "./changed-names.ts";
import { construct, constructFrom, constructFromList } from "./construct.ts";
import type { Context } from "./context.ts";
import { balanced, boolOperand, convertTo, promoted, truthOf, valueOperand } from "./conversions.ts";
import { numberLiteral } from "./literals.ts";
import { findName, staticMember } from "./names.ts";
import { isPlace, type Operand, type Place, Scope } from "./scope.ts";
import type { ArithmeticOperator, ComparisonOperator, Step, Value } from "../ir/program.ts";
import {
  I64,
  U64,
  I32,
  alignOf,
  bytesOf,
  hasUnion,
  isBuiltInVector,
  isFloating,
  isInteger,
  pointerTo,
  sameType,
  scalarType,
  typeName,
  VOID,
  type CudaType,
} from "./types.ts";
import {
  arithmetic,
  comparison,
  complement,
  constant,
  convert,
  isSafeToCompute,
  logic,
  negate,
  not,
  offset,
  read,
  select,
} from "../ir/values.ts";

const COMPARISONS = new Set<string>(["==", "!=", "<", ">", "<=", ">="]);

export function translateExpression(expression: Expression, context: Context): Operand {
  const { span } = expression;
  switch (expression.kind) {
    case "number":
      return numberLiteral(expression.text, span);
    case "character":
      return valueOperand(scalarType("i8"), constant("i8", expression.code));
    case "boolean":
      return boolOperand(constant("bool", expression.value ? 1 : 0));
    case "null":
      return valueOperand(pointerTo(VOID), constant("ptr", 0));
    case "string":
      return textInMemory(expression.value, context);
    case "this": {
      const { self } = context.frame;
      if (self === undefined) throw thisOutside(span);
      return addressOf(self, context, span);
    }
    case "name":
      return findName(expression, context);
    case "unary":
      return unary(expression, context);
    case "postfix":
      return increment(expression.operand, expression.operator, true, context, span);
    case "binary":
      return binary(expression, context);
    case "assignment":
      return assignment(expression, context);
    case "conditional":
      return conditional(expression, context);
    case "cast":
      return cast(expression, context);
    case "call":
      return callFunction(expression, context);
    case "construct":
      return expression.braces
        ? constructFromList(context.type(expression.type), { kind: "list", items: expression.arguments, span }, context)
        : construct(context.type(expression.type), expression.arguments, context, span);
    case "index": {
      const base = context.expression(expression.base);
      if (base.type.kind === "struct") return operatorFunction("operator[]", [base, context.expression(expression.index)], context, span);
      const given = context.expression(expression.index);
      const index = scalarOf(given, context, expression.index.span);
      if (index.type === "ptr" || isFloating(scalarTypeOf(index))) throw indexType(expression.index.span, typeName(given.type));
      return elementOf(base, index, context, span);
    }
    case "member":
      return member(expression, context);
    case "alignof":
      return valueOperand(U64, constant("u64", alignOf(context.type(expression.of))));
    case "sizeof":
      return valueOperand(U64, constant("u64", sizeOf(expression, context)));
    case "lambda":
      return lambda(expression, context);
    case "new":
    case "delete":
      throw allocationInKernelRefused(span, expression.kind);
    case "launch":
      throw launchInKernelRefused(span);
    case "list":
      return { kind: "list", type: VOID, list: expression };
    case "expansion":
    case "pack-size":
    case "fold":
      throw noPack(span);
  }
}

/** A text's bytes and the zero behind them. */
function textInMemory(text: string, context: Context): Operand {
  const contents = new TextEncoder().encode(`${text}\0`);
  const type: CudaType = { kind: "array", of: scalarType("i8"), length: contents.length };
  return { kind: "memory", type, address: context.builder.text(text, contents) };
}

/** Captures by value are copied now; all other names are those of the place where it is written. */
function lambda(node: Expression & { kind: "lambda" }, context: Context): Operand {
  const scope = new Scope(context.scope);
  const copied =
    node.captureAll === "value"
      ? [...namesIn(node.body)].filter((name) => !node.captures.some((capture) => capture.name === name))
      : node.captures.flatMap(({ name, byReference, value }) => (byReference || value ? [] : [name]));
  for (const name of copied) {
    const entity = context.scope.find(name);
    if (entity?.kind !== "operand" || !isOfThread(entity.operand)) continue;
    const { operand } = entity;
    scope.declare(name, { kind: "operand", operand: ownCopy(name, wholeOf(operand, context, node.span), context, node.span) });
  }
  for (const { name, byReference, value } of node.captures) {
    if (!value) continue;
    const given = byReference ? context.lvalue(value) : valueOf(context.expression(value), context, value.span);
    scope.declare(name, { kind: "operand", operand: byReference ? given : ownCopy(name, given, context, node.span) });
  }
  const { self } = context.frame;
  return { kind: "lambda", type: { kind: "lambda", lambda: scope }, lambda: { node, scope, self } };
}

/** A variable that holds a value. What is called or grouped is no value: it stands for itself. */
function ownCopy(name: string, value: Operand, context: Context, span: Span): Operand {
  if (value.kind !== "value" && value.kind !== "aggregate") return value;
  const copy = context.builder.variable(name, value.type, false, span);
  store(copy, value, context, span);
  return copy;
}

/** Whether a variable is this thread's own: others are not captured. */
function isOfThread(operand: Operand): operand is Place {
  if (operand.kind === "local") return true;
  if (operand.kind !== "memory") return false;
  const { address } = operand;
  const base = address.kind === "offset" ? address.pointer : address;
  return base.kind === "special" && base.special === "localBase";
}

function scalarTypeOf(value: Value): CudaType {
  return value.type === "ptr" ? pointerTo(VOID) : scalarType(value.type);
}

function sizeOf({ of, isType }: Expression & { kind: "sizeof" }, context: Context): number {
  if (isType) return bytesOf(context.type(of as TypeNode));
  // Not evaluated: only its type counts.
  return bytesOf(context.inner({ steps: [] }).expression(of as Expression).type);
}

function member(expression: Expression & { kind: "member" }, context: Context): Operand {
  let base = context.expression(expression.base);
  if (expression.arrow) {
    if (base.type.kind === "struct") base = operatorFunction("operator->", [base], context, expression.span);
    base = elementOf(base, constant("i32", 0), context, expression.span);
  }
  const constantOf = base.type.kind === "struct" ? staticMember(base.type, expression.name) : undefined;
  if (constantOf) return constantOf;
  return memberOf(base, expression.name, expression.span);
}

function unary(expression: Expression & { kind: "unary" }, context: Context): Operand {
  const { operator, operand, span } = expression;
  switch (operator) {
    case "++":
    case "--":
      return increment(operand, operator, false, context, span);
    case "&": {
      const meant = operand.kind === "name" ? context.lvalue(operand) : undefined;
      if (meant?.kind === "function") return meant;
      return addressOf(meant ?? context.lvalue(operand), context, span);
    }
    case "*": {
      const pointer = context.expression(operand);
      if (pointer.kind === "function") return pointer;
      if (pointer.type.kind === "struct") return operatorFunction("operator*", [pointer], context, span);
      return elementOf(pointer, constant("i32", 0), context, span);
    }
    case "!":
      return boolOperand(not(truthOf(context.expression(operand), context, span)));
    case "+":
    case "-":
    case "~": {
      const whole = context.expression(operand);
      if (whole.type.kind === "struct") return structOperator(`operator${operator}`, [whole], context, span);
      const given = valueOf(whole, context, span);
      const type = promoted(given.type);
      if (type.kind !== "scalar" || (operator === "~" && !isInteger(type))) throw operatorTypes(span, operator, [typeName(type)]);
      const value = convert(type.scalar, scalarOf(given, context, span));
      return valueOperand(type, operator === "-" ? negate(value) : operator === "~" ? complement(value) : value);
    }
  }
}

function increment(target: Expression, operator: "++" | "--", isPostfix: boolean, context: Context, span: Span): Operand {
  const place = placeOf(target, context);
  if (place.type.kind === "struct") {
    const operands = isPostfix ? [place, valueOperand(I32, constant("i32", 0))] : [place];
    return operatorFunction(`operator${operator}`, operands, context, span);
  }
  if (place.type.kind === "array") throw operatorTypes(span, operator, [typeName(place.type)]);
  const before = valueOf(place, context, span);
  const old = scalarOf(before, context, span);
  const kept = isPostfix ? context.keep(old, span) : old;
  const sign = operator === "++" ? 1 : -1;
  const { type } = place;
  const next =
    type.kind === "pointer"
      ? offset(old, constant("i32", sign), bytesOf(type.to))
      : arithmetic(old.type, sign > 0 ? "+" : "-", old, constant(old.type, 1));
  store(place, valueOperand(type, next), context, span);
  return isPostfix ? valueOperand(type, kept) : place;
}

/** What is on the left of an assignment. */
function placeOf(target: Expression, context: Context): Place {
  const place = context.lvalue(target);
  if (place.kind === "pointer-to-local") return { ...context.builder.inMemory(place.place), type: place.type };
  if (!isPlace(place)) throw target.kind === "name" ? constantChanged(target.span, target.name) : valueChanged(target.span);
  if (place.kind === "local" && place.variable.isConst) throw constantChanged(target.span, place.variable.name);
  return place;
}

function binary(expression: Expression & { kind: "binary" }, context: Context): Operand {
  const { operator, span } = expression;
  if (operator === ",") {
    context.expression(expression.left);
    return context.expression(expression.right);
  }
  if (operator === "&&" || operator === "||") return shortCircuit(operator, expression, context);
  const name = `operator${operator}`;
  const [left, right] = [expression.left, expression.right].map((side) => numberOf(context.expression(side), name, context, side.span)) as [Operand, Operand]; // prettier-ignore
  if (left.type.kind === "struct" || right.type.kind === "struct") return structOperator(name, [left, right], context, span);
  const a = valueOf(left, context, expression.left.span);
  return combine(operator, a, valueOf(right, context, expression.right.span), context, span);
}

/** An object that can become a number does so, unless the text declares the operator. */
function numberOf(operand: Operand, operator: string, context: Context, span: Span): Operand {
  const { type } = operand;
  if (type.kind !== "struct" || hasMethod(type, operator) || context.scope.find(operator)) return operand;
  if (!type.struct.methods.some(({ node }) => node.name.startsWith("operator ") && node.parameters.length === 0)) return operand;
  return context.translate.callConversion(I32, operand, context, span) ?? operand;
}

/** `left operator right`, of values. */
function combine(
  operator: Exclude<BinaryOperator, "," | "&&" | "||">,
  left: Operand,
  right: Operand,
  context: Context,
  span: Span,
): Operand {
  if (left.kind === "aggregate" || right.kind === "aggregate") return structOperator(`operator${operator}`, [left, right], context, span);
  if (left.type.kind === "pointer" || right.type.kind === "pointer") return pointerOperation(operator, left, right, context, span);
  if (operator === "<<" || operator === ">>") {
    const type = promoted(left.type);
    if (!isInteger(type) || !isInteger(right.type)) throw integerOperator(span, operator);
    const value = convert(type.scalar, scalarOf(left, context, span));
    return valueOperand(type, arithmetic(type.scalar, operator, value, convert("u32", scalarOf(right, context, span))));
  }
  const { type, a, b } = balanced(left, right, context, span);
  if (COMPARISONS.has(operator)) return boolOperand(comparison(operator as ComparisonOperator, a, b));
  if (isFloating(type) && ["%", "&", "|", "^"].includes(operator)) {
    throw integerOperator(span, operator);
  }
  return valueOperand(type, arithmetic(type.scalar, operator as ArithmeticOperator, a, b));
}

function pointerOperation(operator: string, left: Operand, right: Operand, context: Context, span: Span): Operand {
  const [p, q] = [left.type, right.type];
  if (COMPARISONS.has(operator)) {
    return boolOperand(
      comparison(
        operator as ComparisonOperator,
        convert("ptr", scalarOf(left, context, span)),
        convert("ptr", scalarOf(right, context, span)),
      ),
    );
  }
  if (operator === "-" && p.kind === "pointer" && q.kind === "pointer") {
    const bytes = arithmetic("i64", "-", convert("i64", scalarOf(left, context, span)), convert("i64", scalarOf(right, context, span)));
    return valueOperand(I64, arithmetic("i64", "/", bytes, constant("i64", bytesOf(p.to))));
  }
  if (operator === "+" && q.kind === "pointer") return moved(right, left, 1, context, span);
  if ((operator === "+" || operator === "-") && p.kind === "pointer" && isInteger(q))
    return moved(left, right, operator === "+" ? 1 : -1, context, span);
  throw operatorTypes(span, operator, [typeName(p), typeName(q)]);
}

function moved(pointer: Operand, by: Operand, sign: 1 | -1, context: Context, span: Span): Operand {
  const count = scalarOf(by, context, span);
  const signed =
    sign === 1
      ? count
      : negate(count.type.startsWith("u") && count.type !== "u64" ? convert("i64", count) : convert(promotedScalar(count), count));
  if (pointer.kind === "pointer-to-local") return { ...pointer, offset: arithmetic("i32", "+", pointer.offset, convert("i32", signed)) };
  if (pointer.type.kind !== "pointer") throw new TypeError("not a pointer");
  return valueOperand(pointer.type, offset(scalarOf(pointer, context, span), signed, bytesOf(pointer.type.to)));
}

function promotedScalar(value: Value) {
  const type = promoted(scalarTypeOf(value));
  return type.kind === "scalar" ? type.scalar : "i64";
}

/** An operator of a struct: one that the text declares, or one of those that half2 has. */
function structOperator(name: string, operands: readonly Operand[], context: Context, span: Span): Operand {
  const isPair = operands.some(
    ({ type }) => isBuiltInVector(type) && (type.struct.name === "half2" || type.struct.name === "__nv_bfloat162"),
  );
  if (!isPair) return operatorFunction(name, operands, context, span);
  const [left, right] = operands.map((operand) => valueOf(operand, context, span));
  const vector = [left, right].find((operand) => operand?.kind === "aggregate");
  if (vector?.kind !== "aggregate" || left === undefined) return operatorFunction(name, operands, context, span);
  const operator = name.replace("operator", "");
  const leaves = new Map(
    [...vector.leaves.keys()].map((path) => {
      const [a, b] = [leaf(left, path, context, span), right && leaf(right, path, context, span)];
      return [path, b === undefined ? negate(a) : arithmetic(a.type, operator as ArithmeticOperator, a, b)] as const;
    }),
  );
  return { ...vector, leaves };
}

function leaf(operand: Operand, path: string, context: Context, span: Span): Value {
  return operand.kind === "aggregate" ? operand.leaves.get(path)! : scalarOf(operand, context, span);
}

/** Translates what may run only for some lanes into steps of its own. */
function aside(expression: Expression, context: Context): { operand: Operand; steps: Step[] } {
  const steps: Step[] = [];
  const inner = context.with({ steps });
  return { operand: valueOf(inner.expression(expression), inner, expression.span), steps };
}

function shortCircuit(operator: "&&" | "||", { left, right, span }: Expression & { kind: "binary" }, context: Context): Operand {
  const first = truthOf(context.expression(left), context, left.span);
  if (first.kind === "constant" && (first.value === 1) === (operator === "||")) return boolOperand(first);
  const steps: Step[] = [];
  const inner = context.with({ steps });
  const second = truthOf(inner.expression(right), inner, right.span);
  if (steps.length === 0 && isSafeToCompute(second)) return boolOperand(logic(operator, first, second));
  const result = context.builder.register("bool", operator);
  context.add({ kind: "set", register: result, value: first, span: left.span });
  steps.push({ kind: "set", register: result, value: second, span });
  const test = operator === "&&" ? read(result) : not(read(result));
  context.add({ kind: "if", test, then: steps, otherwise: [], span });
  return boolOperand(read(result));
}

function conditional(expression: Expression & { kind: "conditional" }, context: Context): Operand {
  const { span } = expression;
  const test = truthOf(context.expression(expression.test), context, expression.test.span);
  if (test.kind === "constant") {
    const [chosen, other] = test.value === 1 ? [expression.then, expression.otherwise] : [expression.otherwise, expression.then];
    const operand = context.expression(chosen);
    const type = operand.type.kind === "scalar" ? typeOf(other, context) : undefined;
    return type?.kind === "scalar" ? convertTo(balancedOrSame(operand.type, type, span), operand, context, span) : operand;
  }
  const then = aside(expression.then, context);
  const otherwise = aside(expression.otherwise, context);
  const type = conditionalType(then.operand, otherwise.operand, span);
  if (type.kind === "void") {
    context.add({ kind: "if", test, then: then.steps, otherwise: otherwise.steps, span });
    return { kind: "nothing", type: VOID };
  }
  const pure = [then, otherwise].every(
    ({ operand, steps }) => steps.length === 0 && (operand.kind !== "value" || isSafeToCompute(operand.value)),
  );
  if (pure && (type.kind === "scalar" || type.kind === "pointer")) {
    const [a, b] = [then, otherwise].map(({ operand }) => scalarOf(convertTo(type, operand, context, span), context, span));
    return valueOperand(type, select(test, a!, b!));
  }
  const place = hasUnion(type) ? context.builder.localMemory(type, alignOf(type)) : context.builder.variable("?:", type, false, span);
  for (const { operand, steps } of [then, otherwise]) {
    const inner = context.with({ steps });
    store(place, convertTo(type, operand, inner, span), inner, span);
  }
  context.add({ kind: "if", test, then: then.steps, otherwise: otherwise.steps, span });
  return valueOf(place, context, span);
}

/** The type of what is not computed; undefined if it cannot be told, as in the depths of a recursion that ends here. */
function typeOf(expression: Expression, context: Context): CudaType | undefined {
  if (context.builder.isDeep) return undefined;
  try {
    return context.inner({ steps: [] }).expression(expression).type;
  } catch (error) {
    if (error instanceof SourceError) return undefined;
    throw error;
  }
}

function balancedOrSame(a: CudaType, b: CudaType, span: Span): CudaType {
  return sameType(a, b) ? a : balancedType(a, b, span);
}

/** A choice between two variables, as a variable: both must have addresses. */
export function translateLvalue(expression: Expression, context: Context): Operand {
  if (expression.kind !== "conditional") return translateExpression(expression, context);
  const { span } = expression;
  const test = truthOf(context.expression(expression.test), context, expression.test.span);
  if (test.kind === "constant") return translateLvalue(test.value === 1 ? expression.then : expression.otherwise, context);
  const address = context.builder.register("ptr", "?:");
  const sides = [expression.then, expression.otherwise].map((side) => {
    const steps: Step[] = [];
    const operand = translateLvalue(side, context.with({ steps }));
    return { operand, steps };
  });
  const [a, b] = [sides[0]!.operand, sides[1]!.operand];
  if (!isPlace(a) || !isPlace(b) || !sameType(a.type, b.type)) return conditional(expression, context);
  for (const { operand, steps } of sides) {
    const { address: value } = inMemory(operand as Place, context);
    steps.push({ kind: "set", register: address, value, span });
  }
  context.add({ kind: "if", test, then: sides[0]!.steps, otherwise: sides[1]!.steps, span });
  return { kind: "memory", type: a.type, address: read(address) };
}

function conditionalType(a: Operand, b: Operand, span: Span): CudaType {
  if (sameType(a.type, b.type)) return a.type;
  if (a.type.kind === "pointer") return a.type.to.kind === "void" && b.type.kind === "pointer" ? b.type : a.type;
  if (b.type.kind === "pointer") return b.type;
  return balancedType(a.type, b.type, span);
}

function balancedType(a: CudaType, b: CudaType, span: Span): CudaType {
  if (a.kind === "scalar" && b.kind === "scalar") return commonTypeOf(a, b, span);
  throw noCommonType(span, typeName(a), typeName(b));
}

function commonTypeOf(a: CudaType, b: CudaType, span: Span): CudaType {
  const probe = (type: CudaType): Operand => valueOperand(type, constant(type.kind === "scalar" ? type.scalar : "i32", 0));
  return balanced(probe(a), probe(b), undefined as never, span).type;
}

const WITHOUT_EQUALS = (operator: AssignmentOperator): BinaryOperator => operator.slice(0, -1) as BinaryOperator;

function assignment(expression: Expression & { kind: "assignment" }, context: Context): Operand {
  const { operator, span } = expression;
  const given = context.expression(expression.value);
  const value = isPlace(given) ? valueOf(given, context, expression.value.span) : given;
  // The value comes first: what the target changes on the way does not count.
  const right = hasEffects(expression.target) ? kept(value, context, span) : value;
  const place = placeOf(expression.target, context);
  if (place.type.kind === "struct" && hasMethod(place.type, `operator${operator}`)) {
    return operatorFunction(`operator${operator}`, [place, operator === "=" ? given : right], context, span);
  }
  if (operator === "=") {
    store(place, convertTo(place.type, right, context, span), context, span);
    return place;
  }
  if (place.type.kind === "struct" && !isBuiltInVector(place.type))
    return operatorFunction(`operator${operator}`, [place, right], context, span);
  const target: Place = place.kind === "memory" ? { ...place, address: context.keep(place.address, span) } : place;
  const left = valueOf(target, context, span);
  const combined =
    left.kind === "aggregate"
      ? structCompound(operator, place, left, right, context, span)
      : combine(WITHOUT_EQUALS(operator) as Exclude<BinaryOperator, "," | "&&" | "||">, left, right, context, span);
  if (combined !== undefined) store(target, convertTo(place.type, combined, context, span), context, span);
  return place;
}

/** A value that no longer changes with the variables that it is made of. */
function kept(operand: Operand, context: Context, span: Span): Operand {
  if (operand.kind === "value") return { ...operand, value: context.keep(operand.value, span) };
  if (operand.kind !== "aggregate") return operand;
  return { ...operand, leaves: new Map([...operand.leaves].map(([path, value]) => [path, context.keep(value, span)])) };
}

function hasMethod(type: CudaType, name: string): boolean {
  return type.kind === "struct" && type.struct.methods.some(({ node }) => node.name === name);
}

/** Vector types have the compound operators that the text declares for them, or, like half2, those built in. */
function structCompound(
  operator: AssignmentOperator,
  place: Place,
  left: Operand,
  right: Operand,
  context: Context,
  span: Span,
): Operand | undefined {
  const name = place.type.kind === "struct" ? place.type.struct.name : "";
  if (name === "half2" || name === "__nv_bfloat162")
    return structOperator(`operator${WITHOUT_EQUALS(operator)}`, [left, right], context, span);
  operatorFunction(`operator${operator}`, [place, right], context, span);
  return undefined;
}

function cast(expression: Expression & { kind: "cast" }, context: Context): Operand {
  const { span, style } = expression;
  const type = context.type(expression.type);
  const operand = context.expression(expression.operand);
  if (type.kind === "void") return { kind: "nothing", type: VOID };
  if (type.kind === "reference") {
    if (isPlace(operand) && (sameType(operand.type, type.to) || isBaseOf(type.to, operand.type))) return baseOf(operand, type.to);
    if (isPlace(operand)) return { ...inMemory(operand, context), type: type.to };
    return convertTo(type, operand, context, span);
  }
  if (type.kind === "struct")
    return sameType(type, operand.type) ? valueOf(operand, context, span) : constructFrom(type, [operand], context, span);
  const value = valueOf(operand, context, span);
  if (type.kind === "pointer" && value.kind === "value" && isInteger(value.type)) return valueOperand(type, convert("ptr", value.value));
  if (style === "reinterpret" && type.kind === "scalar" && value.kind === "value" && value.type.kind === "pointer") {
    return valueOperand(type, convert(type.scalar, value.value));
  }
  return convertTo(type, value, context, span);
}
