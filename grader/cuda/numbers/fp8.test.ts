import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { E4M3, E5M2, e4m3FromBits, e5m2FromBits, fp8FromDouble, fp8FromFloat, fp8ToBits } from "./fp8.ts";

const FORMATS = {
  e4m3: { format: E4M3, fromBits: e4m3FromBits, largest: 448, smallest: 2 ** -9 },
  e5m2: { format: E5M2, fromBits: e5m2FromBits, largest: 57_344, smallest: 2 ** -16 },
};
const PATTERNS = Array.from({ length: 256 }, (_, bits) => bits);

it.each([
  ["a float in e4m3", fp8FromFloat(NaN, 1, 0), 0x7f],
  ["a float in e5m2", fp8FromFloat(NaN, 0, 1), 0x7f],
  ["a double in e4m3", fp8FromDouble(NaN, 1, 0), 0x7f],
  ["a double in e5m2", fp8FromDouble(NaN, 0, 1), 0x7e],
])("NaN of %s has the header's code", (_, found, code) => {
  expect(found).toBe(code);
});

describe.each(Object.entries(FORMATS))("%s", (_, { format, fromBits, largest, smallest }) => {
  const numbers = PATTERNS.filter((bits) => Number.isFinite(fromBits(bits)));
  const positive = numbers.filter((bits) => bits < 0x80);

  it("has its largest and its smallest number", () => {
    expect(Math.max(...numbers.map(fromBits))).toBe(largest);
    expect(fromBits(1)).toBe(smallest);
  });

  it("keeps each of its numbers, zeros with their signs", () => {
    expect(numbers.filter((bits) => fp8ToBits(fromBits(bits), format, true) !== bits)).toEqual([]);
    expect(numbers.filter((bits) => fp8ToBits(fromBits(bits), format, false) !== bits)).toEqual([]);
  });

  it("rounds halfway to the even neighbour, and what is nearer to the nearer", () => {
    const wrong = positive.slice(1).filter((above) => {
      const middle = (fromBits(above) + fromBits(above - 1)) / 2;
      const even = above % 2 === 0 ? above : above - 1;
      const found = [1 - 2 ** -40, 1, 1 + 2 ** -40].map((factor) => fp8ToBits(middle * factor, format, true));
      return String(found) !== String([above - 1, even, above]);
    });
    expect(wrong).toEqual([]);
  });

  it("saturates only if told, infinities too; a NaN has one pattern", () => {
    for (const x of [2 * largest, Infinity, Number.MAX_VALUE]) {
      expect(fromBits(fp8ToBits(x, format, true))).toBe(largest);
      expect(fp8ToBits(-x, format, false)).toBe(0x80 | format.beyond);
    }
    expect(fp8ToBits(NaN, format, true)).toBe(0x7f);
  });

  it("changes only the sign with the sign", () => {
    fc.assert(fc.property(fc.double({ noNaN: true }), fc.boolean(), (x, saturates) => {
      expect(fp8ToBits(-x, format, saturates)).toBe(fp8ToBits(x, format, saturates) ^ 0x80);
    })); // prettier-ignore
  });
});
