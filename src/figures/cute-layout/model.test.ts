import { describe, expect, test } from "vitest";
import { swizzledAddress } from "#simulator";
import { columnWavefronts, layoutOffset, parseLayout, swizzled, type Swizzle } from "./layout.ts";
import { lookUp, model } from "./model.ts";

const OFF: Swizzle = { bits: 0, base: 0, shift: 3 };

// Worked out by hand: digits of the coordinate times strides.
test.each<[string, number, number, number]>([
  ["(4,8):(8,1)", 2, 3, 19],
  ["(4,8):(1,4)", 2, 3, 14],
  ["(2,4):(2,1)", 1, 2, 4],
  ["((2,4),(2,4)):((1,4),(2,16))", 3, 5, 39],
  ["(3,(2,3)):(3,(12,1))", 2, 4, 6 + 2],
  ["(8,8):(0,1)", 7, 5, 5],
])("%s at (%i, %i) is %i", (layout, row, column, offset) => expect(layoutOffset(layout, row, column)).toBe(offset));

test.each([
  ["(8,8)", "a colon"],
  ["8:1", "two modes"],
  ["(8,8):(8,(1,2))", "the same parentheses"],
  ["(8,8:(8,1)", "isn’t closed"],
  ["(8,x):(8,1)", "“x” where a number"],
  ["(8,8)):(8,1)", "after the end"],
  ["(32,8):(8,1)", "up to 16 × 16"],
  ["(0,8):(8,1)", "no 0"],
  ["(8,8):(8,1234567)", "more than"],
  ["(8,):(8,1)", "where a number"],
  ["(8,8):", "A number is missing"],
])("%s is refused: %s", (text, message) => expect(() => parseLayout(text)).toThrow(message));

test.each<[string, number, number]>([
  ["(8,8):(8,1)", 0, 8],
  ["(8,8):(8,1)", 3, 1],
  ["(8,8):(8,1)", 2, 2],
  ["(8,8):(9,1)", 0, 1],
  ["(8,8):(1,8)", 0, 1],
])("a column of %s with %i bits of swizzle takes %i wavefronts", (text, bits, wavefronts) => {
  expect(columnWavefronts(parseLayout(text), { ...OFF, bits }, 2)).toBe(wavefronts);
});

describe("a swizzle", () => {
  test("of bytes with base 4 is that of TMA, and of halves it has base 3", () => {
    for (let byte = 0; byte < 2048; byte += 2) {
      expect(swizzled(byte, { bits: 3, base: 4, shift: 3 })).toBe(swizzledAddress(byte, "128B"));
      expect(2 * swizzled(byte / 2, { bits: 3, base: 3, shift: 3 })).toBe(swizzledAddress(byte, "128B"));
    }
  });

  test("is spelled out where it is looked up", () => {
    expect(lookUp({ layout: parseLayout("(8,8):(8,1)"), swizzle: { ...OFF, bits: 3 }, row: 3, column: 5 })).toBe(
      "(3, 5): 3·8 + 5·1 = 29; bits 3 to 5 of it are 3, and XORed into bits 0 to 2 make 30",
    );
  });
});

test("what is said of a layout: gaps, and places that are shared", () => {
  const said = (text: string) => model({ layout: parseLayout(text), swizzle: OFF, row: 0, column: 0 }).sentence;
  expect(said("(8,8):(8,1)")).toContain("without gaps");
  expect(said("(8,8):(9,1)")).toContain("7 places between them are empty");
  expect(said("(8,8):(0,1)")).toContain("Only 8 offsets for 64");
});
