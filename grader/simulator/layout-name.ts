/** Where a layout has the elements of a tile: a table of all places that it was asked for. */
export interface LayoutTable {
  readonly rows: number;
  readonly columns: number;
  readonly bytesPerElement: number;
  /** Neighbours in a row that every access moves together, and that therefore stay neighbours: 8 halves where accesses have 16 bytes. */
  readonly together: number;
  /** The element at which the tile begins; offsets count from the start of shared memory. Default 0. */
  readonly base?: number;
  /** Of a tile in several stages, which are taken for one above the other: the rows of each. */
  readonly rowsPerStage?: number;
  /** In elements, row after row: one for each `together` columns. */
  readonly offsets: readonly number[];
}

/** CuTe's `Swizzle<B, M, S>`: bits M to M + B − 1 of an offset are XORed with those S further up. */
export interface Swizzle {
  readonly bits: number;
  readonly base: number;
  readonly shift: number;
}

/** What kind of layout it is, by what it does to the offset `row × pitch + column`. */
export type LayoutName =
  /** Row after row, `pitch` elements apart, of which `padding` are none of the row's. */
  | { readonly kind: "rows"; readonly pitch: number; readonly padding: number }
  /** Column after column. */
  | { readonly kind: "columns"; readonly pitch: number; readonly padding: number }
  /** Rows whose offset is swizzled as CuTe does it; `ofBytes` is the same swizzle of the byte address. */
  | { readonly kind: "swizzle"; readonly pitch: number; readonly ofElements: Swizzle; readonly ofBytes: Swizzle }
  /** Each row has its columns XORed with a number of its own. */
  | { readonly kind: "xor"; readonly pitch: number; readonly byRow: readonly number[] }
  /** Each row is rotated by a number of its own. */
  | { readonly kind: "rotation"; readonly pitch: number; readonly byRow: readonly number[] }
  /** Several places of the tile lie on each other. */
  | { readonly kind: "overlapping" }
  /** None of these. */
  | { readonly kind: "other" };

/**
 * A layout as a matrix over F2: each bit of the offset is the XOR of some bits of row and column. An offset may also have a bit set throughout.
 */
export interface BitMatrix {
  /** Bits of the row, from the high one down, then those of the column: "r1", "r0", "c2", "c1", "c0". */
  readonly inputs: readonly string[];
  /** By bit of the offset, from the high one down: for each input, whether it is part of the XOR. */
  readonly ones: readonly (readonly boolean[])[];
  /** The offset of row 0, column 0. */
  readonly constant: number;
}

/** A layout, named and as a matrix. Plain data. */
export interface LayoutDescription {
  readonly table: LayoutTable;
  readonly name: LayoutName;
  /** Absent where rows or columns are no power of two, and for a layout that isn't linear over bits. */
  readonly matrix?: BitMatrix;
}

/** Describes a layout of which all places are known. */
export function describeLayout(table: LayoutTable): LayoutDescription {
  const matrix = bitMatrix(table);
  return { table, name: nameOf(table), ...(matrix && { matrix }) };
}

/** The offset that a swizzle makes of one. */
export function swizzled(offset: number, { bits, base, shift }: Swizzle): number {
  return offset ^ ((offset >>> shift) & (((1 << bits) - 1) << base));
}

function nameOf(table: LayoutTable): LayoutName {
  const { rows, columns, together, offsets, base = 0 } = table;
  if (isOverlapping(offsets, together)) return { kind: "overlapping" };
  const perRow = columns / together;
  const at = (row: number, column: number): number => offsets[row * perRow + column / together]! - base;
  const holds = (offset: (row: number, column: number) => number): boolean => {
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column += together) if (at(row, column) !== offset(row, column)) return false;
    return true;
  };
  // The rows of a permuting layout still lie in order: whatever their first column is.
  const pitch = rows === 1 ? columns : rowStart(table, 1) - rowStart(table, 0);
  if (holds((row, column) => row * pitch + column)) return { kind: "rows", pitch, padding: pitch - columns };
  const columnPitch = columns === together ? rows : at(0, together) / together;
  if (together === 1 && holds((row, column) => column * columnPitch + row))
    return { kind: "columns", pitch: columnPitch, padding: columnPitch - rows };
  if (pitch <= 0) return { kind: "other" };
  const found = swizzleOf(table, pitch);
  if (found) {
    const ofBytes = { ...found, base: found.base + Math.log2(table.bytesPerElement) };
    return { kind: "swizzle", pitch, ofElements: found, ofBytes };
  }
  const byRow = Array.from({ length: rows }, (_, row) => at(row, 0) - row * pitch);
  // Rows that begin among others are not rearranged.
  if (byRow.some((number) => number < 0 || number >= pitch)) return { kind: "other" };
  if (holds((row, column) => row * pitch + (column ^ byRow[row]!))) return { kind: "xor", pitch, byRow };
  if (holds((row, column) => row * pitch + ((column + byRow[row]!) % columns))) return { kind: "rotation", pitch, byRow };
  return { kind: "other" };
}

/** Whether what moves together begins before the one below it has ended. */
function isOverlapping(offsets: readonly number[], together: number): boolean {
  const ascending = offsets.toSorted((a, b) => a - b);
  return ascending.some((offset, number) => number > 0 && offset - ascending[number - 1]! < together);
}

/** The lowest offset of a row. */
function rowStart({ columns, together, offsets }: LayoutTable, row: number): number {
  const perRow = columns / together;
  return Math.min(...offsets.slice(row * perRow, (row + 1) * perRow));
}

/** The swizzle with the fewest bits that makes this layout of rows that are so far apart. */
function swizzleOf({ rows, columns, together, offsets, base: first = 0 }: LayoutTable, pitch: number): Swizzle | undefined {
  const perRow = columns / together;
  const plain = offsets.map((_, place) => first + Math.floor(place / perRow) * pitch + (place % perRow) * together);
  const width = Math.ceil(Math.log2(first + rows * pitch));
  for (let bits = 1; bits <= width / 2; bits++) {
    for (let base = Math.log2(together); base + bits <= width; base++) {
      for (let shift = bits; base + shift < width; shift++) {
        const swizzle = { bits, base, shift };
        if (plain.every((offset, place) => swizzled(offset, swizzle) === offsets[place])) return swizzle;
      }
    }
  }
  return undefined;
}

function bitMatrix(table: LayoutTable): BitMatrix | undefined {
  const { rows, columns, together, offsets } = table;
  const [rowBits, columnBits, keptBits] = [Math.log2(rows), Math.log2(columns), Math.log2(together)];
  if (![rowBits, columnBits, keptBits].every(Number.isInteger)) return undefined;
  const constant = offsets[0]!;
  /** What each bit of row and column, from the low one up, adds to the offset. */
  const images = Array.from({ length: columnBits + rowBits }, (_, bit) =>
    bit < keptBits ? 1 << bit : offsets[1 << (bit - keptBits)]! ^ constant,
  );
  const isLinear = offsets.every((offset, place) => {
    const sum = images.slice(keptBits).reduce((xor, image, bit) => ((place >>> bit) & 1 ? xor ^ image : xor), constant);
    return sum === offset;
  });
  if (!isLinear) return undefined;
  const outputs = Math.max(1, 32 - Math.clz32([...images, constant].reduce((all, image) => all | image, 0)));
  const inputs = images.map((_, bit) => (bit < columnBits ? `c${bit}` : `r${bit - columnBits}`)).reverse();
  const ones = Array.from({ length: outputs }, (_, output) => images.map((image) => ((image >>> output) & 1) === 1).reverse()).reverse();
  return { inputs, ones, constant };
}
