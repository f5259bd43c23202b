import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tensorProduct } from "./tensor-product.ts";
import { productByRule, type FloatFactor, type TensorProduct } from "./tensor-sum.ts";

/** The bits of an exponent and a fraction. */
const FORMATS = { f16: [5, 10], bf16: [8, 7], tf32: [8, 10], e4m3: [4, 3], e5m2: [5, 2], f32: [8, 23] } as const;

/** A number of a format by its sign, exponent and fraction; the largest exponent's are infinite or NaN. */
function numberOf(type: keyof typeof FORMATS, sign: number, exponent: number, fraction: number): number {
  const [exponentBits, fractionBits] = FORMATS[type];
  const bias = 2 ** (exponentBits - 1) - 1;
  if (exponent === 2 ** exponentBits - 1) return fraction === 0 ? sign * Infinity : NaN;
  if (exponent === 0) return sign * fraction * 2 ** (1 - bias - fractionBits);
  return sign * (2 ** fractionBits + fraction) * 2 ** (exponent - bias - fractionBits);
}

/** Numbers of a format: of any exponent, of a few neighbouring ones, of few bits. */
function numbers(type: keyof typeof FORMATS, isFinite: boolean): fc.Arbitrary<number> {
  const [exponentBits, fractionBits] = FORMATS[type];
  const most = 2 ** exponentBits - (isFinite ? 2 : 1);
  const sign = fc.constantFrom(1, -1);
  const fraction = fc.nat(2 ** fractionBits - 1);
  const middle = 2 ** (exponentBits - 1) - 1;
  return fc.oneof(
    fc.tuple(sign, fc.nat(most), fraction).map(([s, e, f]) => numberOf(type, s, e, f)),
    fc.tuple(sign, fc.integer({ min: middle - 5, max: middle + 1 }), fraction).map(([s, e, f]) => numberOf(type, s, e, f)),
    { weight: 3, arbitrary: fc.integer({ min: -4, max: 4 }) },
    fc.constantFrom(0, -0),
  );
}

const PRODUCTS: readonly (readonly [name: string, TensorProduct])[] = [
  ["m16n8k16.f32.f16", { m: 16, n: 8, k: 16, type: "f16", sum: "f32", by: "mma" }],
  ["m16n8k8.f16.f16", { m: 16, n: 8, k: 8, type: "f16", sum: "f16", by: "mma" }],
  ["m16n8k16.f32.bf16", { m: 16, n: 8, k: 16, type: "bf16", sum: "f32", by: "mma" }],
  ["m16n8k4.f32.tf32", { m: 16, n: 8, k: 4, type: "tf32", sum: "f32", by: "mma" }],
  ["wmma.m16n16k8.f32.tf32", { m: 16, n: 16, k: 8, type: "tf32", sum: "f32", by: "wmma" }],
  ["wgmma.m64n40k16.f32.f16", { m: 64, n: 40, k: 16, type: "f16", sum: "f32", by: "wgmma" }],
  ["m16n8k32.f32.e4m3", { m: 16, n: 8, k: 32, type: "e4m3", sum: "f32", by: "mma" }],
];

const array = (number: fc.Arbitrary<number>, length: number): fc.Arbitrary<Float64Array> =>
  fc.array(number, { minLength: length, maxLength: length }).map((all) => Float64Array.from(all));

/** Numbers whose exponents, as the format's bits hold them, lie between two. */
function between(type: keyof typeof FORMATS, min: number, max: number): fc.Arbitrary<number> {
  const exponent = fc.integer({ min: Math.max(0, min), max });
  return fc.tuple(fc.constantFrom(1, -1), exponent, fc.nat(2 ** FORMATS[type][1] - 1)).map(([s, e, f]) => numberOf(type, s, e, f));
}

function operands({ m, n, k, type, sum }: TensorProduct, isFinite: boolean): fc.Arbitrary<readonly Float64Array[]> {
  const matrix = (format: FloatFactor | "f32", length: number): fc.Arbitrary<Float64Array> =>
    fc.oneof(array(numbers(format, isFinite), length), array(fc.integer({ min: -4, max: 4 }), length));
  // Products about as small as subnormal sums.
  const bias = 2 ** (FORMATS[type][0] - 1) - 1;
  const half = bias - Math.floor((sum === "f16" ? 18 : 136) / 2);
  const small = (length: number): fc.Arbitrary<Float64Array> => array(between(type, half - 6, Math.max(1, half + 4)), length);
  return fc.oneof(
    { weight: 3, arbitrary: fc.tuple(matrix(type, m * k), matrix(type, n * k), matrix(sum, m * n)) },
    fc.tuple(small(m * k), small(n * k), array(fc.oneof(between(sum, 0, 1), fc.constant(0)), m * n)),
  );
}

describe("a product has the bits of the rule", () => {
  it.each(PRODUCTS)("%s of finite numbers", (_, product) => {
    fc.assert(
      fc.property(operands(product, true), ([a, b, c]) => {
        expect(tensorProduct(product, a!, b!, c!)).toEqual(productByRule(product, a!, b!, c!));
      }),
      { numRuns: product.m === 64 ? 20 : 300 },
    );
  });

  it.each(PRODUCTS)("%s of any numbers, infinite ones and NaN among them", (_, product) => {
    fc.assert(
      fc.property(operands(product, false), ([a, b, c]) => {
        expect(tensorProduct(product, a!, b!, c!)).toEqual(productByRule(product, a!, b!, c!));
      }),
      { numRuns: product.m === 64 ? 20 : 100 },
    );
  });
});
