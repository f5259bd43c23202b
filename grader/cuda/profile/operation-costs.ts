import { ELEMENT_BYTES } from "#simulator/fragments.ts";
import { productWavefronts } from "#simulator/matrix-descriptor.ts";
import type { MatrixProduct } from "#simulator/tensor-sum.ts";
import type { WarpgroupProduct } from "#simulator/warpgroup-product.ts";
import type { ScalarType, Value } from "../ir/program.ts";

/**
 * The cost of an operation: instructions, and clocks of an SM's special function unit, which takes 16 lanes of an instruction per clock.
 */
type OperationCost = readonly [instructions: number, unitClocks: number];

const NOTHING: OperationCost = [0, 0];
const ONE: OperationCost = [1, 0];

/**
 * The cost of an operation besides its operands, as measured by hardware/probes/memory-system/functions.cu
 * (hardware/data/functions-h100.csv).
 *
 * @param byConstant whether its right operand is a constant in each pass of an unrolled loop
 */
export function costOf(value: Value, byConstant: boolean): OperationCost {
  switch (value.kind) {
    case "arithmetic":
      if (value.operator === "/" || value.operator === "%") return ofDivision(value.type, value.right, byConstant);
      if (!isFloat(value.type)) return !isWide(value.type) ? ONE : value.operator === "*" ? [4, 0] : [2, 0];
      // A multiplication and an addition are one instruction.
      return value.operator !== "*" && [value.left, value.right].some(isProduct) ? NOTHING : ONE;
    case "function":
      return (value.isFast && FAST[value.name]) || (FUNCTIONS[value.name] ?? ofFp8(value));
    case "comparison":
      return isWide(value.left.type) && value.left.type !== "ptr" ? [2, 0] : ONE;
    case "select":
      return isWide(value.type) || value.type === "f64" ? [2, 0] : ONE;
    case "convert":
      return ofConversion(value.operand.type, value.type);
    default:
      return NOTHING;
  }
}

export const isFloat = (type: ScalarType): boolean => type === "f32" || type === "f64" || type === "f16" || type === "bf16";
export const isWide = (type: ScalarType): boolean => type === "i64" || type === "u64" || type === "ptr";
export const isProduct = (value: Value): boolean => value.kind === "arithmetic" && value.operator === "*";

/** No GPU has an instruction that divides. */
function ofDivision(type: ScalarType, divisor: Value, byConstant: boolean): OperationCost {
  if (type === "f64") return [17, 2];
  if (isFloat(type)) return divisor.kind === "constant" ? ONE : [10, 2];
  if (byConstant) return ONE;
  if (divisor.kind === "constant") return isPowerOfTwo(divisor.value) ? [type.startsWith("u") ? 1 : 3, 0] : [4, 0];
  // Wide numbers are small, mostly.
  return isWide(type) ? [17, 4] : [18, 4];
}

function isPowerOfTwo(value: number | bigint): boolean {
  const whole = BigInt(value);
  return whole > 0n && (whole & (whole - 1n)) === 0n;
}

function ofConversion(from: ScalarType, to: ScalarType): OperationCost {
  if (from === to) return NOTHING;
  if (!isFloat(from) && !isFloat(to)) return [0.5, 0];
  if ([from, to].some((type) => type === "f64")) return [1, 2];
  if ([from, to].some((type) => type === "f16" || type === "bf16")) return ONE;
  return [1, [from, to].some((type) => type === "i8" || type === "u8" || isWide(type)) ? 2 : 1];
}

/** PTX of nvcc 13.0 on the way of an ordinary number, where <cuda_fp8.h> rounds by itself. */
const FP8_ROUNDING = 36;

/** An instruction rounds one or two floats or halves to eight bits, if it saturates; a double, or what may overflow, the header rounds. */
function ofFp8({ name, operands }: Value & { kind: "function" }): OperationCost {
  if (!name.startsWith("to_fp8")) return ONE;
  const saturation = operands.at(-2)!;
  const isSaturated = saturation.kind !== "constant" || saturation.value !== 0;
  return isSaturated && !name.endsWith(".f64") ? ONE : [FP8_ROUNDING * (operands.length - 2), 0];
}

/** Tensor cores of an SM: a warp has one of them. */
export const TENSOR_CORES = 4;

