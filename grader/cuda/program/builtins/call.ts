import { argumentCount } from "../../errors/call-errors.ts";
import { noConversion } from "../../errors/type-errors.ts";
import type { Span } from "../../source-error.ts";
import type { Expression } from "../../syntax/tree.ts";
import { elementOf, scalarOf, valueOf } from "../access.ts";
import type { Context } from "../context.ts";
import { convertTo } from "../conversions.ts";
import type { Value } from "../../ir/program.ts";
import type { Operand, Place } from "../scope.ts";
import { VOID, typeName, type CudaType, type GivenArgument } from "../types.ts";
import { constant } from "../../ir/values.ts";

/** A call of a function of CUDA's headers, and its arguments. */
export interface BuiltInCall {
  readonly name: string;
  readonly templateArguments: readonly GivenArgument[];
  readonly given: readonly Expression[];
  readonly context: Context;
  readonly span: Span;
}

export type BuiltIn = (call: BuiltInCall) => Operand;

/** Functions by name. */
export type BuiltIns = readonly (readonly [name: string, builtIn: BuiltIn])[];

export type Scalar = CudaType & { kind: "scalar" };
export type Struct = CudaType & { kind: "struct" };
export type Aggregate = Operand & { kind: "aggregate" };

export const NOTHING: Operand = { kind: "nothing", type: VOID };

export function expectArguments({ name, given, span }: BuiltInCall, ...counts: number[]): void {
  if (!counts.includes(given.length)) throw argumentCount(span, name, counts, given.length);
}

/** An argument as it is: evaluates it, so once for each argument. */
export function argument({ given, context }: BuiltInCall, position: number): Operand {
  const { span } = given[position]!;
  return valueOf(context.expression(given[position]!), context, span);
}

export function argumentAs(call: BuiltInCall, position: number, type: Scalar): Value {
  const { given, context } = call;
  const { span } = given[position]!;
  return scalarOf(convertTo(type, context.expression(given[position]!), context, span), context, span);
}

export function structArgument({ given, context }: BuiltInCall, position: number, type: Struct): Aggregate {
  const { span } = given[position]!;
  const operand = convertTo(type, context.expression(given[position]!), context, span);
  if (operand.kind !== "aggregate") throw noConversion(span, typeName(operand.type), typeName(type));
  return operand;
}

/** Where a pointer argument points. */
export function targetArgument({ given, context }: BuiltInCall, position: number): Place {
  const { span } = given[position]!;
  return elementOf(context.expression(given[position]!), constant("i32", 0), context, span);
}
