import { count, pluralize } from "#pictures/format.ts";
import type { Emphasis } from "#pictures/lanes.ts";
import type { Reading } from "#pictures/readings.ts";
import { columnWavefronts, plainOffset, sizeOf, swizzled, termsOf, type Layout, type Swizzle, type Term } from "./layout.ts";

/** Places of 16 bytes in the 128 bytes of all banks. */
export const PLACES = 8;

/** A layout as plain data that a picture is drawn from. */
export interface Picture {
  readonly cells: readonly (readonly Cell[])[];
  readonly readings: readonly Reading[];
  readonly sentence: string;
  readonly details: readonly string[];
  /** The coordinate that is looked up, as a sum of digits times strides. */
  readonly lookedUp: string;
}

export interface Cell {
  readonly row: number;
  readonly column: number;
  readonly offset: number;
  /** Of a piece of 16 bytes: its place in the 128 bytes of all banks. */
  readonly place: number;
  readonly emphasis: Emphasis;
}

export interface Settings {
  readonly layout: Layout;
  readonly swizzle: Swizzle;
  /** The coordinate that is looked up. */
  readonly row: number;
  readonly column: number;
}

export function model({ layout, swizzle, row, column }: Settings): Picture {
  const [rows, columns] = [sizeOf(layout.shape[0]), sizeOf(layout.shape[1])];
  const cells = Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, j): Cell => {
      const offset = swizzled(plainOffset(layout, i, j), swizzle);
      return { row: i, column: j, offset, place: offset % PLACES, emphasis: i === row && j === column ? "lit" : "plain" };
    }),
  );
  const offsets = cells.flat().map(({ offset }) => offset);
  const distinct = new Set(offsets).size;
  const span = Math.max(...offsets) + 1;
  const wavefronts = columnWavefronts(layout, swizzle, column);
  return {
    cells,
    readings: [
      { name: "coordinates", value: count(offsets.length) },
      { name: "distinct offsets", value: count(distinct) },
      { name: "up to offset", value: count(span - 1) },
      { name: `wavefronts of column ${column}`, value: wavefronts === undefined ? "–" : count(wavefronts) },
    ],
    sentence: sentenceOf(offsets.length, distinct, span, column, wavefronts),
    details: cells.map((line, i) => `Row ${i}: ${line.map(({ offset }) => offset).join(", ")}.`),
    lookedUp: lookUp({ layout, swizzle, row, column }),
  };
}

function sentenceOf(size: number, distinct: number, span: number, column: number, wavefronts: number | undefined): string {
  const fills =
    distinct < size
      ? `Only ${distinct} offsets for ${size} coordinates: some share a place`
      : span > size
        ? `Every coordinate has a place of its own, and ${pluralize(span - size, "place")} between them ${span - size === 1 ? "is" : "are"} empty`
        : "Every coordinate has a place of its own, without gaps";
  if (wavefronts === undefined) return `${fills}.`;
  return `${fills}. If each is a piece of 16 bytes, an ldmatrix of the first eight in column ${column} takes ${pluralize(wavefronts, "wavefront")}.`;
}

/** "(3, 5): 1·1 + 1·4 + 1·2 + 2·16 = 39" */
export function lookUp({ layout: { shape, stride }, swizzle, row, column }: Settings): string {
  const terms = [...termsOf(shape[0], stride[0], row), ...termsOf(shape[1], stride[1], column)];
  const offset = terms.reduce((sum, { digit, stride }) => sum + digit * stride, 0);
  const sum = `(${row}, ${column}): ${terms.map(({ digit, stride }: Term) => `${digit}·${stride}`).join(" + ")} = ${offset}`;
  if (swizzle.bits === 0) return sum;
  const { bits, base, shift } = swizzle;
  const key = (offset >> (base + shift)) & (2 ** bits - 1);
  return `${sum}; bits ${base + shift} to ${base + shift + bits - 1} of it are ${key}, and XORed into bits ${base} to ${base + bits - 1} make ${swizzled(offset, swizzle)}`;
}