/** The cost of a matrix instruction: clocks of an SM, and until its sum can be added to again (hardware/data/mma-rates-h200.csv). */
export function productCost({ type, k }: MatrixProduct): { readonly clocks: number; readonly latency: number } {
  if (type === "f64") return { clocks: 4.05, latency: 26.8 };
  // By the bytes of a row of a.
  return k * ELEMENT_BYTES[type] >= 32 ? { clocks: 1.5, latency: 24.9 } : { clocks: 1.02, latency: 17.35 };
}

/** Clocks from the end of a product of a warpgroup until its warps go on behind the wait; fewer where a is in registers. */
const WAIT_CLOCKS = 47;
const WAIT_CLOCKS_WITHOUT_A = 37;
/** Each column beyond 64 delays the sums a little more. */
const PROMPT_COLUMNS = 64;
const CLOCKS_PER_LATE_COLUMN = 0.1;
/** No product takes less. */
const LEAST_PRODUCT_CLOCKS = 13;

/**
 * The cost of a product of a warpgroup: clocks of an SM, during which no other is carried out there; and those that a warp waits for its sums
 * beyond them (hardware/data/wgmma-rates-h200.csv).
 */
export function warpgroupCost({ n }: WarpgroupProduct, readsA: boolean): { readonly clocks: number; readonly wait: number } {
  return {
    clocks: Math.max(n / 2, productWavefronts({ n, readsA }), LEAST_PRODUCT_CLOCKS),
    wait: (readsA ? WAIT_CLOCKS : WAIT_CLOCKS_WITHOUT_A) + CLOCKS_PER_LATE_COLUMN * Math.max(0, n - PROMPT_COLUMNS),
  };
}

const FUNCTIONS: Readonly<Record<string, OperationCost>> = {
  "sqrt.f32": [10, 2],
  "rsqrt.f32": [4, 2],
  "reciprocal.f32": [10, 2],
  "divide.f32": [10, 2],
  "hypot.f32": [20, 2],
  "cbrt.f32": [20, 4],
  "exp.f32": [8.5, 2],
  "exp2.f32": [4, 2],
  "exp10.f32": [10, 2],
  "expm1.f32": [16, 2],
  "log.f32": [25, 1],
  "log2.f32": [27, 1],
  "log10.f32": [26, 1],
  "log1p.f32": [25, 1],
  "pow.f32": [70, 4],
  "sin.f32": [25, 2],
  "cos.f32": [25, 2],
  "tan.f32": [35, 4],
  "tanh.f32": [15, 4],
  "erf.f32": [22, 2],
  "fmod.f32": [9, 2],
  "floor.f32": [1, 2],
  "ceil.f32": [1, 2],
  "trunc.f32": [1, 2],
  "rint.f32": [1, 2],
  "round.f32": [5, 2],
  "fabs.f32": [0, 0],
  "sqrt.f64": [18, 2],
  "rsqrt.f64": [14, 2],
  "exp.f64": [27, 0],
  "log.f64": [45, 2],
  "pow.f64": [150, 4],
  "sin.f64": [60, 2],
  "cos.f64": [60, 2],
  "fabs.f64": [0, 0],
  // An instruction takes the register as it is.
  "lower_half.f16": [0, 0],
  "upper_half.f16": [0, 0],
  "lower_half.bf16": [0, 0],
  "upper_half.bf16": [0, 0],
  "halves.f16": [0, 0],
  "lower_half.u16": [0, 0],
  "upper_half.u16": [0, 0],
  "join_halves.u32": [0, 0],
  "join_bytes.u16": [0, 0],
  "join_bytes.u32": [0, 0],
  // `cvt.rn.f16x2.e4m3x2` gives both halves.
  "upper_fp8.f16": [0, 0],
  ...Object.fromEntries([0, 1, 2, 3].flatMap((byte) => [`byte_${byte}.i8`, `byte_${byte}.u8`].map((name) => [name, NOTHING]))),
  "popc.u32": [1, 2],
  "popc.u64": [3, 4],
  "clz.u32": [2, 2],
  "ffs.u32": [3, 2],
};

const FAST: Readonly<Record<string, OperationCost>> = {
  "exp.f32": [5, 2],
  "exp10.f32": [5, 2],
  "log.f32": [5, 2],
  "log2.f32": [4, 2],
  "log10.f32": [5, 2],
  "pow.f32": [9, 4],
  "sin.f32": [2, 2],
  "cos.f32": [2, 2],
  "tan.f32": [5, 6],
  "tanh.f32": [1, 2],
  "divide.f32": [5, 2],
};
