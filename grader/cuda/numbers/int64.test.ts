import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as int64 from "./int64.ts";
import type { Int64 } from "./int64.ts";

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);
const MIN = -(2n ** 63n);
const EDGES = [
  0n,
  1n,
  3n,
  2n ** 31n,
  2n ** 32n - 1n,
  2n ** 32n,
  2n ** 52n,
  SAFE - 1n,
  SAFE,
  SAFE + 1n,
  SAFE + 2n,
  2n ** 62n,
  2n ** 63n - 1n,
];
const ofAnySize = fc.tuple(fc.bigInt({ min: MIN, max: 2n ** 63n - 1n }), fc.nat(63)).map(([value, bits]) => value >> BigInt(bits));
const signed = fc.oneof(fc.constantFrom(...EDGES, ...EDGES.map((edge) => -edge), MIN), ofAnySize);
const unsigned = signed.map((value) => BigInt.asUintN(64, value));

/** A value in the one form that the module has for it. */
function canonical(value: bigint): Int64 {
  return value >= -SAFE && value <= SAFE ? Number(value) : value;
}
const i64 = (value: bigint): Int64 => canonical(BigInt.asIntN(64, value));
const u64 = (value: bigint): Int64 => canonical(BigInt.asUintN(64, value));

type Binary = readonly [name: keyof typeof int64, exactly: (a: bigint, b: bigint) => bigint];

/** Operations with the mathematical result, before it wraps around. */
const SIGNED: readonly Binary[] = [
  ["addI64", (a, b) => a + b],
  ["subtractI64", (a, b) => a - b],
  ["multiplyI64", (a, b) => a * b],
  ["divideI64", (a, b) => (b === 0n ? -1n : a / b)],
  ["remainder64", (a, b) => (b === 0n ? a : a % b)],
  ["and64", (a, b) => a & b],
  ["or64", (a, b) => a | b],
  ["xor64", (a, b) => a ^ b],
  ["minimum64", (a, b) => (a < b ? a : b)],
  ["maximum64", (a, b) => (a > b ? a : b)],
  ["multiplyHigh64", (a, b) => (a * b) >> 64n],
  ["negateI64", (a) => -a],
  ["notI64", (a) => ~a],
  ["absoluteI64", (a) => (a < 0n ? -a : a)],
];
const UNSIGNED: readonly Binary[] = [
  ["addU64", (a, b) => a + b],
  ["subtractU64", (a, b) => a - b],
  ["multiplyU64", (a, b) => a * b],
  ["divideU64", (a, b) => (b === 0n ? -1n : a / b)],
  ["remainder64", (a, b) => (b === 0n ? a : a % b)],
  ["and64", (a, b) => a & b],
  ["or64", (a, b) => a | b],
  ["xor64", (a, b) => a ^ b],
  ["minimum64", (a, b) => (a < b ? a : b)],
  ["maximum64", (a, b) => (a > b ? a : b)],
  ["multiplyHigh64", (a, b) => (a * b) >> 64n],
  ["negateU64", (a) => -a],
  ["notU64", (a) => ~a],
];

const call = (name: keyof typeof int64, ...operands: readonly Int64[]): Int64 =>
  (int64[name] as (...operands: readonly Int64[]) => Int64)(...operands);

