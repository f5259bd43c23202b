import type { Value } from "../ir/program.ts";
import { constant } from "../ir/values.ts";
import {
  castNeeded,
  listType,
  noAddress,
  noCommonType,
  noConversion,
  noMember,
  notIndexable,
  numberNeeded,
  voidPointer,
} from "../errors/type-errors.ts";
import { SourceError, type Span } from "../source-error.ts";
import type { CheckedExpression } from "./checked-tree.ts";
import type { Context } from "./context.ts";
import {
  BOOL,
  F32,
  F64,
  I32,
  I64,
  U32,
  U64,
  VOID,
  isBaseOf,
  isFloating,
  functionPointerOf,
  isFunctionPointer,
  isInteger,
  plainName,
  pointerTo,
  sameType,
  typeName,
  unqualified,
  volatileOf,
  type CudaType,
} from "./types.ts";

/** C++'s implicit conversions as nodes of the checked tree. */

/** Whether an expression has a place that can be stored to and referred to. */
export function isLvalue(expression: CheckedExpression): boolean {
  switch (expression.kind) {
    case "variable":
    case "self":
    case "string":
    case "element":
    case "assignment":
    case "compound-assignment":
    case "choice":
    case "reinterpretation":
      return true;
    case "increment":
      return !expression.isPostfix;
    case "member":
    case "base":
      return isLvalue(expression.kind === "member" ? expression.base : expression.operand);
    case "comma":
      return isLvalue(expression.right);
    case "call":
      return expression.function.result?.kind === "reference" && !expression.constructed;
    case "pointer-call":
      return functionPointerOf(expression.pointer.type)?.signature().result.kind === "reference";
    default:
      return false;
  }
}

/** Whether a reference can be bound to it without a conversion: a place, or the object that a call returns. */
export function isReferable(expression: CheckedExpression): boolean {
  return isLvalue(expression) || expression.kind === "call";
}

/** The value of an expression: a variable is read, an array becomes a pointer to its first element. */
export function load(expression: CheckedExpression): CheckedExpression {
  const { type, span } = expression;
  if (!isReferable(expression)) return expression;
  switch (type.kind) {
    case "array":
      return { kind: "load", type: pointerTo(type.of), operand: expression, span };
    case "scalar":
    case "pointer":
    case "struct":
      return { kind: "load", type: unqualified(type), operand: expression, span };
    default:
      return expression;
  }
}

/** A scalar or a pointer, or an error that says what it is instead. */
export function scalarOf(expression: CheckedExpression, span: Span): CheckedExpression {
  const value = load(expression);
  const { type } = value;
  if (value.kind === "list") throw listType(span);
  if (type.kind !== "scalar" && type.kind !== "pointer") throw numberNeeded(span, typeName(type));
  return value;
}

/** The expression as a value of a type, as in an assignment, an argument or a `return`. */
export function convertTo(type: CudaType, expression: CheckedExpression, context: Context, span: Span): CheckedExpression {
  return converted(type, expression, context, span, false);
}

/** The expression as a value of a type, as in a cast or `T(x)`: constructors and conversions that are `explicit` count, too. */
export function castTo(type: CudaType, expression: CheckedExpression, context: Context, span: Span): CheckedExpression {
  return converted(type, expression, context, span, true);
}

function converted(type: CudaType, expression: CheckedExpression, context: Context, span: Span, isExplicit: boolean): CheckedExpression {
  const target = type.kind === "reference" ? type.to : type;
  if (expression.kind === "list") return context.checker.visit.list(target, expression.list, context);
  const value = load(expression);
  const own = context.checker.visit.conversion(target, value, context, span);
  if (own) return own;
  const { type: from } = value;
  if (from.kind === "struct" && ["scalar", "pointer", "struct"].includes(target.kind) && !sameType(target, from)) {
    const { conversionCall } = context.checker.visit;
    const own = conversionCall(target, expression, context, span, isExplicit);
    if (own) return convertTo(target, own, context, span);
    if (!isExplicit && conversionCall(target, expression, context, span, true)) throw castNeeded(span, typeName(from), typeName(target));
  }
  if (target.kind === "scalar" || target.kind === "pointer") {
    const operand = scalarOf(value, span);
    return operand.type === target ? operand : { kind: "convert", type: target, operand, span: expression.span };
  }
  if (sameType(target, from)) return value;
  if (isBaseOf(target, from)) return { kind: "base", type: target, operand: value, span: expression.span };
  if (target.kind === "group" || target.kind === "lambda" || target.kind === "void") return value;
  // dim3 grid = n;
  if (target.kind === "struct" && target.struct.name === "dim3" && isInteger(from)) return dim3Of([value], target, context, span);
  if (
    target.kind === "struct" &&
    target.struct.methods.some(
      ({ node }) => node.name === plainName(target.struct) && node.parameters.length > 0 && (isExplicit || !node.isExplicit),
    )
  ) {
    const call = context.checker.visit.constructorCall(target, [expression], context, span, isExplicit);
    return call.kind === "call" ? { kind: "user-conversion", type: target, operand: expression, call, span } : call;
  }
  if (!isExplicit && isConstructible(target, expression, context, span)) throw castNeeded(span, typeName(from), typeName(target));
  throw noConversion(span, typeName(from), typeName(target));
}

