import type { ArithmeticOperator, ComparisonOperator, ScalarType } from "../ir/program.ts";
import { anyShape, BOUNDS, constantOf, is64, isFloating, isSafe, type Shape } from "../machine/shapes.ts";

/** JavaScript that does one operation on one lane. `call` gives the name by which the code can call a function of `NumberOperations`. */
export type Call = (name: NumberOperation) => string;

/** Operations that JavaScript lacks, as functions of numbers. 64-bit integers are numbers or, beyond the safe ones, bigints. */
export type NumberOperation =
  | "divideI32" | "divideU32" | "remainderI32" | "remainderU32"
  | "shiftLeftI32" | "shiftLeftU32" | "shiftRightI32" | "shiftRightU32"
  | "addI64" | "addU64" | "subtractI64" | "subtractU64" | "multiplyI64" | "multiplyU64" | "divideI64" | "divideU64" | "remainder64"
  | "and64" | "or64" | "xor64" | "shiftLeftI64" | "shiftLeftU64" | "shiftRight64" | "negateI64" | "negateU64" | "notI64" | "notU64"
  | "toI32" | "toU64" | "toI64" | "toDouble" | "toFloat" | "forRounding" | "lowWord" | "highWord" | "fromWordsI64" | "fromWordsU64"
  | "floatToI32" | "floatToU32" | "doubleToI32" | "doubleToU32" | "halfToInteger" | "floatingToI64" | "floatingToU64"
  | "roundHalf" | "roundBfloat16" | "halfFromBits" | "halfToBits" | "bfloat16FromBits" | "bfloat16ToBits"
  | "floatToBits" | "floatFromBits" | "doubleToBits" | "doubleFromBits"
  | "multiplyMatrices" | "multiplyWarpgroup"
  // Operations of the machine itself, in run-program-lanes.ts:
  | "address64" | "offset64"; // prettier-ignore

/** Wraps a whole number that JavaScript computed exactly, or modulo 2³², into the type. */
export function wrapped(type: ScalarType, text: string): string {
  switch (type) {
    case "bool":
      return `(${text} !== 0 ? 1 : 0)`;
    case "i8":
      return `(${text} << 24 >> 24)`;
    case "u8":
      return `(${text} & 255)`;
    case "i16":
      return `(${text} << 16 >> 16)`;
    case "u16":
      return `(${text} & 65535)`;
    case "i32":
      return `(${text} | 0)`;
    case "u32":
      return `(${text} >>> 0)`;
    default:
      return text;
  }
}

export function arithmeticText(
  type: ScalarType,
  operator: ArithmeticOperator,
  a: string,
  b: string,
  shapes: { readonly result: Shape; readonly left: Shape; readonly right: Shape },
  call: Call,
): string {
  switch (type) {
    case "f32":
      return `Math.fround(${a} ${operator} ${b})`;
    case "f64":
      return `(${a} ${operator} ${b})`;
    case "f16":
      return `${call("roundHalf")}(${a} ${operator} ${b})`;
    case "bf16":
      return `${call("roundBfloat16")}(${a} ${operator} ${b})`;
    case "i64":
    case "u64":
      return arithmetic64(type, operator, a, b, isSafe(shapes.result) && isSafe(shapes.left) && isSafe(shapes.right), call);
    case "ptr":
      return `(${a} ${operator} ${b})`;
  }
  const unsigned = BOUNDS[type][0] === 0;
  const count = constantOf(shapes.right);
  switch (operator) {
    case "+":
    case "-":
    case "&":
    case "|":
    case "^":
      return wrapped(type, `(${a} ${operator} ${b})`);
    case "*":
      return type === "i32" ? `Math.imul(${a}, ${b})` : wrapped(type, `Math.imul(${a}, ${b})`);
    case "/":
      if (count !== undefined && count !== 0) return wrapped(type, `(${a} / ${b})`);
      return wrapped(type, `${call(unsigned ? "divideU32" : "divideI32")}(${a}, ${b})`);
    case "%":
      // The remainder of a negative number can be −0.
      if (count !== undefined && count !== 0) return wrapped(type, `(${a} % ${b})`);
      return wrapped(type, `${call(unsigned ? "remainderU32" : "remainderI32")}(${a}, ${b})`);
    case "<<":
      if (count !== undefined && count <= 31) return wrapped(type, `(${a} << ${b})`);
      return wrapped(type, `${call(unsigned ? "shiftLeftU32" : "shiftLeftI32")}(${a}, ${b})`);
    case ">>":
      if (count !== undefined && count <= 31) return wrapped(type, `(${a} ${unsigned ? ">>>" : ">>"} ${b})`);
      return wrapped(type, `${call(unsigned ? "shiftRightU32" : "shiftRightI32")}(${a}, ${b})`);
  }
}

