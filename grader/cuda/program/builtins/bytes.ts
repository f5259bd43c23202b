import { SourceError } from "../../source-error.ts";
import type { Span } from "../../syntax/tree.ts";
import type { Context } from "../context.ts";
import { convertTo, valueOperand } from "../conversions.ts";
import type { Operand } from "../scope.ts";
import { I32, U64, alignOf, builtInType, pointerTo, typeName, type CudaType } from "../types.ts";
import { arithmetic, constant, convert } from "../values.ts";
import { argument, argumentAs, expectArguments, type BuiltIn, type BuiltInCall, type BuiltIns, type Scalar } from "./call.ts";

/** Bytes that lie one after the other, moved by the widest element whose alignment both sides promise. */
const copyBytes: BuiltIn = (invoked) => {
  expectArguments(invoked, 3);
  const { context, span } = invoked;
  const [to, from] = [argument(invoked, 0), argument(invoked, 1)];
  const [a, b] = [pointedTo(to, invoked), pointedTo(from, invoked)];
  const unit = a.kind === "void" ? b : b.kind === "void" || alignOf(a) <= alignOf(b) ? a : b;
  const type = pointerTo(unit.kind === "void" ? builtInType("unsigned char")! : unit);
  const bytes = valueOperand(U64, argumentAs(invoked, 2, U64));
  callOfLibrary("__copy_units", [convertTo(type, to, context, span), convertTo(type, from, context, span), bytes], context, span);
  return to;
};

const setBytes: BuiltIn = (invoked) => {
  expectArguments(invoked, 3);
  const { context, span } = invoked;
  const to = argument(invoked, 0);
  const size = Math.min(8, alignOf(pointedTo(to, invoked)));
  const unit = { 1: "unsigned char", 2: "unsigned short", 4: "unsigned", 8: "unsigned long long" }[size] ?? "unsigned char";
  const type = builtInType(unit) as Scalar;
  const byte = convert(type.scalar, convert("u8", argumentAs(invoked, 1, I32)));
  const repeated = arithmetic(type.scalar, "*", byte, constant(type.scalar, 0x0101010101010101n));
  const operands = [
    convertTo(pointerTo(type), to, context, span),
    valueOperand(type, repeated),
    valueOperand(U64, argumentAs(invoked, 2, U64)),
  ];
  callOfLibrary("__set_units", operands, context, span);
  return to;
};

function pointedTo({ type }: Operand, { name, span }: BuiltInCall): CudaType {
  if (type.kind !== "pointer") throw new SourceError(`\`${name}\` takes pointers, and this is a ${typeName(type)}.`, span);
  return type.to;
}

function callOfLibrary(name: string, operands: readonly Operand[], context: Context, span: Span): void {
  const entity = context.scope.findInLibrary(name);
  if (entity?.kind !== "functions") throw new TypeError(`the library has no ${name}`);
  const called: Operand = { kind: "function", type: { kind: "lambda", lambda: entity }, name, functions: entity.functions };
  context.translate.callValue(called, operands, context, span);
}

/** `memcpy`, `memmove`, `memset`. */
export const BYTE_FUNCTIONS: BuiltIns = [
  ["memcpy", copyBytes],
  ["memmove", copyBytes],
  ["memset", setBytes],
];
