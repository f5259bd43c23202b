import { noCommonType, noConversion } from "../errors/type-errors.ts";
import type { Span } from "../source-error.ts";
import { baseOf, isBaseOf, pointerValue, scalarOf, valueOf } from "./access.ts";
import type { Context } from "./context.ts";
import type { Operand } from "./scope.ts";
import type { Value } from "../ir/program.ts";
import {
  BOOL,
  F32,
  F64,
  I32,
  I64,
  U32,
  U64,
  isFloating,
  isInteger,
  plainName,
  sameType,
  typeName,
  type CudaType,
  type NumberType,
} from "./types.ts";
import { comparison, constant, convert } from "../ir/values.ts";

/** C's conversions: to a type that is asked for, and to the type that two operands share. */

/** The operand as a value of a type, as in an assignment, an argument or a `return`. */
export function convertTo(type: CudaType, operand: Operand, context: Context, span: Span): Operand {
  const target = type.kind === "reference" ? type.to : type;
  if (operand.kind === "list") return context.translate.construct(target, operand.list, context);
  const value = valueOf(operand, context, span);
  if (value.kind === "aggregate" && (target.kind === "scalar" || target.kind === "pointer")) {
    const converted = context.translate.callConversion(target, operand, context, span);
    if (converted) return convertTo(target, converted, context, span);
  }
  if (target.kind === "scalar") return { kind: "value", type: target, value: toScalar(target.scalar, value, context, span) };
  if (target.kind === "pointer") return toPointer(target, value, context, span);
  if (sameType(target, value.type)) return value;
  if (isBaseOf(target, value.type)) return baseOf(value, target);
  if (target.kind === "group" || target.kind === "lambda" || target.kind === "void") return value;
  // dim3 grid = n;
  if (target.kind === "struct" && target.struct.name === "dim3" && isInteger(value.type)) return dim3Of([value], target, context, span);
  if (
    target.kind === "struct" &&
    target.struct.methods.some(({ node }) => node.name === plainName(target.struct) && node.parameters.length > 0)
  )
    return context.translate.callConstructor(target, [operand], context, span);
  throw noConversion(span, typeName(value.type), typeName(target));
}

export function dim3Of(given: readonly Operand[], type: CudaType & { kind: "struct" }, context: Context, span: Span): Operand {
  const leaves = new Map(
    [".x", ".y", ".z"].map((path, i) => [path, given[i] ? toScalar("u32", given[i], context, span) : constant("u32", 1)] as const),
  );
  return { kind: "aggregate", type, leaves };
}

function toScalar(scalar: NumberType, value: Operand, context: Context, span: Span): Value {
  if (value.kind === "pointer-to-local" && scalar === "bool") return constant("bool", 1);
  return convert(scalar, scalarOf(value, context, span));
}

function toPointer(target: CudaType & { kind: "pointer" }, value: Operand, context: Context, span: Span): Operand {
  if (value.kind === "pointer-to-local") {
    if (sameType(target.to, value.type.to)) return value;
    return { ...pointerValue(value, context), type: target };
  }
  return { kind: "value", type: target, value: convert("ptr", scalarOf(value, context, span)) };
}

/** A condition: not zero, not null. */
export function truthOf(operand: Operand, context: Context, span: Span): Value {
  const value = valueOf(operand, context, span);
  if (value.kind === "pointer-to-local") return constant("bool", 1);
  if (value.kind === "aggregate") return scalarOf(convertTo(BOOL, operand, context, span), context, span);
  const scalar = scalarOf(value, context, span);
  if (scalar.type === "bool") return scalar;
  return scalar.type === "ptr" ? comparison("!=", scalar, constant("ptr", 0)) : convert("bool", scalar);
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
  const [x, y] = [promoted(a), promoted(b)];
  const rank = (type: CudaType): number => RANKS.findIndex((known) => sameType(known, type));
  return RANKS[Math.max(rank(x), rank(y))] as CudaType & { kind: "scalar" };
}

/** Both operands as values of the type that they share. */
export function balanced(
  left: Operand,
  right: Operand,
  context: Context,
  span: Span,
): { type: CudaType & { kind: "scalar" }; a: Value; b: Value } {
  const type = commonType(left.type, right.type, span);
  return { type, a: convert(type.scalar, scalarOf(left, context, span)), b: convert(type.scalar, scalarOf(right, context, span)) };
}

export function valueOperand(type: CudaType, value: Value): Operand {
  return { kind: "value", type, value };
}

export function boolOperand(value: Value): Operand {
  return { kind: "value", type: BOOL, value };
}
