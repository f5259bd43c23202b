/**
 * The transcendental functions, the same to the last bit in every engine. ECMAScript leaves the bits of `Math.exp` and most others open, so
 * these come from stdlib, which computes them in plain arithmetic, as FreeBSD's and Cephes' libraries do.
 *
 * They take and return doubles, within two units of the last place (`tgamma` six). For floats, `expf(x)` is `Math.fround(exp(x))`, and so is
 * the fast `__expf(x)`: `__expf`, `__logf`, `__sinf`, `__powf`, `__tanhf` and the like are as precise as the others here, where a GPU's
 * differ in the last bits. For half, `hexp(x)` is `roundHalf(exp(x))`.
 */
import stdlibErfc from "@stdlib/math-base-special-erfc";
import stdlibExp10 from "@stdlib/math-base-special-exp10";
import stdlibExp2 from "@stdlib/math-base-special-exp2";
import stdlibGammaln from "@stdlib/math-base-special-gammaln";
import stdlibHypot from "@stdlib/math-base-special-hypot";
import stdlibCbrt from "@stdlib/math-base-special-cbrt";
import stdlibPow from "@stdlib/math-base-special-pow";

export { default as acos } from "@stdlib/math-base-special-acos";
export { default as acosh } from "@stdlib/math-base-special-acosh";
export { default as asin } from "@stdlib/math-base-special-asin";
export { default as asinh } from "@stdlib/math-base-special-asinh";
export { default as atan } from "@stdlib/math-base-special-atan";
export { default as atan2 } from "@stdlib/math-base-special-atan2";
export { default as atanh } from "@stdlib/math-base-special-atanh";
export { default as cos } from "@stdlib/math-base-special-cos";
export { default as cosh } from "@stdlib/math-base-special-cosh";
export { default as cospi } from "@stdlib/math-base-special-cospi";
export { default as erf } from "@stdlib/math-base-special-erf";
export { default as exp } from "@stdlib/math-base-special-exp";
export { default as expm1 } from "@stdlib/math-base-special-expm1";
export { default as log } from "@stdlib/math-base-special-ln";
export { default as log10 } from "@stdlib/math-base-special-log10";
export { default as log1p } from "@stdlib/math-base-special-log1p";
export { default as log2 } from "@stdlib/math-base-special-log2";
export { default as sin } from "@stdlib/math-base-special-sin";
export { default as sinh } from "@stdlib/math-base-special-sinh";
export { default as sinpi } from "@stdlib/math-base-special-sinpi";
export { default as tan } from "@stdlib/math-base-special-tan";
export { default as tanh } from "@stdlib/math-base-special-tanh";
export { default as tgamma } from "@stdlib/math-base-special-gamma";
export { stdlibCbrt as cbrt, stdlibErfc as erfc, stdlibHypot as hypot };

const SQRT_HALF = 0.7071067811865476;
const TWO_60 = 0x1000_0000_0000_0000;

/** C's `pow`: 1 for a base of 1, an exponent of 0, and -1 to the power of an infinity, where JavaScript says NaN. */
export function pow(x: number, y: number): number {
  return x === 1 || y === 0 || (x === -1 && (y === Infinity || y === -Infinity)) ? 1 : stdlibPow(x, y);
}

/** stdlib's returns 0 for subnormal results. */
export function exp2(x: number): number {
  return x < -1000 ? stdlibExp2(x + 60) / TWO_60 : stdlibExp2(x);
}

/** stdlib's returns 0 for subnormal results. */
export function exp10(x: number): number {
  return x < -300 ? stdlibExp10(x + 20) / 1e20 : stdlibExp10(x);
}

/** ln |Γ(x)| */
export function lgamma(x: number): number {
  return x === -Infinity ? Infinity : stdlibGammaln(x);
}

/** The normal distribution: the probability of a value below x. */
export function normcdf(x: number): number {
  return 0.5 * stdlibErfc(-x * SQRT_HALF);
}

/** `1 / cbrt(x)` */
export function rcbrt(x: number): number {
  return 1 / stdlibCbrt(x);
}

/** `norm3d` */
export function hypot3(x: number, y: number, z: number): number {
  return isOrdinary(Math.max(Math.abs(x), Math.abs(y), Math.abs(z))) ? Math.sqrt(x * x + y * y + z * z) : stdlibHypot(stdlibHypot(x, y), z);
}

/** `norm4d` */
export function hypot4(x: number, y: number, z: number, w: number): number {
  return isOrdinary(Math.max(Math.abs(x), Math.abs(y), Math.abs(z), Math.abs(w)))
    ? Math.sqrt(x * x + y * y + z * z + w * w)
    : stdlibHypot(stdlibHypot(x, y), stdlibHypot(z, w));
}

/** Whether sums of squares of numbers up to this one neither overflow nor lose bits. */
function isOrdinary(largest: number): boolean {
  return largest > 1e-140 && largest < 1e150;
}
