import { BOOL, F32, F64, I32, I64, U32, U64, type CudaType } from "./types.ts";

/** The functions of numbers: their names in CUDA, and the name in the table of functions that generated code calls (`machine/functions.ts`). */

type Scalar = CudaType & { kind: "scalar" };

/** Name in CUDA, function, result, parameters. */
export type MathName = readonly [name: string, base: string, result: Scalar, ...parameters: Scalar[]];

const ONE_OPERAND = [
  "exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh",
  "asinh", "acosh", "atanh", "erf", "erfc", "lgamma", "tgamma", "cbrt", "rcbrt", "normcdf", "sinpi", "cospi", "sqrt", "rsqrt", "fabs",
  "floor", "ceil", "trunc", "round", "rint", "nearbyint", "logb",
]; // prettier-ignore
const TWO_OPERANDS = ["pow", "atan2", "fmod", "remainder", "fmin", "fmax", "fdim", "hypot", "copysign", "nextafter"];

/** A function of floats ends in f; the one for doubles does not. */
const floating: readonly MathName[] = [
  ...ONE_OPERAND.flatMap((name): MathName[] => [[`${name}f`, `${name}.f32`, F32, F32]]),
  ...TWO_OPERANDS.flatMap((name): MathName[] => [[`${name}f`, `${name}.f32`, F32, F32, F32]]),
  ["fmaf", "fma.f32", F32, F32, F32, F32],
  ["ldexpf", "ldexp.f32", F32, F32, I32],
  ["scalbnf", "ldexp.f32", F32, F32, I32],
  ["norm3df", "hypot3.f32", F32, F32, F32, F32],
];

/** Faster and less exact on a GPU; here they are the exact ones. */
const fast: readonly MathName[] = [
  ["__expf", "exp.f32", F32, F32],
  ["__exp10f", "exp10.f32", F32, F32],
  ["__logf", "log.f32", F32, F32],
  ["__log2f", "log2.f32", F32, F32],
  ["__log10f", "log10.f32", F32, F32],
  ["__sinf", "sin.f32", F32, F32],
  ["__cosf", "cos.f32", F32, F32],
  ["__tanf", "tan.f32", F32, F32],
  ["__tanhf", "tanh.f32", F32, F32],
  ["__powf", "pow.f32", F32, F32, F32],
  ["__fdividef", "divide.f32", F32, F32, F32],
  ["__frsqrt_rn", "rsqrt.f32", F32, F32],
  ["__fsqrt_rn", "sqrt.f32", F32, F32],
  ["__frcp_rn", "reciprocal.f32", F32, F32],
  ["__saturatef", "saturate.f32", F32, F32],
  ["__fadd_rn", "add.f32", F32, F32, F32],
  ["__fsub_rn", "subtract.f32", F32, F32, F32],
  ["__fmul_rn", "multiply.f32", F32, F32, F32],
  ["__fdiv_rn", "divide.f32", F32, F32, F32],
  ["__fmaf_rn", "fma.f32", F32, F32, F32, F32],
  ...(["rz", "ru", "rd"] as const).flatMap((mode): MathName[] => [
    [`__fadd_${mode}`, `add_${mode}.f32`, F32, F32, F32],
    [`__fsub_${mode}`, `subtract_${mode}.f32`, F32, F32, F32],
    [`__fmul_${mode}`, `multiply_${mode}.f32`, F32, F32, F32],
    [`__int2float_${mode}`, `round_${mode}.f32`, F32, I32],
    [`__uint2float_${mode}`, `round_${mode}.f32`, F32, U32],
    [`__double2float_${mode}`, `round_${mode}.f32`, F32, F64],
  ]),
  ["__dadd_rn", "add.f64", F64, F64, F64],
  ["__dsub_rn", "subtract.f64", F64, F64, F64],
  ["__ddiv_rn", "divide.f64", F64, F64, F64],
  ["__dsqrt_rn", "sqrt.f64", F64, F64],
  ["__drcp_rn", "reciprocal.f64", F64, F64],
  ["__dmul_rn", "multiply.f64", F64, F64, F64],
  ["__fma_rn", "fma.f64", F64, F64, F64, F64],
];