/** @param safe whether neither operands nor result leave the safe integers */
function arithmetic64(type: "i64" | "u64", operator: ArithmeticOperator, a: string, b: string, safe: boolean, call: Call): string {
  const signed = type === "i64";
  switch (operator) {
    case "+":
      return safe ? `(${a} + ${b})` : `${call(signed ? "addI64" : "addU64")}(${a}, ${b})`;
    case "-":
      return safe ? `(${a} - ${b})` : `${call(signed ? "subtractI64" : "subtractU64")}(${a}, ${b})`;
    case "*":
      return safe ? `(${a} * ${b} + 0)` : `${call(signed ? "multiplyI64" : "multiplyU64")}(${a}, ${b})`;
    case "/":
      return `${call(signed ? "divideI64" : "divideU64")}(${a}, ${b})`;
    case "%":
      return `${call("remainder64")}(${a}, ${b})`;
    case "&":
      return `${call("and64")}(${a}, ${b})`;
    case "|":
      return `${call("or64")}(${a}, ${b})`;
    case "^":
      return `${call("xor64")}(${a}, ${b})`;
    case "<<":
      return `${call(signed ? "shiftLeftI64" : "shiftLeftU64")}(${a}, ${b})`;
    case ">>":
      return `${call("shiftRight64")}(${a}, ${b})`;
  }
}

/** A comparison of operands of any type: each integer has exactly one representation. */
export function comparisonText(operator: ComparisonOperator, a: string, b: string): string {
  const text = operator === "==" ? "===" : operator === "!=" ? "!==" : operator;
  return `(${a} ${text} ${b})`;
}

export function negatedText(type: ScalarType, a: string, call: Call): string {
  if (type === "i64") return `${call("negateI64")}(${a})`;
  if (type === "u64") return `${call("negateU64")}(${a})`;
  // For an integer 0 − x, which is never −0.
  return isFloating(type) ? `(-${a})` : wrapped(type, `(0 - ${a})`);
}

export function complementText(type: ScalarType, a: string, call: Call): string {
  if (type === "i64") return `${call("notI64")}(${a})`;
  if (type === "u64") return `${call("notU64")}(${a})`;
  return wrapped(type, `(~${a})`);
}

export function convertedText(from: ScalarType, to: ScalarType, a: string, shape: Shape, call: Call): string {
  if (from === to) return a;
  if (to === "bool") return `(${a} !== 0 ? 1 : 0)`;
  if (isFloating(from)) return convertedFromFloating(from, to, a, call);
  if (isFloating(to)) return convertedToFloating(from, to, a, shape, call);
  const [low, high] = BOUNDS[to];
  const isInRange = shape.low >= low && shape.high <= high;
  if (to === "ptr") return is64(from) && !isSafe(shape) ? `${call("address64")}(${a})` : a;
  if (to === "i64") return isInRange && isSafe(shape) ? a : `${call("toI64")}(${a})`;
  if (to === "u64") return isInRange && isSafe(shape) ? a : `${call("toU64")}(${a})`;
  if (isInRange) return a;
  return wrapped(to, (is64(from) || from === "ptr") && !isSafe(shape) ? `${call("toI32")}(${a})` : a);
}

function convertedFromFloating(from: ScalarType, to: ScalarType, a: string, call: Call): string {
  switch (to) {
    case "f64":
      return a;
    case "f32":
      return from === "f64" ? `Math.fround(${a})` : a;
    case "f16":
      return `${call("roundHalf")}(${a})`;
    case "bf16":
      return `${call("roundBfloat16")}(${a})`;
    case "i64":
      return `${call("floatingToI64")}(${a})`;
    case "u64":
      return `${call("floatingToU64")}(${a})`;
    case "u8":
    case "u16":
      if (from === "f16" || from === "bf16") return `${call("halfToInteger")}(${a}, ${BOUNDS[to].join(", ")})`;
      return wrapped(to, `${call(from === "f64" ? "doubleToU32" : "floatToU32")}(${a})`);
    case "u32":
      return wrapped(to, `${call(from === "f64" ? "doubleToU32" : "floatToU32")}(${a})`);
    case "i8":
    case "i16":
      if (from === "f16" || from === "bf16") return `${call("halfToInteger")}(${a}, ${BOUNDS[to].join(", ")})`;
      return wrapped(to, `${call(from === "f64" ? "doubleToI32" : "floatToI32")}(${a})`);
    default:
      return `${call(from === "f64" ? "doubleToI32" : "floatToI32")}(${a})`;
  }
}

function convertedToFloating(from: ScalarType, to: ScalarType, a: string, shape: Shape, call: Call): string {
  const big = is64(from) && !isSafe(shape);
  switch (to) {
    case "f32":
      return big ? `${call("toFloat")}(${a})` : `Math.fround(${a})`;
    case "f16":
      return `${call("roundHalf")}(${big ? `${call("forRounding")}(${a})` : a})`;
    case "bf16":
      return `${call("roundBfloat16")}(${big ? `${call("forRounding")}(${a})` : a})`;
    default:
      return big ? `${call("toDouble")}(${a})` : a;
  }
}

