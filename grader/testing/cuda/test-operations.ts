import { intoInteger, referenceArithmetic, referenceConversion } from "./reference-machine.ts";
import type { RunOptions } from "#cuda/machine/run-program.ts";

type Scalar = number | bigint;

const scratch = new DataView(new ArrayBuffer(8));

const two =
  (type: "i32" | "u32" | "i64" | "u64", operator: string) =>
  (a: Scalar, b: Scalar): Scalar =>
    referenceArithmetic(type, operator, a, b);
const both64 =
  (operator: string) =>
  (a: Scalar, b: Scalar): Scalar => {
    const type = a < 0 || b < 0 ? "i64" : "u64";
    return referenceArithmetic(type, operator, a, b);
  };
const absent = (): never => {
  throw new Error("no halves and no matrices here");
};

/** The number operations of generated code, by way of bigints. */
export const testOperations: RunOptions["operations"] = {
  divideI32: two("i32", "/"),
  divideU32: two("u32", "/"),
  remainderI32: two("i32", "%"),
  remainderU32: two("u32", "%"),
  shiftLeftI32: two("i32", "<<"),
  shiftLeftU32: two("u32", "<<"),
  shiftRightI32: two("i32", ">>"),
  shiftRightU32: two("u32", ">>"),
  addI64: two("i64", "+"),
  addU64: two("u64", "+"),
  subtractI64: two("i64", "-"),
  subtractU64: two("u64", "-"),
  multiplyI64: two("i64", "*"),
  multiplyU64: two("u64", "*"),
  divideI64: two("i64", "/"),
  divideU64: two("u64", "/"),
  remainder64: both64("%"),
  and64: both64("&"),
  or64: both64("|"),
  xor64: both64("^"),
  shiftLeftI64: two("i64", "<<"),
  shiftLeftU64: two("u64", "<<"),
  shiftRight64: both64(">>"),
  negateI64: (a: Scalar) => intoInteger("i64", -BigInt(a)),
  negateU64: (a: Scalar) => intoInteger("u64", -BigInt(a)),
  notI64: (a: Scalar) => intoInteger("i64", ~BigInt(a)),
  notU64: (a: Scalar) => intoInteger("u64", ~BigInt(a)),
  toI32: (a: Scalar) => intoInteger("i32", BigInt(a)),
  toI64: (a: Scalar) => intoInteger("i64", BigInt(a)),
  toU64: (a: Scalar) => intoInteger("u64", BigInt(a)),
  toDouble: (a: Scalar) => Number(a),
  toFloat: (a: Scalar) => referenceConversion("i64", "f32", a),
  forRounding: (a: Scalar) => Number(a),
  lowWord: (a: Scalar) => intoInteger("u32", BigInt(a)),
  highWord: (a: Scalar) => intoInteger("u32", BigInt(a) >> 32n),
  fromWordsI64: (low: number, high: number) => intoInteger("i64", (BigInt(high) << 32n) | BigInt(low >>> 0)),
  fromWordsU64: (low: number, high: number) => intoInteger("u64", (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)),
  floatToI32: (x: number) => referenceConversion("f32", "i32", x),
  floatToU32: (x: number) => referenceConversion("f32", "u32", x),
  doubleToI32: (x: number) => referenceConversion("f64", "i32", x),
  doubleToU32: (x: number) => referenceConversion("f64", "u32", x),
  floatingToI64: (x: number) => referenceConversion("f64", "i64", x),
  floatingToU64: (x: number) => referenceConversion("f64", "u64", x),
  floatToBits: (x: number) => {
    if (Number.isNaN(x)) return 0x7fff_ffff;
    scratch.setFloat32(0, x);
    return scratch.getInt32(0);
  },
  floatFromBits: (bits: number) => {
    scratch.setInt32(0, bits);
    return scratch.getFloat32(0);
  },
  doubleToBits: (x: number) => {
    if (Number.isNaN(x)) return 2 ** 53 - 1;
    scratch.setFloat64(0, x);
    return intoInteger("i64", scratch.getBigInt64(0));
  },
  doubleFromBits: (bits: Scalar) => {
    scratch.setBigInt64(0, BigInt.asIntN(64, BigInt(bits)));
    return scratch.getFloat64(0);
  },
  halfToInteger: absent,
  roundHalf: absent,
  roundBfloat16: absent,
  halfFromBits: absent,
  halfToBits: absent,
  bfloat16FromBits: absent,
  bfloat16ToBits: absent,
  multiplyMatrices: absent,
  multiplyWarpgroup: absent,
};
