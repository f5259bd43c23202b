import {
  SCALAR_BYTES,
  type ArithmeticOperator,
  type ComparisonOperator,
  type Register,
  type ScalarType,
  type Special,
  type Value,
} from "./program.ts";
import { operandsOf } from "./walk.ts";

/** Makers of values. They fold constants, and drop additions of 0 and multiplications by 1. */

export function constant(type: ScalarType, value: number | bigint): Value {
  return { kind: "constant", type, value: canonical(type, value) };
}

const TRUE: Value = { kind: "constant", type: "bool", value: 1 };
export const FALSE: Value = { kind: "constant", type: "bool", value: 0 };

export function read(register: Register): Value {
  return { kind: "register", type: register.type, register };
}

export function special(name: Special): Value {
  return { kind: "special", type: /Base$/.test(name) ? "ptr" : "u32", special: name };
}

/** The address of a variable in shared or local memory. @param variable its number in the program */
export function addressOfVariable(base: "sharedBase" | "localBase", variable: number, offset: number): Value {
  return offsetBytes({ kind: "special", type: "ptr", special: base, variable }, offset);
}

/** The number of a constant integer or bool, or undefined. */
export function integerOf(value: Value): number | bigint | undefined {
  return value.kind === "constant" && isIntegerType(value.type) ? value.value : undefined;
}

export function isIntegerType(type: ScalarType): boolean {
  return type === "bool" || type === "ptr" || /^[iu]\d+$/.test(type);
}

const BITS: Partial<Record<ScalarType, number>> = { i8: 8, u8: 8, i16: 16, u16: 16, i32: 32, u32: 32, i64: 64, u64: 64 };

/** A number in the form and the range of its type: whole numbers wrap around. */
export function canonical(type: ScalarType, value: number | bigint): number | bigint {
  if (type === "bool") return value ? 1 : 0;
  if (type === "f32") return Math.fround(Number(value));
  if (!isIntegerType(type) || type === "ptr") return Number(value);
  const bits = BITS[type]!;
  const whole = typeof value === "bigint" ? value : BigInt(Math.trunc(value));
  const wrapped = type.startsWith("u") ? BigInt.asUintN(bits, whole) : BigInt.asIntN(bits, whole);
  return wrapped >= -MAX_SAFE && wrapped <= MAX_SAFE ? Number(wrapped) : wrapped;
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

export function arithmetic(type: ScalarType, operator: ArithmeticOperator, left: Value, right: Value): Value {
  if (left.kind === "constant" && right.kind === "constant") {
    const folded = foldArithmetic(type, operator, left.value, right.value);
    if (folded !== undefined) return constant(type, folded);
  }
  if (isIntegerType(type)) {
    if (operator === "+" && isZero(left)) return right;
    if ((operator === "+" || operator === "-" || operator === "<<" || operator === ">>") && isZero(right)) return left;
    if ((operator === "*" || operator === "&") && (isZero(left) || isZero(right))) return constant(type, 0);
    if (operator === "*" && isOne(left)) return right;
    if ((operator === "*" || operator === "/") && isOne(right)) return left;
  }
  return { kind: "arithmetic", type, operator, left, right };
}

function isZero(value: Value): boolean {
  return value.kind === "constant" && value.value === 0;
}

function isOne(value: Value): boolean {
  return value.kind === "constant" && value.value === 1;
}

function foldArithmetic(
  type: ScalarType,
  operator: ArithmeticOperator,
  a: number | bigint,
  b: number | bigint,
): number | bigint | undefined {
  if (isIntegerType(type)) return foldInteger(operator, BigInt(a), BigInt(b));
  if (type !== "f32" && type !== "f64") return undefined;
  const x = Number(a);
  const y = Number(b);
  switch (operator) {
    case "+":
      return x + y;
    case "-":
      return x - y;
    case "*":
      return x * y;
    case "/":
      return x / y;
    default:
      return undefined;
  }
}

function foldInteger(operator: ArithmeticOperator, a: bigint, b: bigint): bigint | undefined {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return b === 0n ? undefined : a / b;
    case "%":
      return b === 0n ? undefined : a % b;
    case "&":
      return a & b;
    case "|":
      return a | b;
    case "^":
      return a ^ b;
    case "<<":
      return b < 64n && b >= 0n ? a << b : undefined;
    case ">>":
      return b < 64n && b >= 0n ? a >> b : undefined;
  }
}

