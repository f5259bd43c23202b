import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { doubleFromBits } from "./bits.ts";
import {
  bfloat16FromBits, bfloat16ToBits, fmaBfloat16, fmaHalf, halfFromBits, halfToBits, roundBfloat16, roundBfloat16Directed, roundHalf,
  roundHalfDirected,
} from "./half.ts"; // prettier-ignore

const PATTERNS = Array.from({ length: 0x1_0000 }, (_, bits) => bits);
const FORMATS = {
  half: { toBits: halfToBits, fromBits: halfFromBits, round: roundHalf, directed: roundHalfDirected, infinity: 0x7c00, nan: 0x7fff },
  bfloat16: {
    toBits: bfloat16ToBits,
    fromBits: bfloat16FromBits,
    round: roundBfloat16,
    directed: roundBfloat16Directed,
    infinity: 0x7f80,
    nan: 0x7fff,
  },
};
const anyDouble = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((bits) => doubleFromBits(BigInt.asIntN(64, bits)));

describe.each(Object.entries(FORMATS))("%s", (_, { toBits, fromBits, round, directed, infinity, nan }) => {
  it("has a value for each pattern of bits, and keeps it", () => {
    const wrong = PATTERNS.filter((bits) => {
      const value = fromBits(bits);
      if ((bits & 0x7fff) > infinity) return value === value || toBits(value) !== nan;
      return toBits(value) !== bits || !Object.is(round(value), value);
    });
    expect(wrong).toEqual([]);
  });

  it("rounds to the nearest value, ties to even", () => {
    const wrong = PATTERNS.filter((bits) => {
      const magnitude = bits & 0x7fff;
      if (magnitude >= infinity - 1) return false;
      const value = fromBits(bits);
      const next = fromBits(bits + 1);
      const middle = value + (next - value) / 2;
      const even = magnitude % 2 === 0 ? value : next;
      const step = (next - value) * 1e-6;
      return !Object.is(round(middle), even) || !Object.is(round(middle - step), value) || round(middle + step) !== next;
    });
    expect(wrong).toEqual([]);
  });

  it("rounds up, down and towards zero", () => {
    fc.assert(
      fc.property(fc.oneof(anyDouble, fc.double({ min: -1e5, max: 1e5 })), (x) => {
        const down = directed(x, "down");
        const up = directed(x, "up");
        const zero = directed(x, "zero");
        expect(zero).toBe(x < 0 ? up : down);
        if (x !== x) return;
        expect([down, up]).toContain(round(x));
        expect(down <= x && x <= up).toBe(true);
        expect(down === up || toBits(up) - toBits(down) === (down < 0 || Object.is(up, -0) ? -1 : 1)).toBe(true);
      }),
    );
  });
});

// As an H200 does.
it.each([
  [1e30, 0x7c00, 0x7bff, 0x7c00, 0x7bff],
  [-1e30, 0xfc00, 0xfbff, 0xfbff, 0xfc00],
  [65519.99, 0x7bff, 0x7bff, 0x7c00, 0x7bff],
  [65520, 0x7c00, 0x7bff, 0x7c00, 0x7bff],
  [NaN, 0x7fff, 0x7fff, 0x7fff, 0x7fff],
  [2.9802322387695312e-8, 0, 0, 1, 0],
  [-1e-10, 0x8000, 0x8000, 0x8000, 0x8001],
])("%d as a half", (x, nearest, zero, up, down) => {
  expect([halfToBits(roundHalf(x)), ...(["zero", "up", "down"] as const).map((way) => halfToBits(roundHalfDirected(x, way)))]).toEqual([
    nearest,
    zero,
    up,
    down,
  ]);
});

it("fma rounds once", () => {
  // 1 + 2⁻¹⁰ squared is 1 + 2⁻⁹ + 2⁻²⁰; the sum with 2⁻¹¹ less 2⁻²⁴ lies just above the middle of two halves.
  const step = 1 / 1024;
  expect(fmaHalf(1 + step, 1 + step, step / 2 - step / 16384)).toBe(1 + 3 * step);
  expect(roundHalf(roundHalf((1 + step) * (1 + step)) + (step / 2 - step / 16384))).toBe(1 + 2 * step);
  // The sum needs 80 bits.
  expect(fmaHalf(65504, 65504, 6e-8)).toBe(Infinity);
  expect(fmaHalf(32, 32.03125, halfFromBits(0x0001))).toBe(1025);
  expect(fmaBfloat16(1.0078125, 1.0078125, -1)).toBe(0.015625);
  expect(fmaBfloat16(1.0078125, 1.0078125, -1.015625)).toBe(0.00006103515625);
});
