import { SourceError } from "../../source-error.ts";
import { valueOperand } from "../conversions.ts";
import type { Value } from "../program.ts";
import type { Operand } from "../scope.ts";
import { I32, U32, isInteger, typeName } from "../types.ts";
import { arithmetic, call, constant, convert } from "../values.ts";
import { argument, argumentAs, expectArguments, type BuiltIn, type BuiltInCall, type BuiltIns } from "./call.ts";

/** `__dp4a`: four products of bytes, added to a number. The bytes are signed or not, in words or in a `char4` or `uchar4`. */
const dotOfBytes: BuiltIn = (invoked) => {
  expectArguments(invoked, 3);
  const [a, b] = [argument(invoked, 0), argument(invoked, 1)];
  const isSigned = isSignedBytes(a) && isSignedBytes(b);
  const type = isSigned ? I32 : U32;
  const sum = argumentAs(invoked, 2, type);
  if (isSigned && a.kind === "value" && b.kind === "value") {
    return valueOperand(type, call("i32", "dp4a.i32", convert("i32", a.value), convert("i32", b.value), sum));
  }
  const [x, y] = [bytesOf(a, invoked), bytesOf(b, invoked)];
  const products = x.map((byte, i) => arithmetic(type.scalar, "*", convert(type.scalar, byte), convert(type.scalar, y[i]!)));
  return valueOperand(
    type,
    products.reduce((total, product) => arithmetic(type.scalar, "+", total, product), sum),
  );
};

function isSignedBytes({ type }: Operand): boolean {
  return type.kind === "struct" ? type.struct.name === "char4" : type.kind === "scalar" && type.scalar === "i32";
}

function bytesOf(operand: Operand, { name, span }: BuiltInCall): Value[] {
  const { type } = operand;
  if (operand.kind === "aggregate" && type.kind === "struct" && ["char4", "uchar4"].includes(type.struct.name))
    return [...operand.leaves.values()];
  if (operand.kind !== "value" || !isInteger(type)) throw new SourceError(`\`${name}\` takes no ${typeName(type)}.`, span);
  const word = convert("u32", operand.value);
  return [0, 8, 16, 24].map((shift) => convert("u8", arithmetic("u32", ">>", word, constant("u32", shift))));
}

/** Dot products of bytes. */
export const DOT_PRODUCTS: BuiltIns = [["__dp4a", dotOfBytes]];
