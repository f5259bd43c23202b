import { WARP_SIZE } from "./warp-request.ts";

// The layouts of mma.sync, ldmatrix, stmatrix and movmatrix stand in the PTX ISA (“Matrix fragments for mma.m16n8k16 …”); those of wmma are not
// specified. All were found on an H200: hardware/data/fragments-h200.jsonl.

/** A place in a matrix. */
export interface Element {
  readonly row: number;
  readonly column: number;
}

/** Which element of a matrix each lane of a warp holds in which of its registers. */
export interface Fragment {
  readonly rows: number;
  readonly columns: number;
  /** By lane, then by index: what the lane's registers hold, from the low bits of the first one on. */
  readonly elements: readonly (readonly Element[])[];
}

/** A matrix of a product: a (m × k) times b (k × n) is added to d (m × n). */
export type Operand = "a" | "b" | "d";

/** The types of elements of a and b, and their bytes. Sums lie where they lie whatever their type. */
export const ELEMENT_BYTES = { f64: 8, tf32: 4, f16: 2, bf16: 2, s8: 1, u8: 1, e4m3: 1, e5m2: 1 } as const;

/** One product of two matrices. */
export interface Product {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly type: keyof typeof ELEMENT_BYTES;
}

/** The lanes that hold an element, each with its index; several in some fragments of wmma. */
export function holdersOf(fragment: Fragment, { row, column }: Element): { readonly lane: number; readonly index: number }[] {
  return fragment.elements.flatMap((held, lane) =>
    held.flatMap((element, index) => (element.row === row && element.column === column ? [{ lane, index }] : [])),
  );
}

/** One 8 × 8 matrix of halves, as `ldmatrix` brings it, `stmatrix` takes it, and `movmatrix` takes it: with `.trans`, as it brings it. */
export function matrixFragment(transposed: boolean): Fragment {
  const asRows = fragmentOf(8, 8, 2, (lane, index) => ({ row: groupOf(lane), column: 2 * placeOf(lane) + index }));
  return transposed ? transposeOf(asRows) : asRows;
}

/**
 * A matrix of one `mma.sync`: m16n8 with a k of 16 or 32 bytes, and m8n8k4 of doubles. Four lanes hold 16 bytes of a row of a (or of a column
 * of b), each lane a register; registers go on 8 rows below, then 16 bytes to the right. Of a sum, a lane holds two neighbours in a row.
 */
export function mmaFragment(product: Product, operand: Operand): Fragment {
  const { m, n, k, type } = product;
  const perRegister = Math.max(1, 4 / ELEMENT_BYTES[type]);
  const perStep = 4 * perRegister;
  const rowGroups = m / 8;
  switch (operand) {
    case "a":
      return fragmentOf(m, k, (m * k) / WARP_SIZE, (lane, index) => {
        const register = Math.floor(index / perRegister);
        return {
          row: groupOf(lane) + 8 * (register % rowGroups),
          column: perStep * Math.floor(register / rowGroups) + perRegister * placeOf(lane) + (index % perRegister),
        };
      });
    case "b":
      return fragmentOf(k, n, (k * n) / WARP_SIZE, (lane, index) => ({
        row: perStep * Math.floor(index / perRegister) + perRegister * placeOf(lane) + (index % perRegister),
        column: groupOf(lane),
      }));
    case "d":
      return fragmentOf(m, n, (m * n) / WARP_SIZE, (lane, index) => ({
        row: groupOf(lane) + 8 * Math.floor(index / 2),
        column: 2 * placeOf(lane) + (index % 2),
      }));
  }
}

/**
 * A fragment of wmma (`fragment<…>::x`) on Hopper; it doesn't depend on whether the matrix lies in memory by rows or by columns. It is made of the
 * fragments of mma.sync: 16 rows below each other, or 8 columns beside each other; m8n32 is m32n8 with all matrices transposed. Fragments of halves
 * have 16 elements whatever the shape: where there are fewer, they come again.
 */
export function wmmaFragment(product: Product, operand: Operand): Fragment {
  const { m, n, type } = product;
  if (m === 8 && n === 32) {
    const swapped = { ...product, m: n, n: m };
    return transposeOf(wmmaFragment(swapped, operand === "a" ? "b" : operand === "b" ? "a" : "d"));
  }
  const whole = { ...product, m: Math.min(m, 16), n: 8 };
  const part = mmaFragment(whole, operand);
  const below = operand === "b" ? 1 : m / whole.m;
  const beside = operand === "a" ? 1 : n / whole.n;
  const elements = part.elements.map((held) => {
    const parts = Array.from({ length: below * beside }, (_, index) =>
      held.map(({ row, column }) => ({
        row: row + part.rows * (index % below),
        column: column + part.columns * Math.floor(index / below),
      })),
    ).flat();
    const copies = operand !== "d" && type === "f16" ? HALVES_PER_LANE / parts.length : 1;
    return Array.from({ length: copies }, () => parts).flat();
  });
  return { rows: part.rows * below, columns: part.columns * beside, elements };
}

/** The elements of a or b that a fragment of halves has. */
const HALVES_PER_LANE = 16;

/** The eight rows (or columns) that a lane may be in: four lanes share one. */
const groupOf = (lane: number): number => lane >> 2;
/** A lane's place among those four. */
const placeOf = (lane: number): number => lane & 3;

function fragmentOf(rows: number, columns: number, perLane: number, elementOf: (lane: number, index: number) => Element): Fragment {
  const elements = Array.from({ length: WARP_SIZE }, (_, lane) => Array.from({ length: perLane }, (_, index) => elementOf(lane, index)));
  return { rows, columns, elements };
}

function transposeOf({ rows, columns, elements }: Fragment): Fragment {
  return { rows: columns, columns: rows, elements: elements.map((held) => held.map(({ row, column }) => ({ row: column, column: row }))) };
}
