import { describe, expect, it } from "vitest";
import { describeLayout, swizzled, type LayoutName, type LayoutTable } from "./layout-name.ts";
import { SWIZZLE_BITS, swizzledAddress, type SwizzleMode } from "./tma-tile.ts";

type Shape = Pick<LayoutTable, "rows" | "columns" | "bytesPerElement" | "together">;
type Offset = (row: number, column: number) => number;

const floats: Shape = { rows: 16, columns: 32, bytesPerElement: 4, together: 1 };
const halves: Shape = { rows: 16, columns: 64, bytesPerElement: 2, together: 8 };

function tableOf(shape: Shape, offset: Offset): LayoutTable {
  const { rows, columns, together } = shape;
  const places = Array.from({ length: (rows * columns) / together }, (_, i) => i * together);
  return { ...shape, offsets: places.map((place) => offset(Math.floor(place / columns), place % columns)) };
}

describe("the name of a layout", () => {
  it.each<[string, Shape, Offset, Partial<LayoutName>]>([
    ["rows in order", floats, (row, column) => row * 32 + column, { kind: "rows", pitch: 32, padding: 0 }],
    ["rows, padded by one", floats, (row, column) => row * 33 + column, { kind: "rows", pitch: 33, padding: 1 }],
    ["rows of halves, padded by 8", halves, (row, column) => row * 72 + column, { kind: "rows", pitch: 72 }],
    ["columns in order", floats, (row, column) => column * 16 + row, { kind: "columns", pitch: 16 }],
    ["padded columns", floats, (row, column) => column * 17 + row, { kind: "columns", pitch: 17, padding: 1 }],
    [
      "XOR with the row",
      floats,
      (row, column) => row * 32 + (column ^ row),
      { kind: "swizzle", ofElements: { bits: 4, base: 0, shift: 5 } },
    ],
    [
      "XOR with twice the row",
      floats,
      (row, column) => row * 32 + (column ^ (2 * row)),
      { kind: "swizzle", ofElements: { bits: 4, base: 1, shift: 4 } },
    ],
    [
      "the 128-byte swizzle",
      halves,
      (row, column) => row * 64 + (column ^ (8 * (row & 7))),
      { kind: "swizzle", pitch: 64, ofElements: { bits: 3, base: 3, shift: 3 }, ofBytes: { bits: 3, base: 4, shift: 3 } },
    ],
    ["a row in three XORed", floats, (row, column) => row * 32 + (column ^ (row % 3)), { kind: "xor", pitch: 32 }],
    ["rotated rows", floats, (row, column) => row * 32 + ((column + 2 * row) % 32), { kind: "rotation", pitch: 32 }],
    ["rows backwards", floats, (row, column) => (15 - row) * 32 + column, { kind: "other" }],
    ["rows that lie on others", floats, (row, column) => (row % 8) * 32 + column, { kind: "overlapping" }],
    ["pieces that begin within others", halves, (row, column) => row * 64 + column / 2, { kind: "overlapping" }],
    ["everything in one place", floats, () => 0, { kind: "overlapping" }],
  ])("%s", (_, shape, offset, name) => {
    expect(describeLayout(tableOf(shape, offset)).name).toMatchObject(name);
  });

  it.each(Object.keys(SWIZZLE_BITS).filter((mode) => mode !== "none") as SwizzleMode[])(
    "of TMA's mode %s is Swizzle<B, 4, 3> of the byte address",
    (mode) => {
      const shape = { ...halves, columns: 4 * 2 ** (SWIZZLE_BITS[mode] + 1) };
      const { name } = describeLayout(tableOf(shape, (row, column) => swizzledAddress(2 * (row * shape.columns + column), mode) / 2));
      expect(name).toMatchObject({ kind: "swizzle", ofBytes: { bits: SWIZZLE_BITS[mode], base: 4, shift: 3 } });
    },
  );

  it("counts a swizzle of the address from the start of shared memory, wherever the tile begins", () => {
    const base = 192;
    const offset: Offset = (row, column) => swizzledAddress(2 * (base + row * 64 + column), "128B") / 2;
    expect(describeLayout({ ...tableOf(halves, offset), base }).name).toMatchObject({
      kind: "swizzle",
      ofBytes: { bits: 3, base: 4, shift: 3 },
    });
    expect(describeLayout({ ...tableOf(halves, (row, column) => base + row * 72 + column), base }).name).toEqual({
      kind: "rows",
      pitch: 72,
      padding: 8,
    });
  });

  it("names the swizzle that makes the layout", () => {
    for (const bits of [1, 2, 3])
      for (const shift of [3, 4]) {
        const swizzle = { bits, base: 3, shift };
        const { name } = describeLayout(tableOf(halves, (row, column) => swizzled(row * 64 + column, swizzle)));
        expect(name).toMatchObject({ kind: "swizzle", ofElements: swizzle });
      }
  });
});

describe("the matrix of a layout over bits", () => {
  const matrixOf = (shape: Shape, offset: Offset) => describeLayout(tableOf(shape, offset)).matrix;

  it("has a diagonal for rows in order, and a second one for a swizzle", () => {
    const small = { ...floats, rows: 4, columns: 4 };
    expect(matrixOf(small, (row, column) => row * 4 + column)).toEqual({
      inputs: ["r1", "r0", "c1", "c0"],
      ones: [0, 1, 2, 3].map((output) => [0, 1, 2, 3].map((input) => input === output)),
      constant: 0,
    });
    const swizzledMatrix = matrixOf(small, (row, column) => row * 4 + (column ^ row))!;
    expect(swizzledMatrix.ones.map((bits) => bits.map(Number).join(""))).toEqual(["1000", "0100", "1010", "0101"]);
  });

  it("gives every offset again", () => {
    const offset: Offset = (row, column) => 512 + row * 64 + (column ^ (8 * (row & 7)));
    const { inputs, ones, constant } = matrixOf(halves, offset)!;
    for (let place = 0; place < 16 * 64; place++) {
      const isSet = inputs.map((_, input) => ((place >> (inputs.length - 1 - input)) & 1) === 1);
      const made = ones.reduce((sum, bits) => 2 * sum + (bits.filter((one, input) => one && isSet[input]).length % 2), 0);
      expect(made ^ constant).toBe(offset(Math.floor(place / 64), place % 64));
    }
  });

  it("is absent where carries go from bit to bit, and where there are no bits", () => {
    expect(matrixOf(floats, (row, column) => row * 33 + column)).toBeUndefined();
    expect(matrixOf(floats, (row, column) => row * 32 + ((column + row) % 32))).toBeUndefined();
    expect(matrixOf({ ...floats, columns: 24 }, (row, column) => row * 24 + column)).toBeUndefined();
  });
});
