import { describe, expect, it } from "vitest";
import { fmaDouble, fmaFloat } from "./fma.ts";

// Compiled by g++ with -ffp-contract=off.
describe("a multiplication and an addition rounded once", () => {
  it.each([
    [0.1, 10, -1, 5.551115123125783e-17],
    [1.0000000000000002, 1.0000000000000002, -1.0000000000000004, 4.930380657631324e-32],
    [1e200, 1e200, -Infinity, -Infinity],
    [1e200, Infinity, -Infinity, NaN],
    [1e-200, -1e-200, 0, -0],
    [3, -2, 6, 0],
    [1e-170, 1e-170, 5e-324, 5e-324],
    [1e308, 10, -1.7976931348623157e308, Infinity],
    [1.7976931348623157e308, 2, -1.7976931348623157e308, 1.7976931348623157e308],
    [0, Infinity, 1, NaN],
    [-0, 1, -0, -0],
  ])("fma(%d, %d, %d) is %d", (a, b, c, expected) => {
    expect(fmaDouble(a, b, c)).toBe(expected);
  });

  it.each([
    [1.0000001192092896, 1.0000001192092896, -1, 2.384185791015625e-7],
    // Rounded to double, these sums lie halfway between two floats.
    [1.09375, 1.160135269165039, -1.3877787807814457e-17, 1.2688978910446167],
    [1.605712890625, 1.189208984375, -1.3877787807814457e-17, 1.909528136253357],
    [1.88134765625, 1.226318359375, -1.3877787807814457e-17, 2.307131052017212],
    [3.4028234663852886e38, 2, -3.4028234663852886e38, 3.4028234663852886e38],
    [3.4028234663852886e38, 2, 0, Infinity],
    [1.401298464324817e-45, 0.5, 1.401298464324817e-45, 2.802596928649634e-45],
    [-0, 1, -0, -0],
    [2, -3, 6, 0],
    [1, Infinity, -Infinity, NaN],
  ])("fmaf(%d, %d, %d) is %d", (a, b, c, expected) => {
    expect(fmaFloat(a, b, c)).toBe(expected);
  });

  it("does not round twice", () => {
    expect(Math.fround(1.09375 * 1.160135269165039 - 1.3877787807814457e-17)).not.toBe(1.2688978910446167);
  });

  it("agrees with exact integers", () => {
    let state = 1;
    const next = (): number => (state = Math.imul(state, 1664525) + 1013904223) * 2 ** 22;
    for (let trial = 0; trial < 1000; trial++) {
      const a = next() + trial;
      const b = next() - trial;
      const c = next() * 2 ** (trial % 60);
      expect(fmaDouble(a, b, c)).toBe(Number(BigInt(a) * BigInt(b) + BigInt(c)));
    }
  });
});
