import { describe, expect, it } from "vitest";
import {
  doubleFromBits, doubleFromWords, doubleHighWord, doubleLowWord, doubleToBits, floatDirected, floatFromBits, floatToBits, oddSum,
} from "./bits.ts"; // prettier-ignore

describe("bits of floating-point values", () => {
  it.each([
    [1, 0x3f80_0000],
    [-2, -0x4000_0000],
    [-0, -0x8000_0000],
    [Infinity, 0x7f80_0000],
    [1.401298464324817e-45, 1],
    [NaN, 0x7fff_ffff],
  ])("of float %d", (value, bits) => {
    expect(floatToBits(value)).toBe(bits);
    expect(floatFromBits(bits)).toBe(value);
    expect(floatFromBits(bits >>> 0)).toBe(value);
  });

  it.each([
    [1, 0x3ff0_0000_0000_0000n, 0x3ff0_0000, 0],
    [-2, -0x4000_0000_0000_0000n, -0x4000_0000, 0],
    [5e-324, 1, 0, 1],
    [0.1, 0x3fb9_9999_9999_999an, 0x3fb9_9999, 0x9999_999a | 0],
    [NaN, 0x7fff_ffff_ffff_ffffn, 0x7fff_ffff, -1],
  ])("of double %d", (value, bits, high, low) => {
    expect(doubleToBits(value)).toBe(bits);
    expect(doubleFromBits(bits)).toBe(value);
    expect([doubleHighWord(value), doubleLowWord(value)]).toEqual([high, low]);
    expect(doubleFromWords(high, low)).toBe(value);
  });
});

describe("a sum rounded to odd", () => {
  const ulp = 2.220446049250313e-16;
  it.each([
    [1, 0.25, 1.25],
    [1, ulp / 4, 1 + ulp],
    [1, -ulp / 8, 1 - ulp / 2],
    [1 + ulp, ulp / 4, 1 + ulp],
    [-1, -ulp / 4, -1 - ulp],
    [1.0000009536743164, -ulp / 4, 1.0000009536743162],
    [Infinity, 1, Infinity],
    [Infinity, -Infinity, NaN],
    [-0, -0, -0],
  ])("%d + %d is %d", (a, b, expected) => {
    expect(oddSum(a, b)).toBe(expected);
  });
});

it.each([
  [0.1, 0.09999999403953552, 0.10000000149011612],
  [-0.1, -0.10000000149011612, -0.09999999403953552],
  [1e300, 3.4028234663852886e38, Infinity],
  [1e-300, 0, 1.401298464324817e-45],
  [-1e-300, -1.401298464324817e-45, -0],
  [0.5, 0.5, 0.5],
])("%d lies between the floats %d and %d", (x, below, above) => {
  expect(floatDirected(x, "down")).toBe(below);
  expect(floatDirected(x, "up")).toBe(above);
  expect(floatDirected(x, "zero")).toBe(x > 0 ? below : above);
});
