import { floatDirected, floatFromBits, floatToBits, oddSum } from "./bits.ts";
import { fmaDouble, fmaFloat } from "./fma.ts";
import * as float from "./float.ts";
import { fp8FromDouble, fp8FromFloat, fp8PairFromFloats, numberFromFp8 } from "./fp8.ts";
import { bfloat16FromBits, fmaBfloat16, fmaHalf, halfFromBits, halfToBits, roundBfloat16, roundHalf } from "./half.ts";
import * as int32 from "./int32.ts";
import * as int64 from "./int64.ts";
import * as transcendental from "./functions.ts";

/** A function of numbers as generated code calls it. 64-bit integers are numbers or, beyond the safe ones, bigints. */
export type NumberFunction = (...operands: never[]) => number | bigint;

/** Functions by the names that a program's values of kind `function` have: `exp.f32`, `max.i32`, `popc.u64`. */
type NumberFunctions = Readonly<Record<string, NumberFunction>>;

/** Functions of doubles under their names in C. A float's, half's or bfloat16's is the double's, rounded. */
type DoubleFunctions = Readonly<Record<string, (...operands: never[]) => number>>;

const OF_DOUBLES: DoubleFunctions = {
  sqrt: Math.sqrt,
  rsqrt: float.rsqrtDouble,
  fabs: Math.abs,
  floor: Math.floor,
  ceil: Math.ceil,
  trunc: Math.trunc,
  round: float.roundAway,
  rint: float.roundEven,
  nearbyint: float.roundEven,
  logb: float.exponentOf,
  fmod: (x: number, y: number) => x % y,
  remainder: float.remainder,
  fmin: float.minimum,
  fmax: float.maximum,
  fdim: float.positiveDifference,
  copysign: float.copySign,
  nextafter: float.nextDouble,
  min: float.minimum,
  max: float.maximum,
  abs: Math.abs,
  ldexp: float.scaleByPowerOfTwo,
  negate: (x: number) => -x,
  reciprocal: (x: number) => 1 / x,
  divide: (x: number, y: number) => x / y,
  add: (x: number, y: number) => x + y,
  subtract: (x: number, y: number) => x - y,
  multiply: (x: number, y: number) => x * y,
  saturate: float.saturate,
};

/** Functions whose result for a float is not the double's, rounded. */
const OF_FLOATS: Readonly<Record<string, NumberFunction>> = {
  "rsqrt.f32": float.rsqrtFloat,
  "nextafter.f32": float.nextFloat,
  "fma.f32": fmaFloat,
  "fma.f64": fmaDouble,
  "fma.f16": fmaHalf,
  "fma.bf16": fmaBfloat16,
};

const OF_INTEGERS: Readonly<Record<string, NumberFunction>> = {
  "min.i32": Math.min,
  "max.i32": Math.max,
  "min.u32": Math.min,
  "max.u32": Math.max,
  "min.i64": int64.minimum64,
  "max.i64": int64.maximum64,
  "min.u64": int64.minimum64,
  "max.u64": int64.maximum64,
  "abs.i32": int32.absoluteI32,
  "abs.u32": (x: number) => x,
  "abs.i64": int64.absoluteI64,
  "abs.u64": (x: int64.Int64) => x,
  "popc.u32": int32.populationCount32,
  "popc.u64": int64.populationCount64,
  "nth_bit.u32": int32.nthSetBit,
  "clz.u32": Math.clz32,
  "clz.u64": int64.leadingZeros64,
  "ffs.u32": int32.findFirstSet32,
  "ffs.u64": int64.findFirstSet64,
  "brev.u32": int32.reverseBits32,
  "brev.u64": int64.reverseBits64,
  "mulhi.i32": int32.multiplyHighI32,
  "mulhi.u32": int32.multiplyHighU32,
  "mulhi.i64": int64.multiplyHigh64,
  "mulhi.u64": int64.multiplyHigh64,
  "mul24.i32": int32.multiply24I32,
  "mul24.u32": int32.multiply24U32,
  "sad.i32": int32.sumOfAbsoluteDifference,
  "byte_perm.u32": int32.bytePermutation,
  "funnelshift_l.u32": int32.funnelShiftLeft,
  "funnelshift_r.u32": int32.funnelShiftRight,
  "funnelshift_lc.u32": int32.funnelShiftLeftClamped,
  "funnelshift_rc.u32": int32.funnelShiftRightClamped,
  "hadd.i32": int32.halfOfSum,
  "rhadd.i32": int32.halfOfSumUp,
  "dp4a.i32": int32.dotProduct4I32,
  "dp4a.u32": int32.dotProduct4U32,
};

