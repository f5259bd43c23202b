import { isBaseOf } from "./types.ts";
import { addressOf, elementAt, pointedTo } from "./conversions.ts";
import type { ArithmeticOperator, ComparisonOperator } from "../ir/program.ts";
import { thisOutside } from "../errors/name-errors.ts";
import { allocationInKernelRefused, launchInKernelRefused } from "../errors/refusals.ts";
import { noPack } from "../errors/template-errors.ts";
import { constantChanged, indexType, integerOperator, noCommonType, operatorTypes, valueChanged } from "../errors/type-errors.ts";
import { constant } from "../ir/values.ts";
import { SourceError, type Span } from "../source-error.ts";
import type { AssignmentOperator, BinaryOperator, Expression, TypeNode } from "../syntax/tree.ts";
import { checkCall, operatorFunction } from "./calls.ts";
import { hasEffects, namesIn } from "./changed-names.ts";
import type { Capture, CheckedExpression, Variable } from "./checked-tree.ts";
import { constructFrom } from "./construct.ts";
import type { Context } from "./context.ts";
import { castTo, commonType, constantOf, convertTo, isLvalue, load, memberOf, promoted, scalarOf, truthOf } from "./conversions.ts";
import { knownTruth } from "./folding.ts";
import { numberLiteral } from "./literals.ts";
import { findName, staticMember } from "./names.ts";
import { calleeContext } from "./overloads.ts";
import { Lambda, Scope, functionsOf, givenFor } from "./scope.ts";
import {
  BOOL,
  I32,
  I64,
  U32,
  U64,
  VOID,
  alignOf,
  bytesOf,
  decayed,
  isBuiltInVector,
  isFloating,
  isFunctionPointer,
  isInteger,
  pointerTo,
  pointerToFunction,
  sameType,
  scalarType,
  typeName,
  type CudaType,
} from "./types.ts";

const COMPARISONS = new Set<string>(["==", "!=", "<", ">", "<=", ">="]);

