import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { globalCost, h200, matrixCost, sharedCost } from "#simulator";
import { fragmentRequests } from "#simulator/fragment-requests.ts";
import { ELEMENT_BYTES, type Product } from "#simulator/fragments.ts";
import { tensorProduct } from "#simulator/tensor-product.ts";
import { integerProduct, type FloatFactor } from "#simulator/tensor-sum.ts";
import { measuredWmma, type MeasuredWmma } from "./measured-wmma.ts";

interface Line {
  readonly instruction: string;
  readonly kind: string;
  readonly a: string;
  readonly b: string;
  readonly c: string;
  readonly d: string;
}

function linesOf<Line>(file: string): Line[] {
  const text = readFileSync(new URL(`./data/${file}`, import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

const measured = [...linesOf<Line>("mma-rounding-h200.jsonl"), ...linesOf<Line>("wgmma-rounding-h200.jsonl")];

/** The digits of each element, and the bits of its exponent and fraction; of tf32, the last 13 of a float's bits don't count. */
const FORMATS: Readonly<Record<string, readonly [digits: number, exponentBits: number, fractionBits: number]>> = {
  f32: [8, 8, 23],
  tf32: [8, 8, 10],
  f16: [4, 5, 10],
  bf16: [4, 8, 7],
  e4m3: [2, 4, 3],
  e5m2: [2, 5, 2],
};

function valueOf(bits: number, type: string): number {
  const [digits, exponentBits, fractionBits] = FORMATS[type]!;
  const whole = type === "tf32" ? bits >>> 13 : bits;
  const fraction = whole & (2 ** fractionBits - 1);
  const exponent = (whole >>> fractionBits) & (2 ** exponentBits - 1);
  const sign = bits >>> (4 * digits - 1) ? -1 : 1;
  const bias = 2 ** (exponentBits - 1) - 1;
  // e4m3 has no infinities.
  if (type === "e4m3" && exponent === 15 && fraction === 7) return NaN;
  if (type !== "e4m3" && exponent === 2 ** exponentBits - 1) return fraction ? NaN : sign * Infinity;
  if (exponent === 0) return sign * fraction * 2 ** (1 - bias - fractionBits);
  return sign * (2 ** fractionBits + fraction) * 2 ** (exponent - bias - fractionBits);
}

function elementsOf(text: string, type: string): Float64Array {
  const isInteger = type === "s8" || type === "u8" || type === "s32";
  const digits = isInteger ? (type === "s32" ? 8 : 2) : FORMATS[type]![0];
  return Float64Array.from({ length: text.length / digits }, (_, index) => {
    const bits = parseInt(text.slice(index * digits, (index + 1) * digits), 16);
    if (type === "u8") return bits;
    return isInteger ? (bits << (32 - 4 * digits)) >> (32 - 4 * digits) : valueOf(bits, type);
  });
}

interface Shape {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly typeOfA: string;
  readonly typeOfB: string;
  readonly sum: string;
  readonly by: "mma" | "wmma" | "wgmma";
  readonly saturates: boolean;
}

/** `mma.m16n8k16.row.col.f32.f16.f16.f32`: types of d, a, b and c; `wmma.m16n16k16.f16.f32`; `wgmma.m64n8k16.f32.f16.f16`. */
function shapeOf(instruction: string): Shape {
  const [by, shape, ...types] = instruction.split(".") as [Shape["by"], string, ...string[]];
  const [, m, n, k] = /m(\d+)n(\d+)k(\d+)/.exec(shape)!.map(Number) as [number, number, number, number];
  const [sum, typeOfA, typeOfB] = { mma: [types[2], types[3], types[4]], wmma: [types[1], types[0], types[0]], wgmma: types }[by];
  return { m, n, k, typeOfA: typeOfA!, typeOfB: typeOfB!, sum: sum!, by, saturates: types.includes("satfinite") };
}

const instructions = [...new Set(measured.map(({ instruction }) => instruction))].filter((name) => !name.includes("f64"));

describe("the product of an H200's tensor cores", () => {
  it.each(instructions)("by %s has the bits of the formula, whatever the operands", (name) => {
    const { m, n, k, typeOfA, typeOfB, sum, by, saturates } = shapeOf(name);
    const lines = measured.filter(({ instruction }) => instruction === name);
    expect(new Set(lines.map(({ kind }) => kind)).size).toBe(9);
    for (const { kind, ...line } of lines) {
      const [a, b] = [elementsOf(line.a, typeOfA), elementsOf(line.b, typeOfB)];
      const [c, d] = [elementsOf(line.c, sum), elementsOf(line.d, sum)];
      const found =
        sum === "s32"
          ? integerProduct({ m, n, k }, a, b, c, saturates)
          : tensorProduct(
              { m, n, k, type: typeOfA as FloatFactor, typeOfB: typeOfB as FloatFactor, sum: sum as "f32" | "f16", by },
              a,
              b,
              c,
            );
      expect(found, kind).toEqual(d);
    }
  });
});

describe("the loads and stores of wmma on an H200", () => {
  /** The bytes of an element of a sum, and a type of factors that it is the sum of. */
  const SUMS: Readonly<Record<string, readonly [number, Product["type"]]>> = {
    f32: [4, "f16"],
    f16: [2, "f16"],
    s32: [4, "s8"],
    f64: [8, "f64"],
  };

  it("are the requests of the formula, which cost what was counted", () => {
    const requests = measuredWmma();
    expect(requests).toHaveLength(736);
    for (const request of requests) {
      const { op, space, matrix: operand, layout, m, n, k, leading, offset } = request;
      const [elementBytes, type] =
        operand === "d" ? SUMS[request.type]! : [ELEMENT_BYTES[request.type as Product["type"]], request.type as Product["type"]];
      const stored = { product: { m, n, k, type }, operand, elementBytes, byRows: layout === "row", space, op };
      const counts: Record<string, number> =
        space === "global" ? { requests: 0, sectors: 0, tagWavefronts: 0 } : { wavefronts: 0, bankConflicts: 0 };
      // The GPU's memory begins at a multiple of 256 bytes, shared memory at one of 1,024.
      for (const part of fragmentRequests(stored, offset * elementBytes, leading)) {
        const cost: object =
          part.kind === "matrices"
            ? matrixCost({ op, matrices: part.matrices, sharedAddresses: part.addresses })
            : (space === "global" ? globalCost : sharedCost)(
                { space, op, bytesPerLane: part.bytesPerLane, activeMask: 0xffffffff, addresses: part.addresses },
                h200,
              );
        for (const count of Object.keys(counts)) counts[count]! += (cost as Record<string, number>)[count]!;
      }
      const found = Object.fromEntries(Object.keys(counts).map((count) => [count, request[count as keyof MeasuredWmma]]));
      expect(counts, JSON.stringify(request)).toEqual(found);
    }
  });
});