const integers: readonly MathName[] = [
  ["__popc", "popc.u32", I32, U32],
  ["__popcll", "popc.u64", I32, U64],
  ["__clz", "clz.u32", I32, U32],
  ["__clzll", "clz.u64", I32, U64],
  ["__builtin_popcount", "popc.u32", I32, U32],
  ["__builtin_popcountll", "popc.u64", I32, U64],
  ["__builtin_clz", "clz.u32", I32, U32],
  ["__builtin_clzll", "clz.u64", I32, U64],
  ["__ffs", "ffs.u32", I32, U32],
  ["__ffsll", "ffs.u64", I32, U64],
  ["__brev", "brev.u32", U32, U32],
  ["__brevll", "brev.u64", U64, U64],
  ["__mulhi", "mulhi.i32", I32, I32, I32],
  ["__umulhi", "mulhi.u32", U32, U32, U32],
  ["__mul64hi", "mulhi.i64", I64, I64, I64],
  ["__umul64hi", "mulhi.u64", U64, U64, U64],
  ["__mul24", "mul24.i32", I32, I32, I32],
  ["__umul24", "mul24.u32", U32, U32, U32],
  ["__sad", "sad.i32", U32, I32, I32, U32],
  ["__byte_perm", "byte_perm.u32", U32, U32, U32, U32],
  ["__funnelshift_l", "funnelshift_l.u32", U32, U32, U32, U32],
  ["__funnelshift_r", "funnelshift_r.u32", U32, U32, U32, U32],
  ["__funnelshift_lc", "funnelshift_lc.u32", U32, U32, U32, U32],
  ["__funnelshift_rc", "funnelshift_rc.u32", U32, U32, U32, U32],
  ["__rhadd", "rhadd.i32", I32, I32, I32],
  ["__dp4a", "dp4a.i32", I32, I32, I32, I32],
  ["labs", "abs.i64", I64, I64],
  ["llabs", "abs.i64", I64, I64],
  ["umin", "min.u32", U32, U32, U32],
  ["umax", "max.u32", U32, U32, U32],
  ["llmin", "min.i64", I64, I64, I64],
  ["llmax", "max.i64", I64, I64, I64],
];

const conversions: readonly MathName[] = [
  ["__float2int_rz", "trunc_to_i32.f32", I32, F32],
  ["__float2int_rn", "rint_to_i32.f32", I32, F32],
  ["__float2int_rd", "floor_to_i32.f32", I32, F32],
  ["__float2int_ru", "ceil_to_i32.f32", I32, F32],
  ["__float2uint_rz", "trunc_to_u32.f32", U32, F32],
  ["__float2uint_rn", "rint_to_u32.f32", U32, F32],
  ["__double2int_rz", "trunc_to_i32.f64", I32, F64],
  ["__double2int_rn", "rint_to_i32.f64", I32, F64],
  ["__int2float_rn", "to_f32.i32", F32, I32],
  ["__uint2float_rn", "to_f32.u32", F32, U32],
  ["__double2float_rn", "to_f32.f64", F32, F64],
  ["lrintf", "rint_to_i32.f32", I32, F32],
  ["lroundf", "round_to_i32.f32", I32, F32],
];

/** The parts of `frexp`, and `ilogb`. */
const exponents: readonly MathName[] = [
  ["__frexp_fraction", "frexp_fraction.f64", F64, F64],
  ["__frexp_exponent", "frexp_exponent.f64", I32, F64],
  ["ilogb", "ilogb.f64", I32, F64],
  ["ilogbf", "ilogb.f64", I32, F64],
  ["ldexp", "ldexp.f64", F64, F64, I32],
  ["scalbn", "ldexp.f64", F64, F64, I32],
];

const tests: readonly MathName[] = [
  ["isnan", "isnan.f64", BOOL, F64],
  ["isinf", "isinf.f64", BOOL, F64],
  ["isfinite", "isfinite.f64", BOOL, F64],
  ["signbit", "signbit.f64", BOOL, F64],
  ["__isnanf", "isnan.f64", BOOL, F64],
];

export const MATH: readonly MathName[] = [...floating, ...fast, ...integers, ...conversions, ...exponents, ...tests];

/** Functions whose argument types choose: `sqrt`, `max`, … */
export const OVERLOADS: readonly (readonly [name: string, parameters: number, kinds: "floating" | "all"])[] = [
  ...ONE_OPERAND.map((name) => [name, 1, "floating"] as const),
  ...TWO_OPERANDS.map((name) => [name, 2, "floating"] as const),
  ["fma", 3, "floating"],
  ["min", 2, "all"],
  ["max", 2, "all"],
  ["abs", 1, "all"],
];
