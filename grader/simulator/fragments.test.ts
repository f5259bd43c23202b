import { describe, expect, it } from "vitest";
import {
  ELEMENT_BYTES,
  holdersOf,
  matrixFragment,
  mmaFragment,
  wmmaFragment,
  type Fragment,
  type Operand,
  type Product,
} from "./fragments.ts";

const m16n8k16: Product = { m: 16, n: 8, k: 16, type: "f16" };

/** How many lanes hold each element, over all elements: the sizes that occur. */
function timesHeld({ rows, columns, elements }: Fragment): number[] {
  const held = new Map<number, number>();
  for (const { row, column } of elements.flat()) {
    expect(row >= 0 && row < rows && column >= 0 && column < columns).toBe(true);
    held.set(row * columns + column, (held.get(row * columns + column) ?? 0) + 1);
  }
  expect(held.size).toBe(rows * columns);
  return [...new Set(held.values())];
}

describe("a fragment", () => {
  // PTX ISA, “Matrix fragments for mma.m16n8k16 with floating point type”.
  it.each<[Operand, number, number, { row: number; column: number }]>([
    ["a", 0, 0, { row: 0, column: 0 }],
    ["a", 5, 1, { row: 1, column: 3 }],
    ["a", 5, 2, { row: 9, column: 2 }],
    ["a", 5, 7, { row: 9, column: 11 }],
    ["b", 5, 1, { row: 3, column: 1 }],
    ["b", 5, 2, { row: 10, column: 1 }],
    ["d", 5, 1, { row: 1, column: 3 }],
    ["d", 5, 2, { row: 9, column: 2 }],
  ])("of %s in m16n8k16: lane %i holds at %i the element %j", (operand, lane, index, element) => {
    const fragment = mmaFragment(m16n8k16, operand);
    expect(fragment.elements[lane]![index]).toEqual(element);
    expect(holdersOf(fragment, element)).toEqual([{ lane, index }]);
  });

  it.each<[string, Product]>([
    ["m16n8k8 of halves", { ...m16n8k16, k: 8 }],
    ["m16n8k16 of halves", m16n8k16],
    ["m16n8k4 of tf32", { ...m16n8k16, k: 4, type: "tf32" }],
    ["m16n8k8 of tf32", { ...m16n8k16, k: 8, type: "tf32" }],
    ["m16n8k16 of int8", { ...m16n8k16, type: "s8" }],
    ["m16n8k32 of fp8", { ...m16n8k16, k: 32, type: "e4m3" }],
    ["m8n8k4 of doubles", { m: 8, n: 8, k: 4, type: "f64" }],
  ])("in %s has every element once, and the lane's elements of a row side by side in a register", (_name, product) => {
    for (const operand of ["a", "b", "d"] as const) {
      const fragment = mmaFragment(product, operand);
      expect(timesHeld(fragment)).toEqual([1]);
      const perRegister = operand === "d" ? 2 : Math.max(1, 4 / ELEMENT_BYTES[product.type]);
      for (const held of fragment.elements) {
        for (const [index, { row, column }] of held.entries()) {
          if (index % perRegister === 0) continue;
          const before = held[index - 1]!;
          expect([row, column]).toEqual(operand === "b" ? [before.row + 1, before.column] : [before.row, before.column + 1]);
        }
      }
    }
  });

  it("of a is what ldmatrix brings of four matrices, that of b what it brings transposed from rows of b", () => {
    const [plain, transposed] = [matrixFragment(false), matrixFragment(true)];
    const a = mmaFragment(m16n8k16, "a");
    const b = mmaFragment(m16n8k16, "b");
    for (let lane = 0; lane < 32; lane++) {
      for (let index = 0; index < 8; index++) {
        const { row, column } = plain.elements[lane]![index % 2]!;
        const matrix = index >> 1;
        expect(a.elements[lane]![index]).toEqual({ row: row + 8 * (matrix & 1), column: column + 8 * (matrix >> 1) });
      }
      for (let index = 0; index < 4; index++) {
        const { row, column } = transposed.elements[lane]![index % 2]!;
        expect(b.elements[lane]![index]).toEqual({ row: row + 8 * (index >> 1), column });
      }
    }
  });

  it.each<[string, Product, Record<Operand, number>]>([
    ["m16n16k16 of halves", { m: 16, n: 16, k: 16, type: "f16" }, { a: 2, b: 2, d: 1 }],
    ["m32n8k16 of halves", { m: 32, n: 8, k: 16, type: "f16" }, { a: 1, b: 4, d: 1 }],
    ["m8n32k16 of halves", { m: 8, n: 32, k: 16, type: "f16" }, { a: 4, b: 1, d: 1 }],
    ["m16n16k16 of bfloat16", { m: 16, n: 16, k: 16, type: "bf16" }, { a: 1, b: 1, d: 1 }],
    ["m16n16k8 of tf32", { m: 16, n: 16, k: 8, type: "tf32" }, { a: 1, b: 1, d: 1 }],
    ["m16n16k16 of int8", { m: 16, n: 16, k: 16, type: "s8" }, { a: 1, b: 1, d: 1 }],
  ])("of wmma in %s has every element as often as %j", (_name, product, times) => {
    for (const operand of ["a", "b", "d"] as const) expect(timesHeld(wmmaFragment(product, operand))).toEqual([times[operand]]);
  });
});
