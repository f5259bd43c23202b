import { describe, expect, it } from "vitest";
import { decodeDescriptor, describedAddress, productWavefronts, type DescribedMatrix, type MatrixDescriptor } from "./matrix-descriptor.ts";
import { SWIZZLE_BITS, tileAddress, type SwizzleMode } from "./tma-tile.ts";

const modes = Object.keys(SWIZZLE_BITS) as SwizzleMode[];
const BANKS_BYTES = 128;

describe("a matrix descriptor", () => {
  it("has its fields in these bits", () => {
    const bits = (0x400n >> 4n) | ((2048n >> 4n) << 16n) | ((1024n >> 4n) << 32n) | (5n << 49n) | (1n << 62n);
    expect(decodeDescriptor(bits)).toEqual({ startAddress: 0x400, leadingBytes: 2048, strideBytes: 1024, baseOffset: 5, mode: "128B" });
  });

  it.each([
    [0n, "none"],
    [1n, "128B"],
    [2n, "64B"],
    [3n, "32B"],
  ] as const)("calls mode %i %s", (number, mode) => expect(decodeDescriptor(number << 62n).mode).toBe(mode));

  it.each(modes.filter((mode) => mode !== "none"))("finds rows along k where TMA puts a box of %s", (mode) => {
    const boxBytes = 16 * 2 ** SWIZZLE_BITS[mode];
    const descriptor = { leadingBytes: 16, strideBytes: 8 * boxBytes, baseOffset: 0, mode };
    for (let row = 0; row < 64; row++) {
      for (let column = 0; column < 16; column++) {
        expect(describedAddress(descriptor, 2048, { elementBytes: 2, major: "k" }, row, column)).toBe(
          tileAddress({ mode, boxBytes, sharedAddress: 2048 }, row, 2 * column),
        );
      }
    }
  });
});

describe("the pieces that belong together", () => {
  const layouts: readonly (readonly [DescribedMatrix["major"], SwizzleMode])[] = modes.flatMap((mode) => [
    ["k", mode],
    ["mn", mode],
  ]);
  it.each(layouts)("lie in all banks: along %s, %s", (major, mode) => {
    const descriptor: MatrixDescriptor = { startAddress: 0, leadingBytes: 4096, strideBytes: 1024, baseOffset: 0, mode };
    for (const start of [0, 16, 48, 1072]) {
      const banks = Array.from({ length: 8 }, (_, place) => {
        const [row, column] = major === "k" ? [place, 0] : [0, place];
        return describedAddress(descriptor, start, { elementBytes: 2, major }, row, column) % BANKS_BYTES;
      });
      expect(new Set(banks).size).toBe(8);
    }
  });
});

describe("a product's wavefronts", () => {
  it.each([
    [8, true, 18],
    [128, true, 48],
    [256, true, 80],
    [24, false, 6],
  ])("n = %i, a from shared memory: %s", (n, readsA, wavefronts) => expect(productWavefronts({ n, readsA })).toBe(wavefronts));
});