/** Whether a constructor takes the expression. */
function isConstructible(target: CudaType, expression: CheckedExpression, context: Context, span: Span): boolean {
  try {
    return target.kind === "struct" && context.checker.visit.constructorCall(target, [expression], context, span) !== undefined;
  } catch (error) {
    if (error instanceof SourceError) return false;
    throw error;
  }
}

export function dim3Of(
  given: readonly CheckedExpression[],
  type: CudaType & { kind: "struct" },
  context: Context,
  span: Span,
): CheckedExpression {
  const parts = [".x", ".y", ".z"].map((path, i) => {
    const own = given[i];
    return [path, own ? convertTo(U32, own, context, span) : constantOf(U32, constant("u32", 1), span)] as const;
  });
  return { kind: "aggregate", type, parts, span };
}

/** A condition: not zero, not null. */
export function truthOf(expression: CheckedExpression, context: Context, span: Span): CheckedExpression {
  const value = load(expression);
  if (context.isHost && isFunctionPointer(value.type)) return { kind: "truth", type: BOOL, operand: value, span: expression.span };
  if (value.type.kind === "struct") return scalarOf(castTo(BOOL, expression, context, span), span);
  return { kind: "truth", type: BOOL, operand: scalarOf(value, span), span: expression.span };
}

/** Integers smaller than int become int. */
export function promoted(type: CudaType): CudaType {
  if (type.kind !== "scalar") return type;
  return ["bool", "i8", "u8", "i16", "u16"].includes(type.scalar) ? I32 : type;
}

const RANKS: readonly CudaType[] = [I32, U32, I64, U64];

/** The type in which two numbers are added, compared and so on. */
export function commonType(a: CudaType, b: CudaType, span: Span): CudaType & { kind: "scalar" } {
  if (a.kind !== "scalar" || b.kind !== "scalar") throw noCommonType(span, typeName(a), typeName(b));
  if (isFloating(a) || isFloating(b)) {
    for (const type of [F64, F32]) if (a.scalar === type.scalar || b.scalar === type.scalar) return type;
    return isFloating(a) ? a : (b as CudaType & { kind: "scalar" });
  }
  const x = promoted(a);
  const y = promoted(b);
  const rank = (type: CudaType): number => RANKS.findIndex((known) => sameType(known, type));
  return RANKS[Math.max(rank(x), rank(y))] as CudaType & { kind: "scalar" };
}

export function constantOf(type: CudaType, value: Value, span: Span = NOWHERE): CheckedExpression & { kind: "constant" } {
  return { kind: "constant", type, value, span };
}

export function nothing(span: Span): CheckedExpression {
  return { kind: "nothing", type: VOID, span };
}

const NOWHERE: Span = { from: 0, to: 0 };

/** The target of a pointer, or the first element of an array. */
export function pointedTo(pointer: CheckedExpression, span: Span): CheckedExpression {
  return elementAt(pointer, undefined, span);
}

/** An element of an array, or of what a pointer points to. @param index undefined for the first */
export function elementAt(base: CheckedExpression, index: CheckedExpression | undefined, span: Span): CheckedExpression {
  if (base.type.kind === "array") return { kind: "element", type: base.type.of, base, index, span };
  const pointer = load(base);
  const { type } = pointer;
  if (type.kind !== "pointer") throw notIndexable(span, typeName(base.type));
  if (type.to.kind === "void") throw voidPointer(span);
  return { kind: "element", type: type.to, base: pointer, index, span };
}

/** `&operand`: the address of a place. */
export function addressOf(operand: CheckedExpression, span: Span): CheckedExpression {
  if (!isLvalue(operand)) throw noAddress(span);
  return { kind: "address", type: pointerTo(operand.type), operand, span };
}

/** A member of an object: its lvalue, or its value. */
export function memberOf(base: CheckedExpression, name: string, span: Span): CheckedExpression & { kind: "member" } {
  const { type } = base;
  const field = type.kind === "struct" ? type.struct.fields.find((field) => field.name === name) : undefined;
  if (field === undefined) throw noMember(span, typeName(type), name, memberNames(type));
  return { kind: "member", type: isVolatileStruct(type) ? volatileOf(field.type) : field.type, base, name, span };
}

function isVolatileStruct(type: CudaType): boolean {
  return type.kind === "struct" && type.isVolatile === true;
}

export function memberNames(type: CudaType): string[] {
  return type.kind === "struct" ? type.struct.fields.map(({ name }) => name) : [];
}
