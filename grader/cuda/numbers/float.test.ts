import { describe, expect, it } from "vitest";
import {
  copySign, exponentOf, fastDivide, fraction, fractionExponent, fractionalPart, integerLogarithm, maximum, minimum, nextDouble, nextFloat,
  positiveDifference, remainder, roundAway, roundEven, rsqrtDouble, rsqrtFloat, saturate, scaleByPowerOfTwo, signBit,
} from "./float.ts"; // prettier-ignore

// Values are those of g++ and glibc, if nothing else is said.
describe("floating-point operations", () => {
  it.each([
    [2.5, 2, 3],
    [3.5, 4, 4],
    [-2.5, -2, -3],
    [0.49999999999999994, 0, 0],
    [-0.5, -0, -1],
    [-0.3, -0, -0],
    [-0, -0, -0],
    [4503599627370495.5, 4503599627370496, 4503599627370496],
    [4503599627370497, 4503599627370497, 4503599627370497],
    [-1e300, -1e300, -1e300],
    [Infinity, Infinity, Infinity],
    [NaN, NaN, NaN],
  ])("round %d", (x, even, away) => {
    expect(roundEven(x)).toBe(even);
    expect(roundAway(x)).toBe(away);
  });

  it.each([
    [5, 3, -1],
    [-7.5, 2, 0.5],
    [3, 2, -1],
    [-4, 2, -0],
    [1e300, 7, 1],
    [3.5e-323, 1e-323, -5e-324],
    [1.7e308, 1.7976931348623157e308, -9.769313486231577e306],
    [1, Infinity, 1],
    [1, 0, NaN],
    [Infinity, 1, NaN],
    [1, NaN, NaN],
  ])("remainder(%d, %d) is %d", (x, y, expected) => {
    expect(remainder(x, y)).toBe(expected);
  });

  it.each([
    [0.75, -1073, 1e-323],
    [1.5, -1074, 1e-323],
    [2.5, -1075, 5e-324],
    [5e-324, 2097, 8.98846567431158e307],
    [1.9999999999999998, -1023, 2.2250738585072014e-308],
    [1, 5000, Infinity],
    [-1, -5000, -0],
    [-3, 4, -48],
    [NaN, 1, NaN],
  ])("ldexp(%d, %d) is %d", (x, exponent, expected) => {
    expect(scaleByPowerOfTwo(x, exponent)).toBe(expected);
  });

  it.each([
    [12, 0.75, 4, 3, 3],
    [-0.1, -0.8, -3, -4, -4],
    [5e-324, 0.5, -1073, -1074, -1074],
    [0, 0, 0, -0x8000_0000, -Infinity],
    [-Infinity, -Infinity, 0, 0x7fff_ffff, Infinity],
    [NaN, NaN, 0, -0x8000_0000, NaN],
  ])("take %d apart", (x, expectedFraction, exponent, integerLog, log) => {
    expect(fraction(x)).toBe(expectedFraction);
    expect(fractionExponent(x)).toBe(exponent);
    expect(integerLogarithm(x)).toBe(integerLog);
    expect(exponentOf(x)).toBe(log);
  });

  it.each([
    [1, 2, 1.1920928955078125e-7, 2.220446049250313e-16],
    [1, 0, -5.960464477539063e-8, -1.1102230246251565e-16],
    [-1, 0, 5.960464477539063e-8, 1.1102230246251565e-16],
    [0, -1, -1.401298464324817e-45, -5e-324],
  ])("step from %d towards %d", (x, towards, floatStep, doubleStep) => {
    expect(nextFloat(x, towards) - x).toBe(floatStep);
    expect(nextDouble(x, towards) - x).toBe(doubleStep);
  });

  it("step over words and limits", () => {
    expect(nextDouble(1.0000009536743164, 0)).toBe(1.0000009536743162);
    expect(nextDouble(1.0000009536743162, 2)).toBe(1.0000009536743164);
    expect(nextDouble(Number.MAX_VALUE, Infinity)).toBe(Infinity);
    expect(nextFloat(3.4028234663852886e38, Infinity)).toBe(Infinity);
    expect(nextFloat(0, -0)).toBe(-0);
    expect(nextFloat(1, NaN)).toBe(NaN);
  });

  // As an H200 does.
  it("choose the smaller and the larger", () => {
    expect([minimum(NaN, 3), minimum(3, NaN), maximum(NaN, 3), maximum(3, NaN)]).toEqual([3, 3, 3, 3]);
    expect([minimum(0, -0), minimum(-0, 0)]).toEqual([-0, -0]);
    expect([maximum(0, -0), maximum(-0, 0)]).toEqual([0, 0]);
    expect([minimum(NaN, NaN), maximum(NaN, NaN)]).toEqual([NaN, NaN]);
  });

  // As an H200 does.
  it("divide fast, and saturate", () => {
    expect([fastDivide(Math.fround(3.99), 2e38), fastDivide(1, 3), fastDivide(Infinity, 2e38), fastDivide(1, Infinity)]).toEqual([
      0,
      Math.fround(1 / 3),
      NaN,
      0,
    ]);
    expect([NaN, -1, -0, 0.25, 1.5, Infinity].map(saturate)).toEqual([0, 0, 0, 0.25, 1, 1]);
  });

  it("keep and take signs", () => {
    expect([copySign(3, -0), copySign(-3, 0), copySign(0, -1), copySign(Infinity, -1)]).toEqual([-3, 3, -0, -Infinity]);
    expect([-1, -0, 0, 1, NaN].map(signBit)).toEqual([true, true, false, false, false]);
    expect([2.75, -2.75, -3, -Infinity, NaN].map(fractionalPart)).toEqual([0.75, -0.75, -0, -0, NaN]);
    expect([positiveDifference(3, 1), positiveDifference(1, 3), positiveDifference(NaN, 1)]).toEqual([2, 0, NaN]);
  });

  it("take reciprocals of square roots", () => {
    expect([rsqrtFloat(4), rsqrtFloat(0), rsqrtFloat(-0), rsqrtFloat(-1), rsqrtFloat(Infinity)]).toEqual([
      0.5,
      Infinity,
      -Infinity,
      NaN,
      0,
    ]);
    expect(rsqrtDouble(2)).toBe(0.7071067811865475);
  });
});
