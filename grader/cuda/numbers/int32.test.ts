import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  absoluteI32, bytePermutation, divideI32, divideU32, dotProduct4I32, dotProduct4U32, doubleToI32, doubleToU32, findFirstSet32, floatToI32,
  floatToU32, funnelShiftLeft, funnelShiftLeftClamped, funnelShiftRight, funnelShiftRightClamped, halfOfSum, halfOfSumUp, halfToInteger,
  multiply24I32, multiply24U32, multiplyHighI32, multiplyHighU32, populationCount32, remainderI32, remainderU32, reverseBits32,
  shiftLeftI32, shiftLeftU32, shiftRightI32, shiftRightU32, sumOfAbsoluteDifference,
} from "./int32.ts"; // prettier-ignore

const MIN = -0x8000_0000;
const MAX = 0x7fff_ffff;
const EDGES = [0, 1, 2, 7, 31, 32, 0xffff, 0x1_0000, MAX, MAX - 1];
const i32 = fc.oneof(fc.constantFrom(...EDGES, ...EDGES.map((edge) => -edge | 0), MIN), fc.integer());
const u32 = i32.map((value) => value >>> 0);
const wrapped = (value: bigint): number => Number(BigInt.asIntN(32, value));
const unsigned = (value: bigint): number => Number(BigInt.asUintN(32, value));

describe("integers of 32 bits", () => {
  it("divide as C does", () => {
    fc.assert(
      fc.property(i32, i32, (a, b) => {
        fc.pre(b !== 0);
        expect(divideI32(a, b)).toBe(wrapped(BigInt(a) / BigInt(b)));
        expect(remainderI32(a, b)).toBe(wrapped(BigInt(a) % BigInt(b)));
        expect(divideU32(a >>> 0, b >>> 0)).toBe(unsigned(BigInt(a >>> 0) / BigInt(b >>> 0)));
        expect(remainderU32(a >>> 0, b >>> 0)).toBe((a >>> 0) % (b >>> 0));
      }),
    );
  });

  it("divide by zero as an H200 does", () => {
    expect([divideI32(7, 0), divideI32(-7, 0), divideU32(7, 0)]).toEqual([-1, -1, 0xffff_ffff]);
    expect([remainderI32(7, 0), remainderI32(-7, 0), remainderU32(7, 0)]).toEqual([7, -7, 7]);
    expect([divideI32(MIN, -1), remainderI32(MIN, -1)]).toEqual([MIN, 0]);
  });

  it.each([
    [0, 7, 7, -7, 7],
    [31, MIN, 0x8000_0000, -1, 0],
    [32, 0, 0, -1, 0],
    [33, 0, 0, -1, 0],
    [-1, 0, 0, -1, 0],
    [MIN, 0, 0, -1, 0],
  ])("shift by %d", (count, left, leftUnsigned, rightOfNegative, rightUnsigned) => {
    expect(shiftLeftI32(7, count)).toBe(left);
    expect(shiftLeftU32(7, count)).toBe(leftUnsigned);
    expect(shiftRightI32(-7, count)).toBe(rightOfNegative);
    expect(shiftRightU32(7, count)).toBe(rightUnsigned);
  });

  it("multiply to the upper half and in 24 bits", () => {
    fc.assert(
      fc.property(i32, i32, (a, b) => {
        expect(multiplyHighI32(a, b)).toBe(Number((BigInt(a) * BigInt(b)) >> 32n));
        expect(multiplyHighU32(a >>> 0, b >>> 0)).toBe(Number((BigInt(a >>> 0) * BigInt(b >>> 0)) >> 32n));
        expect(multiply24I32(a, b)).toBe(wrapped(BigInt.asIntN(24, BigInt(a)) * BigInt.asIntN(24, BigInt(b))));
        expect(multiply24U32(a, b)).toBe(unsigned(BigInt.asUintN(24, BigInt(a)) * BigInt.asUintN(24, BigInt(b))));
      }),
    );
  });

  it("count, find and reverse bits", () => {
    fc.assert(
      fc.property(u32, (a) => {
        const bits = a.toString(2).padStart(32, "0");
        expect(populationCount32(a)).toBe(bits.replaceAll("0", "").length);
        expect(findFirstSet32(a)).toBe(a === 0 ? 0 : 32 - bits.lastIndexOf("1"));
        expect(reverseBits32(a)).toBe(parseInt([...bits].reverse().join(""), 2));
      }),
    );
  });

  it.each([
    [0x3210, 0x1234_5678],
    [0x7654, 0x80ab_cdef],
    [0x0123, 0x7856_3412],
    [0x8f3e, 0x7880_12ab],
  ])("pick bytes by selector %i", (selector, bytes) => {
    expect(bytePermutation(0x1234_5678, 0x80ab_cdef | 0, selector)).toBe(bytes);
  });

  it("shift pairs of words", () => {
    fc.assert(
      fc.property(u32, u32, fc.nat(70), (low, high, count) => {
        const pair = (BigInt(high) << 32n) | BigInt(low);
        const left = (bits: number): number => unsigned((pair << BigInt(bits)) >> 32n);
        const right = (bits: number): number => unsigned(pair >> BigInt(bits));
        expect(funnelShiftLeft(low, high, count)).toBe(left(count % 32));
        expect(funnelShiftRight(low, high, count)).toBe(right(count % 32));
        expect(funnelShiftLeftClamped(low, high, count)).toBe(left(Math.min(count, 32)));
        expect(funnelShiftRightClamped(low, high, count)).toBe(right(Math.min(count, 32)));
      }),
    );
  });

  it("add differences, halves and products of bytes", () => {
    expect(sumOfAbsoluteDifference(MIN, 7, 5)).toBe(0x8000_000c);
    expect([halfOfSum(-3, -4), halfOfSumUp(-3, -4), halfOfSum(MAX, MAX), halfOfSumUp(0xffff_ffff, 0xffff_ffff)]).toEqual([
      -4,
      -3,
      MAX,
      0xffff_ffff,
    ]);
    expect(dotProduct4I32(0x80ff_017f | 0, 0x8002_03ff | 0, 10)).toBe(128 * 128 - 2 + 3 - 127 + 10);
    expect(dotProduct4U32(0x80ff_017f, 0x8002_03ff, 10)).toBe(128 * 128 + 510 + 3 + 127 * 255 + 10);
    expect([absoluteI32(-5), absoluteI32(MIN)]).toEqual([5, MIN]);
  });

  // Compiled by nvcc and run on an H200.
  it.each([
    [NaN, 0, 0, MIN, 0x8000_0000],
    [1e30, MAX, 0xffff_ffff, MAX, 0xffff_ffff],
    [-1e30, MIN, 0, MIN, 0],
    [Infinity, MAX, 0xffff_ffff, MAX, 0xffff_ffff],
    [3.99, 3, 3, 3, 3],
    [-3.99, -3, 0, -3, 0],
    [-0.5, 0, 0, 0, 0],
    [2147483648, MAX, 0x8000_0000, MAX, 0x8000_0000],
  ])("convert %d", (x, float, floatUnsigned, double, doubleUnsigned) => {
    expect(floatToI32(x)).toBe(float);
    expect(floatToU32(x)).toBe(floatUnsigned);
    expect(doubleToI32(x)).toBe(double);
    expect(doubleToU32(x)).toBe(doubleUnsigned);
  });

  it.each([
    [NaN, 0],
    [Infinity, 127],
    [-1000, -128],
    [-3.99, -3],
  ])("convert half %d to signed char", (x, expected) => {
    expect(halfToInteger(x, -128, 127)).toBe(expected);
  });
});