/** The same bits as another type. */
export function bitsText(from: ScalarType, to: ScalarType, a: string, shape: Shape, call: Call): string {
  if (from === to) return a;
  if (!isFloating(from)) return isFloating(to) ? floatingFromBits(to, a, call) : convertedText(from, to, a, shape, call);
  const [text, whole] = bitsOfFloating(from, a, call);
  return isFloating(to) ? floatingFromBits(to, text, call) : convertedText(whole, to, text, anyShape(whole), call);
}

function floatingFromBits(to: ScalarType, bits: string, call: Call): string {
  switch (to) {
    case "f32":
      return `${call("floatFromBits")}(${bits})`;
    case "f64":
      return `${call("doubleFromBits")}(${bits})`;
    case "f16":
      return `${call("halfFromBits")}(${bits} & 65535)`;
    default:
      return `${call("bfloat16FromBits")}(${bits} & 65535)`;
  }
}

/** The bits of a floating-point number, and the type of integer that they are. */
function bitsOfFloating(from: ScalarType, a: string, call: Call): readonly [string, ScalarType] {
  switch (from) {
    case "f32":
      return [`${call("floatToBits")}(${a})`, "i32"];
    case "f64":
      return [`${call("doubleToBits")}(${a})`, "i64"];
    case "f16":
      return [`${call("halfToBits")}(${a})`, "u16"];
    default:
      return [`${call("bfloat16ToBits")}(${a})`, "u16"];
  }
}

export function constantText(value: number | bigint): string {
  if (typeof value === "bigint") return `(${value}n)`;
  if (Number.isNaN(value)) return "(0 / 0)";
  if (value === Infinity) return "(1 / 0)";
  if (value === -Infinity) return "(-1 / 0)";
  return value < 0 || Object.is(value, -0) ? `(${Object.is(value, -0) ? "-0" : String(value)})` : String(value);
}

/** The value that memory holds at a byte address, which is aligned. */
export function readText(type: ScalarType, address: string, call: Call): string {
  switch (type) {
    case "bool":
      return `(U8[${address}] !== 0 ? 1 : 0)`;
    case "i8":
      return `I8[${address}]`;
    case "u8":
      return `U8[${address}]`;
    case "i16":
      return `I16[${address} >>> 1]`;
    case "u16":
      return `U16[${address} >>> 1]`;
    case "i32":
      return `I32[${address} >>> 2]`;
    case "u32":
      return `U32[${address} >>> 2]`;
    case "f32":
      return `F32[${address} >>> 2]`;
    case "f64":
      return `F64[${address} >>> 3]`;
    case "f16":
      return `${call("halfFromBits")}(U16[${address} >>> 1])`;
    case "bf16":
      return `${call("bfloat16FromBits")}(U16[${address} >>> 1])`;
    case "i64":
      return `${call("fromWordsI64")}(I32[${address} >>> 2], I32[(${address} >>> 2) + 1])`;
    case "u64":
      return `${call("fromWordsU64")}(I32[${address} >>> 2], I32[(${address} >>> 2) + 1])`;
    case "ptr":
      return `${call("address64")}(${call("fromWordsI64")}(I32[${address} >>> 2], I32[(${address} >>> 2) + 1]))`;
  }
}

/** A statement; `address` and `value` are names. */
export function writeText(type: ScalarType, address: string, value: string, call: Call): string {
  switch (type) {
    case "bool":
    case "u8":
    case "i8":
      return `U8[${address}] = ${value};`;
    case "i16":
    case "u16":
      return `U16[${address} >>> 1] = ${value};`;
    case "i32":
      return `I32[${address} >>> 2] = ${value};`;
    case "u32":
      return `U32[${address} >>> 2] = ${value};`;
    case "f32":
      return `F32[${address} >>> 2] = ${value};`;
    case "f64":
      return `F64[${address} >>> 3] = ${value};`;
    case "f16":
      return `U16[${address} >>> 1] = ${call("halfToBits")}(${value});`;
    case "bf16":
      return `U16[${address} >>> 1] = ${call("bfloat16ToBits")}(${value});`;
    case "i64":
    case "u64":
    case "ptr":
      return `I32[${address} >>> 2] = ${call("lowWord")}(${value}); I32[(${address} >>> 2) + 1] = ${call("highWord")}(${value});`;
  }
}

/** The array that holds a register's 32 lanes. */
export function storageOf(type: ScalarType, shape: Shape): "Int32Array" | "Uint32Array" | "Float32Array" | "Float64Array" | "Array" {
  switch (type) {
    case "u32":
      return "Uint32Array";
    case "f16":
    case "bf16":
    case "f32":
      return "Float32Array";
    case "f64":
    case "ptr":
      return "Float64Array";
    case "i64":
    case "u64":
      return isSafe(shape) ? "Float64Array" : "Array";
    default:
      return "Int32Array";
  }
}
