import * as int32 from "../numbers/int32.ts";
import * as int64 from "../numbers/int64.ts";
import { roundBfloat16, roundHalf } from "../numbers/half.ts";
import type { ArithmeticOperator, ComparisonOperator, ScalarType } from "../ir/program.ts";
import { isIntegerType } from "../ir/values.ts";
import { BOUNDS } from "../machine/shapes.ts";
import type { Scalar } from "./host-memory.ts";

/** C's arithmetic on the values of a scalar type, as functions that are chosen once. */

type Binary = (a: Scalar, b: Scalar) => Scalar;
/** A function whose operands are known to be numbers. */
const numbers = (operation: (a: number, b: number) => number): Binary => operation as Binary;

type Operators = Partial<Record<ArithmeticOperator, Binary>>;

const I32: Operators = {
  "+": numbers((a, b) => (a + b) | 0),
  "-": numbers((a, b) => (a - b) | 0),
  "*": numbers(Math.imul),
  "/": numbers(int32.divideI32),
  "%": numbers(int32.remainderI32),
  "&": numbers((a, b) => a & b),
  "|": numbers((a, b) => a | b),
  "^": numbers((a, b) => a ^ b),
  "<<": numbers(int32.shiftLeftI32),
  ">>": numbers(int32.shiftRightI32),
};
const U32: Operators = {
  "+": numbers((a, b) => (a + b) >>> 0),
  "-": numbers((a, b) => (a - b) >>> 0),
  "*": numbers((a, b) => Math.imul(a, b) >>> 0),
  "/": numbers(int32.divideU32),
  "%": numbers(int32.remainderU32),
  "&": numbers((a, b) => (a & b) >>> 0),
  "|": numbers((a, b) => (a | b) >>> 0),
  "^": numbers((a, b) => (a ^ b) >>> 0),
  "<<": numbers(int32.shiftLeftU32),
  ">>": numbers(int32.shiftRightU32),
};
const BITS_64: Operators = { "&": int64.and64, "|": int64.or64, "^": int64.xor64, "%": int64.remainder64, ">>": int64.shiftRight64 };
const I64: Operators = {
  ...BITS_64,
  "+": int64.addI64,
  "-": int64.subtractI64,
  "*": int64.multiplyI64,
  "/": int64.divideI64,
  "<<": int64.shiftLeftI64,
};
const U64: Operators = {
  "+": int64.addU64,
  "-": int64.subtractU64,
  "*": int64.multiplyU64,
  "/": int64.divideU64,
  "%": int64.remainder64,
  ">>": int64.shiftRight64,
  "<<": int64.shiftLeftU64,
  "&": (a, b) => int64.toU64(int64.and64(a, b)),
  "|": (a, b) => int64.toU64(int64.or64(a, b)),
  "^": (a, b) => int64.toU64(int64.xor64(a, b)),
};

function floating(round: (value: number) => number): Operators {
  return {
    "+": numbers((a, b) => round(a + b)),
    "-": numbers((a, b) => round(a - b)),
    "*": numbers((a, b) => round(a * b)),
    "/": numbers((a, b) => round(a / b)),
  };
}

const OPERATORS: Partial<Record<ScalarType, Operators>> = {
  i32: I32,
  u32: U32,
  i64: I64,
  u64: U64,
  f16: floating(roundHalf),
  bf16: floating(roundBfloat16),
  f32: floating(Math.fround),
  f64: floating((value) => value),
};

export function arithmeticOf(type: ScalarType, operator: ArithmeticOperator): Binary | undefined {
  return OPERATORS[type]?.[operator];
}

export const COMPARISONS: Readonly<Record<ComparisonOperator, Binary>> = {
  "==": (a, b) => (a === b ? 1 : 0),
  "!=": (a, b) => (a !== b ? 1 : 0),
  "<": (a, b) => (a < b ? 1 : 0),
  ">": (a, b) => (a > b ? 1 : 0),
  "<=": (a, b) => (a <= b ? 1 : 0),
  ">=": (a, b) => (a >= b ? 1 : 0),
};

/** The conversion of a half or bfloat16 to a shorter integer, by its header: saturating, 0 for NaN; undefined for all other types. */
function ofHalf(to: ScalarType): ((value: Scalar) => Scalar) | undefined {
  switch (to) {
    case "i32":
      return (value) => int32.floatToI32(Number(value));
    case "u32":
      return (value) => int32.floatToU32(Number(value));
    case "i8":
    case "u8":
    case "i16":
    case "u16": {
      const [smallest, largest] = BOUNDS[to];
      return (value) => int32.halfToInteger(Number(value), smallest, largest);
    }
    default:
      return undefined;
  }
}

/** A value of one type as one of another, by C's rules; undefined if nothing changes. */
export function conversion(from: ScalarType, to: ScalarType): ((value: Scalar) => Scalar) | undefined {
  if (from === to) return undefined;
  if (to === "bool") return (value) => (value !== 0 ? 1 : 0);
  const fromInteger = isIntegerType(from);
  if (from === "f16" || from === "bf16") {
    const whole = ofHalf(to);
    if (whole) return whole;
  }
  switch (to) {
    case "i32":
      return fromInteger ? int64.toI32 : (value) => int32.doubleToI32(Number(value));
    case "u32":
      return fromInteger ? (value) => int64.toI32(value) >>> 0 : (value) => int32.doubleToU32(Number(value));
    case "i8":
    case "u8":
    case "i16":
    case "u16": {
      const shift = to.endsWith("8") ? 24 : 16;
      const whole = fromInteger ? int64.toI32 : (value: Scalar) => int32.doubleToI32(Number(value));
      return to.startsWith("i") ? (value) => (whole(value) << shift) >> shift : (value) => (whole(value) << shift) >>> shift;
    }
    case "i64":
      return fromInteger ? int64.toI64 : (value) => int64.floatingToI64(Number(value));
    case "u64":
      return fromInteger ? int64.toU64 : (value) => int64.floatingToU64(Number(value));
    case "f32":
      return fromInteger ? int64.toFloat : (value) => Math.fround(Number(value));
    case "f64":
      return fromInteger ? int64.toDouble : undefined;
    case "f16":
      return (value) => roundHalf(Number(value));
    case "bf16":
      return (value) => roundBfloat16(Number(value));
    case "ptr":
      return Number;
  }
}
