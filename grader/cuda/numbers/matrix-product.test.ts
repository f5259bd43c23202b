import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { mmaFragment, type Operand } from "#simulator/fragments.ts";
import type { MatrixProduct } from "#simulator/tensor-sum.ts";
import { multiplyMatrices } from "./matrix-product.ts";

interface Line {
  readonly instruction: string;
  readonly a: string;
  readonly b: string;
  readonly c: string;
  readonly d: string;
}

const products: MatrixProduct[] = [
  { m: 16, n: 8, k: 16, type: "f16", sum: "f16" },
  { m: 16, n: 8, k: 8, type: "bf16", sum: "f32" },
  { m: 16, n: 8, k: 32, type: "s8", sum: "s32" },
  { m: 8, n: 8, k: 4, type: "f64", sum: "f64" },
];

const view = new DataView(new ArrayBuffer(8));
const DIGITS = { f16: 4, bf16: 4, tf32: 8, s8: 2, u8: 2, f64: 16, f32: 8, s32: 8 } as const;

/** What the lanes' registers hold of a matrix: bits of 32 that are packed, or a number. */
function heldOf(product: MatrixProduct, operand: Operand, text: string): Float64Array {
  const type = operand === "d" ? product.sum : product.type;
  const { columns, rows, elements } = mmaFragment(product, operand);
  const bitsOf = (row: number, column: number): string => {
    const place = operand === "b" ? column * rows + row : row * columns + column;
    return text.slice(place * DIGITS[type], (place + 1) * DIGITS[type]);
  };
  const perRegister = Math.max(1, 8 / DIGITS[type]);
  return Float64Array.from(
    elements.flatMap((held) =>
      Array.from({ length: held.length / perRegister }, (_, register) => {
        const digits = held.slice(register * perRegister, (register + 1) * perRegister).map(({ row, column }) => bitsOf(row, column));
        if (type === "f64") {
          view.setBigUint64(0, BigInt(`0x${digits[0]!}`));
          return view.getFloat64(0);
        }
        view.setUint32(0, parseInt(digits.toReversed().join(""), 16));
        return type === "f32" ? view.getFloat32(0) : type === "s32" ? view.getInt32(0) : view.getUint32(0);
      }),
    ),
  );
}

it.each(products)("lanes multiply as an H200 does: m$m n$n k$k of $type, added up in $sum", (product) => {
  const { m, n, k, type, sum } = product;
  const file = readFileSync(new URL("../../hardware/data/mma-rounding-h200.jsonl", import.meta.url), "utf8");
  const name = type === "f64" ? "wmma.m8n8k4.f64.f64" : `mma.m${m}n${n}k${k}.row.col.${sum}.${type}.${type}.${sum}`;
  const lines = file
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line)
    .filter(({ instruction }) => instruction === name);
  expect(lines.length).toBeGreaterThan(8);
  for (const { a, b, c, d } of lines) {
    const addend = heldOf(product, "d", c);
    const found = new Float64Array(addend.length);
    multiplyMatrices(product, heldOf(product, "a", a), heldOf(product, "b", b), addend, found);
    expect(found).toEqual(heldOf(product, "d", d));
  }
});