const OF_CONVERSIONS: Readonly<Record<string, NumberFunction>> = {
  "trunc_to_i32.f32": int32.floatToI32,
  "rint_to_i32.f32": (x: number) => int32.floatToI32(float.roundEven(x)),
  "round_to_i32.f32": (x: number) => int32.floatToI32(float.roundAway(x)),
  "floor_to_i32.f32": (x: number) => int32.floatToI32(Math.floor(x)),
  "ceil_to_i32.f32": (x: number) => int32.floatToI32(Math.ceil(x)),
  "trunc_to_u32.f32": int32.floatToU32,
  "rint_to_u32.f32": (x: number) => int32.floatToU32(float.roundEven(x)),
  "trunc_to_i32.f64": int32.doubleToI32,
  "rint_to_i32.f64": (x: number) => int32.doubleToI32(float.roundEven(x)),
  "rint.i32": (x: number) => int32.floatToI32(float.roundEven(x)),
  "round_tf32.f32": roundTf32,
  "to_f32.i32": Math.fround,
  "to_f32.u32": Math.fround,
  "to_f32.f64": Math.fround,
  "to_fp8.f16": fp8FromFloat,
  "to_fp8.f32": fp8FromFloat,
  "to_fp8.f64": fp8FromDouble,
  "to_fp8x2.f16": fp8PairFromFloats,
  "to_fp8x2.f32": fp8PairFromFloats,
  "lower_fp8.f16": numberFromFp8,
  "upper_fp8.f16": (bits: number, interpretation: number) => numberFromFp8(bits >> 8, interpretation),
  "frexp_fraction.f64": float.fraction,
  "frexp_exponent.f64": float.fractionExponent,
  "ilogb.f64": float.integerLogarithm,
  "isnan.f64": (x: number) => (Number.isNaN(x) ? 1 : 0),
  "isinf.f64": (x: number) => (x === Infinity || x === -Infinity ? 1 : 0),
  "isfinite.f64": (x: number) => (Number.isFinite(x) ? 1 : 0),
  "signbit.f64": (x: number) => (float.signBit(x) ? 1 : 0),
};

/** A float rounded to the ten bits behind the point that tensor cores take: to nearest, ties away from zero (PTX ISA, `cvt.rna.tf32`). */
function roundTf32(x: number): number {
  return Number.isFinite(x) ? floatFromBits((floatToBits(x) + 0x1000) & -0x2000) : x;
}

/** Halves and bytes in the parts of a register, for fragments of matrices. */
const OF_REGISTERS: Readonly<Record<string, NumberFunction>> = {
  "lower_half.f16": (x: number) => halfFromBits(x & 0xffff),
  "upper_half.f16": (x: number) => halfFromBits(x >>> 16),
  "lower_half.bf16": (x: number) => bfloat16FromBits(x & 0xffff),
  "upper_half.bf16": (x: number) => bfloat16FromBits(x >>> 16),
  "lower_half.u16": (x: number) => x & 0xffff,
  "upper_half.u16": (x: number) => x >>> 16,
  "join_halves.u32": (x: number, y: number) => (x | (y << 16)) >>> 0,
  "join_bytes.u16": (x: number, y: number) => x | (y << 8),
  "join_bytes.u32": (x: number, y: number, z: number, w: number) => (x | (y << 8) | (z << 16) | (w << 24)) >>> 0,
  "halves.f16": (x: number, y: number) => (halfToBits(x) | (halfToBits(y) << 16)) >>> 0,
  ...Object.fromEntries(
    [0, 1, 2, 3].flatMap((byte): [string, NumberFunction][] => [
      [`byte_${byte}.i8`, (x: number) => (x << (24 - 8 * byte)) >> 24],
      [`byte_${byte}.u8`, (x: number) => (x >>> (8 * byte)) & 255],
    ]),
  ),
};

const DIRECTIONS = { rz: "zero", ru: "up", rd: "down" } as const;

/** Functions of floats with a rounding other than to nearest. A product of floats is exact in double; a sum is rounded to odd first. */
const OF_DIRECTIONS: Readonly<Record<string, NumberFunction>> = Object.fromEntries(
  Object.entries(DIRECTIONS).flatMap(([mode, direction]): [string, NumberFunction][] => [
    [`add_${mode}.f32`, (x: number, y: number) => floatDirected(oddSum(x, y), direction)],
    [`subtract_${mode}.f32`, (x: number, y: number) => floatDirected(oddSum(x, -y), direction)],
    [`multiply_${mode}.f32`, (x: number, y: number) => floatDirected(x * y, direction)],
    [`round_${mode}.f32`, (x: number) => floatDirected(x, direction)],
  ]),
);

const ROUNDED: readonly (readonly [type: string, round: (value: number) => number])[] = [
  ["f32", Math.fround],
  ["f16", roundHalf],
  ["bf16", roundBfloat16],
];

/** Functions of doubles as functions of each floating type. */
function ofFloatingTypes(functions: DoubleFunctions): NumberFunctions {
  return Object.fromEntries(
    Object.entries(functions).flatMap(([name, of]) => [
      [`${name}.f64`, of],
      ...ROUNDED.map(([type, round]) => [`${name}.${type}`, (...operands: never[]) => round(of(...operands))] as const),
    ]),
  );
}

/** The transcendental functions, of each floating type. */
const TRANSCENDENTAL: NumberFunctions = {
  ...ofFloatingTypes(transcendental),
  // For floats, it is exact until it is rounded.
  "hypot3.f32": (x: number, y: number, z: number) => Math.fround(transcendental.hypot3(x, y, z)),
};

/** All functions of numbers. */
export const numberFunctions: NumberFunctions = {
  ...ofFloatingTypes(OF_DOUBLES),
  ...OF_FLOATS,
  ...OF_INTEGERS,
  ...OF_CONVERSIONS,
  ...OF_DIRECTIONS,
  ...OF_REGISTERS,
  ...TRANSCENDENTAL,
};