export function checkExpression(expression: Expression, context: Context): CheckedExpression {
  const { span } = expression;
  switch (expression.kind) {
    case "number":
      return numberLiteral(expression.text, span);
    case "character":
      return constantOf(scalarType("i8"), constant("i8", expression.code), span);
    case "boolean":
      return constantOf(BOOL, constant("bool", expression.value ? 1 : 0), span);
    case "null":
      return constantOf(pointerTo(VOID), constant("ptr", 0), span);
    case "string": {
      const length = new TextEncoder().encode(expression.value).length + 1;
      return { kind: "string", type: { kind: "array", of: scalarType("i8"), length }, text: expression.value, span };
    }
    case "this": {
      const { self } = context.frame;
      if (self === undefined) throw thisOutside(span);
      return addressOf({ kind: "self", type: self, span }, span);
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
      return checkCall(expression, context);
    case "construct":
      return expression.braces
        ? context.list(context.type(expression.type), { kind: "list", items: expression.arguments, span })
        : context.construct(context.type(expression.type), expression.arguments, span);
    case "index": {
      const base = context.expression(expression.base);
      if (base.type.kind === "struct") return operatorFunction("operator[]", [base, context.expression(expression.index)], context, span);
      const given = context.expression(expression.index);
      const index = scalarOf(given, expression.index.span);
      if (!isInteger(index.type)) throw indexType(expression.index.span, typeName(given.type));
      return elementAt(base, index, span);
    }
    case "member":
      return member(expression, context);
    case "alignof":
      return constantOf(U64, constant("u64", alignOf(context.type(expression.of))), span);
    case "sizeof": {
      // Not evaluated: only its type counts.
      const type = expression.isType
        ? context.type(expression.of as TypeNode)
        : context.inner().expression(expression.of as Expression).type;
      return constantOf(U64, constant("u64", bytesOf(type)), span);
    }
    case "lambda":
      return lambda(expression, context);
    case "new":
    case "delete":
      throw allocationInKernelRefused(span, expression.kind);
    case "launch":
      throw launchInKernelRefused(span);
    case "list":
      return { kind: "list", type: VOID, list: expression, span };
    case "expansion":
    case "pack-size":
    case "fold":
      throw noPack(span);
  }
}

/** Captures by value are copied where the lambda is written; all other names are those of that place. */
function lambda(node: Expression & { kind: "lambda" }, context: Context): CheckedExpression {
  const { span } = node;
  const scope = new Scope(context.scope);
  const captures: Capture[] = [];
  const declare = (name: string, value: CheckedExpression, byReference: boolean): void => {
    const { type } = value;
    const variable: Variable = { name, type, span, isConst: false, ...(context.isHost && { memory: "host" }) };
    captures.push({ variable, value, byReference });
    scope.declare(name, { kind: "value", value: { kind: "variable", type, variable, span } });
  };
  const copied =
    node.captureAll === "value"
      ? [...namesIn(node.body)].filter((name) => !node.captures.some((capture) => capture.name === name))
      : node.captures.flatMap(({ name, byReference, value }) => (byReference || value ? [] : [name]));
  for (const name of copied) {
    const entity = context.scope.find(name);
    if (entity?.kind !== "value") continue;
    const { value } = entity;
    const isOfThread = context.isHost
      ? isHostLocal(value)
      : value.kind === "member" || (value.kind === "variable" && value.variable.memory === undefined);
    if (isOfThread) declare(name, { ...value, span }, false);
  }
  for (const { name, byReference, value } of node.captures)
    if (value) declare(name, byReference ? context.lvalue(value) : load(context.expression(value)), byReference);
  return { kind: "lambda", type: { kind: "lambda", lambda: new Lambda(node, scope, context.frame.self) }, captures, span };
}

/** Whether it is a variable of a function, or a part of one: not of `*this`, which a lambda refers to. */
function isHostLocal(value: CheckedExpression): boolean {
  if (value.kind === "member" || value.kind === "element") return isHostLocal(value.base);
  return value.kind === "variable" && value.variable.memory === "host" && !value.variable.isStatic;
}

function member(expression: Expression & { kind: "member" }, context: Context): CheckedExpression {
  const { span } = expression;
  let base = context.expression(expression.base);
  if (expression.arrow) {
    if (base.type.kind === "struct") base = operatorFunction("operator->", [base], context, span);
    base = pointedTo(base, span);
  }
  const shared = base.type.kind === "struct" ? staticMember(base.type, expression.name) : undefined;
  return shared ? { ...shared, span } : memberOf(base, expression.name, span);
}

function unary(expression: Expression & { kind: "unary" }, context: Context): CheckedExpression {
  const { operator, operand, span } = expression;
  switch (operator) {
    case "++":
    case "--":
      return increment(operand, operator, false, context, span);
    case "&": {
      const meant = context.lvalue(operand);
      return meant.kind === "function" || (context.isHost && meant.type.kind === "lambda") ? meant : addressOf(meant, span);
    }
    case "*": {
      const pointer = context.expression(operand);
      if (pointer.type.kind === "lambda") return pointer;
      if (pointer.type.kind === "struct") return operatorFunction("operator*", [pointer], context, span);
      return pointedTo(pointer, span);
    }
    case "!":
      return { kind: "unary", operator, type: BOOL, operand: truthOf(context.expression(operand), context, span), span };
    case "+":
    case "-":
    case "~": {
      const whole = context.expression(operand);
      if (whole.type.kind === "struct") return structOperator(`operator${operator}`, [whole], context, span);
      const type = promoted(load(whole).type);
      if (type.kind !== "scalar" || (operator === "~" && !isInteger(type))) throw operatorTypes(span, operator, [typeName(type)]);
      return { kind: "unary", operator, type, operand: convertTo(type, whole, context, span), span };
    }
  }
}

function increment(target: Expression, operator: "++" | "--", isPostfix: boolean, context: Context, span: Span): CheckedExpression {
  const place = targetOf(target, context);
  const { type } = place;
  if (type.kind === "struct") {
    const operands = isPostfix ? [place, constantOf(I32, constant("i32", 0), span)] : [place];
    return operatorFunction(`operator${operator}`, operands, context, span);
  }
  if (type.kind === "array") throw operatorTypes(span, operator, [typeName(type)]);
  scalarOf(place, span);
  return { kind: "increment", type, target: place, by: operator === "++" ? 1 : -1, isPostfix, span };
}

/** The lvalue on the left of an assignment. */
function targetOf(target: Expression, context: Context): CheckedExpression {
  return asTarget(context.lvalue(target), target);
}

/** An expression that is assigned to. @throws SourceError if it cannot be */
export function asTarget(place: CheckedExpression, target: Expression): CheckedExpression {
  if (!isLvalue(place)) throw target.kind === "name" ? constantChanged(target.span, target.name) : valueChanged(target.span);
  if (place.kind === "variable" && place.variable.isConst && (place.variable.memory === undefined || place.variable.memory === "host"))
    throw constantChanged(target.span, place.variable.name);
  return place;
}

function binary(expression: Expression & { kind: "binary" }, context: Context): CheckedExpression {
  const { operator, span } = expression;
  if (operator === ",") {
    const left = context.expression(expression.left);
    const right = context.expression(expression.right);
    return { kind: "comma", type: right.type, left, right, span };
  }
  if (operator === "&&" || operator === "||") {
    const [left, right] = [expression.left, expression.right].map((side) => truthOf(context.expression(side), context, side.span));
    return { kind: "logic", operator, type: BOOL, left: left!, right: right!, span };
  }
  const name = `operator${operator}`;
  const [left, right] = [expression.left, expression.right].map((side) => numberOf(context.expression(side), name, context, side.span)) as [CheckedExpression, CheckedExpression]; // prettier-ignore
  if (left.type.kind === "struct" || right.type.kind === "struct") return structOperator(name, [left, right], context, span);
  return combine(operator, left, right, context, span);
}

/** An object that can become a number does so, unless the text declares the operator. */
function numberOf(operand: CheckedExpression, operator: string, context: Context, span: Span): CheckedExpression {
  const { type } = operand;
  if (type.kind !== "struct" || hasMethod(type, operator) || context.scope.find(operator)) return operand;
  const converted = context.checker.visit.conversionCall(I32, operand, context, span, false);
  // It stands where its object stands: nothing is left to be converted later.
  return converted?.kind === "user-conversion" ? converted.call : operand;
}

/** `left operator right`, of values. */
export function combine(
  operator: Exclude<BinaryOperator, "," | "&&" | "||">,
  left: CheckedExpression,
  right: CheckedExpression,
  context: Context,
  span: Span,
): CheckedExpression {
  const a = load(left);
  const b = load(right);
  const pointers = context.isHost && COMPARISONS.has(operator) ? functionPointers(a, b, context, span) : undefined;
  if (pointers)
    return { kind: "comparison", operator: operator as ComparisonOperator, type: BOOL, left: pointers[0], right: pointers[1], span };
  if (a.type.kind === "pointer" || b.type.kind === "pointer") return pointerOperation(operator, a, b, span);
  if (operator === "<<" || operator === ">>") {
    const type = promoted(a.type);
    if (!isInteger(type) || !isInteger(b.type)) throw integerOperator(span, operator);
    return { kind: "arithmetic", operator, type, left: convertTo(type, a, context, span), right: convertTo(U32, b, context, span), span };
  }
  const type = commonType(scalarTypeOf(a, span), scalarTypeOf(b, span), span);
  const x = convertTo(type, a, context, span);
  const y = convertTo(type, b, context, span);
  if (COMPARISONS.has(operator))
    return { kind: "comparison", operator: operator as ComparisonOperator, type: BOOL, left: x, right: y, span };
  checkWhole(operator, type, span);
  return { kind: "arithmetic", operator: operator as ArithmeticOperator, type, left: x, right: y, span };
}

function scalarTypeOf(value: CheckedExpression, span: Span): CudaType {
  return value.kind === "list" ? scalarOf(value, span).type : value.type;
}

function checkWhole(operator: string, type: CudaType, span: Span): void {
  if (isFloating(type) && ["%", "&", "|", "^"].includes(operator)) throw integerOperator(span, operator);
}

function pointerOperation(operator: string, left: CheckedExpression, right: CheckedExpression, span: Span): CheckedExpression {
  const p = left.type;
  const q = right.type;
  if (COMPARISONS.has(operator)) {
    const [a, b] = [left, right].map((side) => scalarOf(side, span)) as [CheckedExpression, CheckedExpression];
    return { kind: "comparison", operator: operator as ComparisonOperator, type: BOOL, left: a, right: b, span };
  }
  if (operator === "-" && p.kind === "pointer" && q.kind === "pointer")
    return { kind: "pointer-difference", type: I64, left, right, bytes: bytesOf(p.to), span };
  if (operator === "+" && q.kind === "pointer" && isInteger(p))
    return { kind: "pointer-offset", type: q, left, right, sign: 1, isPointerRight: true, span };
  if ((operator === "+" || operator === "-") && p.kind === "pointer" && isInteger(q))
    return { kind: "pointer-offset", type: p, left, right, sign: operator === "+" ? 1 : -1, isPointerRight: false, span };
  throw operatorTypes(span, operator, [typeName(p), typeName(q)]);
}

function isPair(type: CudaType): boolean {
  return isBuiltInVector(type) && (type.struct.name === "half2" || type.struct.name === "__nv_bfloat162");
}

/** An operator of a struct: one that the text declares, or one of those that half2 has. */
function structOperator(name: string, operands: readonly CheckedExpression[], context: Context, span: Span): CheckedExpression {
  if (!operands.some(({ type }) => isPair(type))) return operatorFunction(name, operands, context, span);
  const values = operands.map(load);
  const vector = values.find(({ type }) => type.kind === "struct")!;
  const operator = name.replace("operator", "") as ArithmeticOperator;
  const operation = values.length === 1 ? ({ kind: "negate" } as const) : ({ kind: "arithmetic", operator } as const);
  return { kind: "operation", type: vector.type, operation, operands: values, span };
}

function conditional(expression: Expression & { kind: "conditional" }, context: Context): CheckedExpression {
  const { span } = expression;
  const test = truthOf(context.expression(expression.test), context, expression.test.span);
  // The other side of what is known need not be right, as where a template's recursion ends.
  const isTrue = knownTruth(test, context);
  if (isTrue !== undefined)
    return knownChoice(isTrue ? [expression.then, expression.otherwise] : [expression.otherwise, expression.then], context, span);
  const [a, b] = [expression.then, expression.otherwise].map((side) => context.expression(side)) as [CheckedExpression, CheckedExpression];
  const pointers = context.isHost ? functionPointers(load(a), load(b), context, span) : undefined;
  if (pointers) return { kind: "conditional", type: pointers[0].type, test, then: pointers[0], otherwise: pointers[1], span };
  const type = conditionalType(load(a), load(b), span);
  const [then, otherwise] = [a, b].map((side) => (type.kind === "void" ? side : convertTo(type, side, context, span)));
  return { kind: "conditional", type, test, then: then!, otherwise: otherwise!, span };
}

function knownChoice([chosen, other]: [Expression, Expression], context: Context, span: Span): CheckedExpression {
  const operand = context.expression(chosen);
  if (operand.type.kind !== "scalar") return operand;
  const type = typeOf(other, context);
  if (type?.kind !== "scalar") return operand;
  return convertTo(sameType(operand.type, type) ? operand.type : commonType(operand.type, type, span), operand, context, span);
}

/** The type of an expression that is not computed; undefined if it has errors. */
function typeOf(expression: Expression, context: Context): CudaType | undefined {
  try {
    return load(context.inner().expression(expression)).type;
  } catch (error) {
    if (error instanceof SourceError) return undefined;
    throw error;
  }
}

/** A choice between two variables, as a variable. */
export function checkLvalue(expression: Expression, context: Context): CheckedExpression {
  if (expression.kind !== "conditional") return checkExpression(expression, context);
  const { span } = expression;
  const test = truthOf(context.expression(expression.test), context, expression.test.span);
  const isTrue = knownTruth(test, context);
  if (isTrue !== undefined) return checkLvalue(isTrue ? expression.then : expression.otherwise, context);
  const [then, otherwise] = [expression.then, expression.otherwise].map((side) => checkLvalue(side, context)) as [CheckedExpression, CheckedExpression]; // prettier-ignore
  if (!isLvalue(then) || !isLvalue(otherwise) || !sameType(then.type, otherwise.type)) return conditional(expression, context);
  return { kind: "choice", type: then.type, test, then, otherwise, span };
}

function conditionalType({ type: a }: CheckedExpression, { type: b }: CheckedExpression, span: Span): CudaType {
  if (sameType(a, b)) return a;
  if (a.kind === "pointer") return a.to.kind === "void" && b.kind === "pointer" ? b : a;
  if (b.kind === "pointer") return b;
  if (a.kind === "scalar" && b.kind === "scalar") return commonType(a, b, span);
  throw noCommonType(span, typeName(a), typeName(b));
}

/** Two functions, or pointers to such, as pointers of one type; undefined for what is none. */
function functionPointers(
  a: CheckedExpression,
  b: CheckedExpression,
  context: Context,
  span: Span,
): [CheckedExpression, CheckedExpression] | undefined {
  const pointer = [a, b].find(({ type }) => isFunctionPointer(type))?.type ?? pointerToEither(a, b, context, span);
  return pointer && [convertTo(pointer, a, context, span), convertTo(pointer, b, context, span)];
}

/** The type of a pointer to either of two functions that are named; undefined if one of the two is none. */
function pointerToEither(a: CheckedExpression, b: CheckedExpression, context: Context, span: Span): CudaType | undefined {
  const first = functionsOf(a.type)[0];
  const second = functionsOf(b.type)[0];
  if (!first || !second) return undefined;
  const { result, parameters } = first.node;
  const inner = calleeContext(first, givenFor(a.type) ?? [], context, span);
  const signature = { result: inner.type(result), parameters: parameters.map(({ type }) => decayed(inner.type(type))) };
  return pointerToFunction(signature);
}

const WITHOUT_EQUALS = (operator: AssignmentOperator) => operator.slice(0, -1) as ArithmeticOperator;

function assignment(expression: Expression & { kind: "assignment" }, context: Context): CheckedExpression {
  const { operator, span } = expression;
  const given = context.expression(expression.value);
  const target = targetOf(expression.target, context);
  const { type } = target;
  const effects = hasEffects(expression.target);
  if (type.kind === "struct" && hasMethod(type, `operator${operator}`))
    return operatorFunction(`operator${operator}`, [target, given], context, span);
  if (operator === "=")
    return { kind: "assignment", type, target, value: convertTo(type, given, context, span), hasEffects: effects, span };
  if (type.kind === "struct" && !isPair(type)) return operatorFunction(`operator${operator}`, [target, given], context, span);
  const plain = WITHOUT_EQUALS(operator);
  const compound = (value: CheckedExpression, computed: CudaType): CheckedExpression => ({
    kind: "compound-assignment",
    operator: plain,
    type,
    target,
    value,
    computed,
    hasEffects: effects,
    span,
  });
  if (type.kind === "struct") return compound(load(given), type);
  // The same rules as those of `target operator value`, with the result converted back.
  const combined = combine(plain, target, given, context, span);
  if (combined.kind === "pointer-offset" && !combined.isPointerRight) return compound(combined.right, type);
  if (combined.kind !== "arithmetic") throw operatorTypes(span, plain, [typeName(type), typeName(given.type)]);
  return compound(combined.right, combined.type);
}

export function hasMethod(type: CudaType, name: string): boolean {
  return type.kind === "struct" && type.struct.methods.some(({ node }) => node.name === name);
}

function cast(expression: Expression & { kind: "cast" }, context: Context): CheckedExpression {
  const { span, style } = expression;
  const type = context.type(expression.type);
  const operand = context.expression(expression.operand);
  if (type.kind === "void") return { kind: "discard", type: VOID, operand, span };
  if (type.kind === "reference") {
    if (!isLvalue(operand)) return convertTo(type, operand, context, span);
    if (sameType(operand.type, type.to)) return operand;
    if (isBaseOf(type.to, operand.type)) return { kind: "base", type: type.to, operand, span };
    return { kind: "reinterpretation", type: type.to, operand, span };
  }
  if (type.kind === "struct") return sameType(type, operand.type) ? load(operand) : constructFrom(type, [operand], context, span);
  const value = load(operand);
  const isReinterpreted = style === "reinterpret" && type.kind === "scalar" && value.type.kind === "pointer";
  if ((type.kind === "pointer" && isInteger(value.type)) || isReinterpreted) return { kind: "convert", type, operand: value, span };
  return castTo(type, value, context, span);
}
