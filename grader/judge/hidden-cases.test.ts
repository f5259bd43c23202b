import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawFrom } from "./hidden-cases.ts";

describe("drawing", () => {
  test("gives the same numbers for the same seed", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const numbers = () => {
          const draw = drawFrom(seed);
          return Array.from({ length: 10 }, () => draw.between(-5, 1000));
        };
        expect(numbers()).toEqual(numbers());
      }),
    );
  });

  test("stays within its bounds and reaches both", () => {
    const draw = drawFrom(1);
    const numbers = new Set(Array.from({ length: 500 }, () => draw.between(3, 9)));
    expect([...numbers].sort((a, b) => a - b)).toEqual([3, 4, 5, 6, 7, 8, 9]);
    expect(["a", "b"]).toContain(draw.oneOf(["a", "b"]));
  });

  test("refuses an empty range and an empty list", () => {
    const draw = drawFrom(1);
    expect(() => draw.between(2, 1)).toThrow("between(2, 1) needs whole numbers, the lower one first");
    expect(() => draw.between(0.5, 1)).toThrow(RangeError);
    expect(() => draw.oneOf([])).toThrow("oneOf needs at least one value");
  });
});
