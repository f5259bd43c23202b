import type { DescribedMatrix, MatrixDescriptor } from "#simulator/matrix-descriptor.ts";
import { PIECE_BYTES, SWIZZLE_BITS } from "#simulator/tma-tile.ts";
import { grouped } from "./memory.ts";

/**
 * "has column 8 where column 4 lies: …": two elements of a matrix that its descriptor has in one place, and the offsets that put them there. Rows
 * of b in a descriptor are columns of the product.
 *
 * @param places of the elements from the row `first` on, row by row
 */
export function overlapWords(
  places: Int32Array,
  first: number,
  { leadingBytes, strideBytes, mode }: MatrixDescriptor,
  { k, major }: DescribedMatrix,
  name: "a" | "b",
): string {
  const line = name === "a" ? "row" : "column";
  const [one, other] = firstShared(places).map((index) => {
    const row = first + Math.floor(index / k);
    const column = index % k;
    if (major === "k" && column === 0) return `${line} ${row}`;
    return name === "a" ? `element (${row}, ${column})` : `element (${column}, ${row})`;
  });
  const eightBytes = 8 * PIECE_BYTES * 2 ** SWIZZLE_BITS[mode];
  const swizzle = mode === "none" ? "without a swizzle" : `with the swizzle of ${mode.replace("B", " bytes")}`;
  const eight = major === "k" && strideBytes < eightBytes ? `, where eight ${line}s take ${grouped(eightBytes)} bytes ${swizzle}` : "";
  return `has ${one} where ${other} lies: its descriptor has a leading offset of ${grouped(leadingBytes)} bytes and a stride of ${grouped(strideBytes)}${eight}`;
}

/** The first element in the place of another, and that one, by their indices. */
function firstShared(places: Int32Array): readonly [number, number] {
  const seen = new Map<number, number>();
  for (const [index, place] of places.entries()) {
    const before = seen.get(place);
    if (before !== undefined) return [index, before];
    seen.set(place, index);
  }
  throw new RangeError("each element has a place of its own");
}
