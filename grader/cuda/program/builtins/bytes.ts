import { pointerNeeded } from "../../errors/call-errors.ts";
import type { Span } from "../../source-error.ts";
import { elementOf, scalarOfType, store, valueOf, wholeOf } from "../access.ts";
import type { Context } from "../context.ts";
import { convertTo, valueOperand } from "../conversions.ts";
import type { Operand } from "../scope.ts";
import type { ScalarType, Value } from "../../ir/program.ts";
import { I32, U64, bytesOf, scalarType, leavesOf, pointerTo, typeName, unqualified, type CudaType } from "../types.ts";
import { arithmetic, constant, convert, unsignedOf, withBits } from "../../ir/values.ts";
import { argument, argumentAs, expectArguments, type BuiltIn, type BuiltInCall, type BuiltIns } from "./call.ts";

const BYTE = scalarType("u8");

/** The most elements that are copied or set one by one, without a loop. */
const MOST_WRITTEN_OUT = 64;

/** Bytes that lie one after the other, by the smaller element of both sides: the pass `byteCopies` splits what cannot move as a whole. */
const copyBytes: BuiltIn = (invoked) => {
  expectArguments(invoked, 3);
  const { context, span } = invoked;
  const [to, from] = [toElements(argument(invoked, 0), invoked), toElements(argument(invoked, 1), invoked)];
  const [a, b] = [pointedTo(to, invoked), pointedTo(from, invoked)];
  const smaller = a.kind === "void" || (b.kind !== "void" && bytesOf(b) < bytesOf(a)) ? b : a;
  const { unit, count } = elementsIn(argumentAs(invoked, 2, U64), smaller);
  const [target, source] = [to, from].map((side) => convertTo(pointerTo(unit), side, context, span)) as [Operand, Operand];
  context.builder.copying(() => {
    const places = fewPlaces(count);
    if (places === undefined) return callOfLibrary("__copy_units", [target, source, valueOperand(U64, count)], context, span);
    // All are loaded before the first is stored: the two may overlap.
    const values = places.map((place) => kept(wholeOf(elementOf(source, place, context, span), context, span), context, span));
    for (const [i, place] of places.entries()) store(elementOf(target, place, context, span), values[i]!, context, span);
  });
  return to;
};

/** A value as it is now. */
function kept(operand: Operand, context: Context, span: Span): Operand {
  if (operand.kind === "value") return { ...operand, value: context.keep(operand.value, span) };
  if (operand.kind !== "aggregate") return operand;
  return { ...operand, leaves: new Map([...operand.leaves].map(([path, value]) => [path, context.keep(value, span)])) };
}

const setBytes: BuiltIn = (invoked) => {
  expectArguments(invoked, 3);
  const { context, span } = invoked;
  const to = toElements(argument(invoked, 0), invoked);
  const byte = convert("u8", argumentAs(invoked, 1, I32));
  const { unit, count } = elementsIn(argumentAs(invoked, 2, U64), pointedTo(to, invoked));
  const value = filledWith(byte, unit);
  const target = convertTo(pointerTo(unit), to, context, span);
  context.builder.copying(() => {
    const places = fewPlaces(count);
    if (places === undefined) return callOfLibrary("__set_units", [target, value, valueOperand(U64, count)], context, span);
    for (const place of places) store(elementOf(target, place, context, span), value, context, span);
  });
  return to;
};

/** A value of which all bytes are the same. */
function filledWith(byte: Value, type: CudaType): Operand {
  if (type.kind !== "struct") return valueOperand(type, scalarFilledWith(byte, scalarOfType(type)));
  const leaves = leavesOf(type).map((leaf) => [leaf.path, scalarFilledWith(byte, scalarOfType(leaf.type))] as const);
  return { kind: "aggregate", type, leaves: new Map(leaves) };
}

function scalarFilledWith(byte: Value, type: ScalarType): Value {
  const whole = unsignedOf(type);
  return withBits(type, arithmetic(whole, "*", convert(whole, byte), constant(whole, 0x0101010101010101n)));
}

/** The elements that so many bytes are: of the wanted type if the text says that they are whole ones, else bytes. */
function elementsIn(bytes: Value, wanted: CudaType): { readonly unit: CudaType; readonly count: Value } {
  const size = wanted.kind === "void" ? 1 : bytesOf(wanted);
  if (wanted.kind === "void" || bytes.kind !== "constant" || Number(bytes.value) % size !== 0) return { unit: BYTE, count: bytes };
  return { unit: unqualified(wanted), count: constant("u64", Number(bytes.value) / size) };
}

/** The indexes of elements, if it is known that they are few. */
function fewPlaces(count: Value): Value[] | undefined {
  if (count.kind !== "constant" || Number(count.value) > MOST_WRITTEN_OUT) return undefined;
  return Array.from({ length: Number(count.value) }, (_, index) => constant("i32", index));
}

/** A pointer to an array as the pointer to its first element. */
function toElements(pointer: Operand, invoked: BuiltInCall): Operand {
  const { context, span } = invoked;
  if (pointedTo(pointer, invoked).kind !== "array") return pointer;
  return toElements(valueOf(elementOf(pointer, constant("i32", 0), context, span), context, span), invoked);
}

function pointedTo({ type }: Operand, { name, span }: BuiltInCall): CudaType {
  if (type.kind !== "pointer") throw pointerNeeded(span, name, typeName(type));
  return type.to;
}

function callOfLibrary(name: string, operands: readonly Operand[], context: Context, span: Span): void {
  const entity = context.scope.findInLibrary(name);
  if (entity?.kind !== "functions") throw new TypeError(`the library has no ${name}`);
  const called: Operand = { kind: "function", type: { kind: "lambda", lambda: entity }, name, functions: entity.functions };
  context.translate.callValue(called, operands, context, span);
}

/** `memcpy`, `memmove`, `memset`, and by the names that compilers have for them. */
export const BYTE_FUNCTIONS: BuiltIns = [
  ["memcpy", copyBytes],
  ["memmove", copyBytes],
  ["memset", setBytes],
  ["__builtin_memcpy", copyBytes],
  ["__builtin_memmove", copyBytes],
  ["__builtin_memset", setBytes],
];
