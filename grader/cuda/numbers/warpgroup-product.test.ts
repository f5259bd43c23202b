import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { columnsOf, type WarpgroupProduct } from "#simulator/warpgroup-product.ts";
import { floatFromBits, floatToBits } from "./bits.ts";
import { multiplyWarpgroup } from "./warpgroup-product.ts";

interface Line {
  readonly instruction: string;
  readonly kind: string;
  readonly a: string;
  readonly b: string;
  readonly c: string;
  readonly d: string;
}

const WARPS = 4;
const [M, N] = [64, 8];

const measured = readFileSync(new URL("../../hardware/data/wgmma-rounding-h200.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Line);

function productOf(instruction: string): WarpgroupProduct {
  const [, , sum, type, typeOfB, ...more] = instruction.split(".") as [
    string,
    string,
    WarpgroupProduct["sum"],
    WarpgroupProduct["type"],
    "u8" | "e4m3" | "e5m2",
    ...string[],
  ];
  return {
    n: N,
    type,
    sum,
    ...((typeOfB as string) !== type && { typeOfB }),
    ...(more.includes("satfinite") && { saturates: true as const }),
    negates: [false, false],
    majors: ["k", "k"],
  };
}

/** Digits of elements as bytes in the order of memory. */
function bytesOf(text: string, elementBytes: number): Uint8Array {
  return Uint8Array.from({ length: text.length / 2 }, (_, index) => {
    const [element, byte] = [Math.floor(index / elementBytes), index % elementBytes];
    const at = 2 * (element * elementBytes + (elementBytes - 1 - byte));
    return parseInt(text.slice(at, at + 2), 16);
  });
}

/** The bits of a matrix of sums, by rows. */
const sumsOf = (text: string, digits: number): number[] =>
  Array.from({ length: M * N }, (_, index) => parseInt(text.slice(digits * index, digits * (index + 1)), 16));

/** The places of a lane's sums in a warp's 16 rows: PTX ISA, wgmma, fragment of D. */
function placesOf(lane: number): number[] {
  return [0, 1, 2, 3].map((i) => (Math.floor(lane / 4) + 8 * Math.floor(i / 2)) * N + 2 * (lane % 4) + (i % 2));
}

function registersOf(sums: readonly number[], sum: WarpgroupProduct["sum"]): Float64Array {
  return Float64Array.from(
    Array.from({ length: 32 }, (_, lane) => {
      const own = placesOf(lane).map((place) => sums[place]!);
      if (sum === "f16") return [own[0]! | (own[1]! << 16), own[2]! | (own[3]! << 16)].map((word) => word >>> 0);
      return own.map((bits) => (sum === "f32" ? floatFromBits(bits) : bits | 0));
    }).flat(),
  );
}

function bitsOf(value: number, sum: WarpgroupProduct["sum"]): number {
  // Which NaN comes out is not determined.
  if (Number.isNaN(value)) return 0x7fffffff;
  return sum === "f32" ? floatToBits(value) >>> 0 : value >>> 0;
}

const isNanHalf = (half: number): boolean => (half & 0x7fff) > 0x7c00;
const canonicalHalves = (word: number): number =>
  [word & 0xffff, word >>> 16].reduce((sum, half, at) => sum + (isNanHalf(half) ? 0x7fff : half) * 2 ** (16 * at), 0);

describe("the share of each warp", () => {
  const kinds = [...new Set(measured.map(({ instruction }) => instruction))];
  it.each(kinds)("of %s has the bits that an H200 gave", (instruction) => {
    const product = productOf(instruction);
    const elementBytes = 32 / columnsOf(product);
    const digits = product.sum === "f16" ? 4 : 8;
    for (const line of measured.filter((one) => one.instruction === instruction)) {
      const [a, b] = [bytesOf(line.a, elementBytes), bytesOf(line.b, elementBytes)];
      const [c, d] = [sumsOf(line.c, digits), sumsOf(line.d, digits)];
      for (let warp = 0; warp < WARPS; warp++) {
        const rows = (sums: readonly number[]): readonly number[] => sums.slice(warp * 16 * N, (warp + 1) * 16 * N);
        const expected = registersOf(rows(d), product.sum);
        const found = new Float64Array(expected.length);
        multiplyWarpgroup(product, { a: a.subarray(warp * 512, (warp + 1) * 512), b }, registersOf(rows(c), product.sum), found);
        const bits = (value: number): number => (product.sum === "f16" ? canonicalHalves(value) : bitsOf(value, product.sum));
        // The sign of a sum of zeros isn't determined either.
        const positive = (value: number): number => (product.sum === "f32" && value === 0 ? 0 : value);
        expect(
          Array.from(found, (value) => bits(positive(value))),
          line.kind,
        ).toEqual(Array.from(expected, (value) => bits(positive(value))));
      }
    }
  });
});

describe("a warp's share", () => {
  const product: WarpgroupProduct = { n: 8, type: "s8", sum: "s32", negates: [false, false], majors: ["k", "k"] };
  const a = Uint8Array.from({ length: 512 }, (_, index) => index % 7);
  const b = Uint8Array.from({ length: 256 }, (_, index) => index % 5);
  const productWith = (change: Partial<WarpgroupProduct>, c?: Float64Array): Float64Array => {
    const d = new Float64Array(128);
    multiplyWarpgroup({ ...product, ...change }, { a, b }, c, d);
    return d;
  };

  it("takes a sign for each matrix", () => {
    const plain = productWith({});
    expect(productWith({ negates: [true, false] })).toEqual(plain.map((sum) => -sum));
    expect(productWith({ negates: [true, true] })).toEqual(plain);
  });

  it("adds nothing without c", () => {
    const c = Float64Array.from({ length: 128 }, (_, index) => index);
    expect(productWith({}, c)).toEqual(productWith({}).map((sum, index) => sum + index));
  });
});