export function comparison(operator: ComparisonOperator, left: Value, right: Value): Value {
  if (left.kind === "constant" && right.kind === "constant") {
    const a = left.value;
    const b = right.value;
    const holds = { "==": a === b, "!=": a !== b, "<": a < b, ">": a > b, "<=": a <= b, ">=": a >= b }[operator];
    return holds ? TRUE : FALSE;
  }
  return { kind: "comparison", type: "bool", operator, left, right };
}

export function logic(operator: "&&" | "||", left: Value, right: Value): Value {
  const decisive = operator === "||" ? 1 : 0;
  if (left.kind === "constant") return left.value === decisive ? left : right;
  if (right.kind === "constant") return right.value === decisive ? right : left;
  return { kind: "logic", type: "bool", operator, left, right };
}

export function not(operand: Value): Value {
  if (operand.kind === "constant") return operand.value ? FALSE : TRUE;
  return operand.kind === "not" ? operand.operand : { kind: "not", type: "bool", operand };
}

export function negate(operand: Value): Value {
  if (operand.kind === "constant")
    return constant(operand.type, isIntegerType(operand.type) ? -BigInt(operand.value) : -Number(operand.value));
  return { kind: "negate", type: operand.type, operand };
}

export function complement(operand: Value): Value {
  if (operand.kind === "constant") return constant(operand.type, ~BigInt(operand.value));
  return { kind: "complement", type: operand.type, operand };
}

export function convert(type: ScalarType, operand: Value): Value {
  if (operand.type === type) return operand;
  if (operand.kind === "constant") {
    const folded = foldConversion(type, operand.type, operand.value);
    if (folded !== undefined) return constant(type, folded);
  }
  return { kind: "convert", type, operand };
}

function foldConversion(to: ScalarType, from: ScalarType, value: number | bigint): number | bigint | undefined {
  if (to === "f16" || to === "bf16") return undefined;
  if (isIntegerType(from) || !isIntegerType(to)) return value;
  // From floating point to an integer: only values in range, because GPUs saturate the others.
  const whole = Math.trunc(Number(value));
  if (to === "bool") return Number(value) !== 0 ? 1 : 0;
  return Number.isSafeInteger(whole) && canonical(to, whole) === whole ? whole : undefined;
}

/** @param length of the row that the pointer is to, if the index is to stay in it */
export function offset(pointer: Value, index: Value, bytes: number, length?: number): Value {
  if (isZero(index)) return pointer;
  if (pointer.kind === "constant" && index.kind === "constant") return constant("ptr", Number(pointer.value) + Number(index.value) * bytes);
  const isInside = index.kind === "constant" && index.value > 0 && index.value < length!;
  return { kind: "offset", type: "ptr", pointer, index, bytes, ...(length !== undefined && !isInside && { length }) };
}

/** An address that is moved on: from here on its rows don't count, only the whole array. */
export function withoutRows(address: Value): Value {
  if (address.kind !== "offset") return address;
  const { length: _, row: __, ...moved } = address;
  return { ...moved, pointer: withoutRows(address.pointer) };
}

/** A pointer moved by a fixed number of bytes. */
export function offsetBytes(pointer: Value, bytes: number): Value {
  return bytes === 0 ? pointer : offset(pointer, constant("i32", bytes), 1);
}

export function select(test: Value, then: Value, otherwise: Value): Value {
  if (test.kind === "constant") return test.value ? then : otherwise;
  return { kind: "select", type: then.type, test, then, otherwise };
}

export function bits(type: ScalarType, operand: Value): Value {
  return operand.type === type ? operand : { kind: "bits", type, operand };
}

/** The type of unsigned numbers with as many bytes as another type has. */
export function unsignedOf(type: ScalarType): ScalarType {
  return ({ 1: "u8", 2: "u16", 4: "u32", 8: "u64" } as const)[SCALAR_BYTES[type]]!;
}

/** The value of any type that has the bits of `number`, whose type is `unsignedOf` it. */
export function withBits(type: ScalarType, number: Value): Value {
  return type === "bool" || type === "ptr" ? convert(type, number) : bits(type, number);
}

export function call(type: ScalarType, name: string, ...operands: Value[]): Value {
  return { kind: "function", type, name, operands };
}

/**
 * Whether a value can be computed speculatively, for a lane that will not use it: it reads no element of a local array at an index that
 * varies.
 */
export function isSafeToCompute(value: Value): boolean {
  return value.kind === "element" ? value.index.kind === "constant" : operandsOf(value).every(isSafeToCompute);
}