describe("integers of 64 bits", () => {
  it.each(SIGNED)("%s wraps around, in the one form", (name, exactly) => {
    fc.assert(
      fc.property(signed, signed, (a, b) => {
        expect(call(name, canonical(a), canonical(b))).toBe(i64(exactly(a, b)));
      }),
    );
  });

  it.each(UNSIGNED)("%s of unsigned values wraps around, in the one form", (name, exactly) => {
    fc.assert(
      fc.property(unsigned, unsigned, (a, b) => {
        expect(call(name, canonical(a), canonical(b))).toBe(u64(exactly(a, b)));
      }),
    );
  });

  it("shift, by 64 and more too", () => {
    fc.assert(
      fc.property(signed, unsigned, fc.oneof(fc.nat(70), fc.constantFrom(-1, 2 ** 31)), (a, b, count) => {
        const bits = BigInt(count >>> 0 > 64 ? 64 : count);
        expect(int64.shiftLeftI64(canonical(a), count)).toBe(i64(a << bits));
        expect(int64.shiftLeftU64(canonical(b), count)).toBe(u64(b << bits));
        expect(int64.shiftRight64(canonical(a), count)).toBe(canonical(a >> bits));
        expect(int64.shiftRight64(canonical(b), count)).toBe(canonical(b >> bits));
      }),
    );
  });

  it("compare as they stand", () => {
    fc.assert(
      fc.property(signed, signed, (a, b) => {
        expect(canonical(a) < canonical(b)).toBe(a < b);
        expect(canonical(a) === canonical(b)).toBe(a === b);
      }),
    );
  });

  it("count, find and reverse bits", () => {
    fc.assert(
      fc.property(signed, (a) => {
        const bits = BigInt.asUintN(64, a).toString(2).padStart(64, "0");
        for (const value of [canonical(a), canonical(BigInt.asUintN(64, a))]) {
          expect(int64.populationCount64(value)).toBe(bits.replaceAll("0", "").length);
          expect(int64.leadingZeros64(value)).toBe((bits + "1").indexOf("1"));
          expect(int64.findFirstSet64(value)).toBe(a === 0n ? 0 : 64 - bits.lastIndexOf("1"));
          expect(int64.reverseBits64(value)).toBe(canonical(BigInt(`0b${[...bits].reverse().join("")}`)));
        }
      }),
    );
  });

  it("are two words in memory", () => {
    fc.assert(
      fc.property(signed, (a) => {
        const words = new Uint32Array(new BigInt64Array([a]).buffer);
        const [low = 0, high = 0] = words;
        const bits = BigInt.asUintN(64, a);
        for (const value of [canonical(a), canonical(bits)]) expect([int64.lowWord(value), int64.highWord(value)]).toEqual([low, high]);
        for (const [l, h] of [
          [low, high],
          [low | 0, high | 0],
        ] as const) {
          expect(int64.fromWordsI64(l, h)).toBe(canonical(a));
          expect(int64.fromWordsU64(l, h)).toBe(canonical(bits));
        }
      }),
    );
  });

  it("convert to other integers", () => {
    fc.assert(
      fc.property(signed, (a) => {
        const bits = BigInt.asUintN(64, a);
        expect(int64.toU64(canonical(a))).toBe(canonical(bits));
        expect(int64.toI64(canonical(bits))).toBe(canonical(a));
        expect(int64.toI32(canonical(a))).toBe(Number(BigInt.asIntN(32, a)));
        expect(int64.wrapI64(bits)).toBe(canonical(a));
        expect(int64.wrapU64(a)).toBe(canonical(bits));
      }),
    );
  });

  // Compiled by g++.
  it.each([
    [0x7fff_ffff_ffff_ffffn, 9223372036854775808, 9223372036854775808],
    [0x0020_0000_0000_0001n, 9007199254740992, 9007199254740992],
    [0x0020_0000_0000_0003n, 9007199254740996, 9007199254740992],
    // Rounded to double, these lie halfway between two floats.
    [0x4000_0040_0000_0001n, 4611686293305294848, 4611686568183201792],
    [-0x4000_0040_0000_0001n, -4611686293305294848, -4611686568183201792],
    [0x4000_0040_0000_0000n, 4611686293305294848, 4611686018427387904],
  ])("%d becomes a double and a float", (value, double, float) => {
    expect(int64.toDouble(canonical(value))).toBe(double);
    expect(int64.toFloat(canonical(value))).toBe(float);
  });

  // Compiled by nvcc and run on an H200.
  it.each([
    [NaN, MIN, 2n ** 63n],
    [1e30, 2n ** 63n - 1n, 2n ** 64n - 1n],
    [-1e30, MIN, 0],
    [2 ** 63, 2n ** 63n - 1n, 2n ** 63n],
    [-3.99, -3, 0],
    [-0.5, 0, 0],
    [2 ** 53, 2n ** 53n, 2n ** 53n],
    [2 ** 52 + 0.5, 2 ** 52, 2 ** 52],
  ])("%d becomes an integer", (x, expected, expectedUnsigned) => {
    expect(int64.floatingToI64(x)).toBe(expected);
    expect(int64.floatingToU64(x)).toBe(expectedUnsigned);
  });
});
