import { FULL_MASK, WARP_SIZE, WORD_BYTES, type MemoryOp, type WarpRequest } from "#simulator";

/** Side of a block's tile, in elements; 1: no tiles, each thread fetches every factor of its sum from global memory itself. */
export type TileSide = 1 | 8 | 16 | 32;

export const TILE_SIDES: readonly TileSide[] = [1, 8, 16, 32];

/** C = A · B for square matrices of floats, row after row in memory. */
export interface Product {
  readonly tileSide: TileSide;
  /** Rows and columns of each matrix: a multiple of `WINDOW`. */
  readonly n: number;
}

/** Rows and columns of a matrix that the figure draws. */
export const WINDOW = 64;
/** The row and the column of C where the drawn block begins: the middle of the window. */
export const CORNER = 32;

/** A place in a matrix. */
export interface Element {
  readonly row: number;
  readonly column: number;
}

/** Rows and columns of C that the drawn block owns; without tiles one warp is drawn, which owns a piece of a row. */
export function ownedShape({ tileSide }: Product): { readonly rows: number; readonly columns: number } {
  return tileSide === 1 ? { rows: 1, columns: WARP_SIZE } : { rows: tileSide, columns: tileSide };
}

/** Steps in which a thread walks along its row of A and its column of B. */
export function stepCount({ tileSide, n }: Product): number {
  return n / tileSide;
}

/** Steps of which the window shows the data. */
export function drawnSteps({ tileSide }: Pick<Product, "tileSide">): number {
  return WINDOW / tileSide;
}

/** Where a lane of the block's first warp stands in its tile. */
function placeInTile({ tileSide }: Product, lane: number): Element {
  return tileSide === 1 ? { row: 0, column: lane } : { row: Math.floor(lane / tileSide), column: lane % tileSide };
}

/** What a lane loads of A in a step, what of B, and which element of C it owns. */
export const ELEMENT_OF = {
  a: (product: Product, step: number, lane: number): Element => {
    const { row, column } = placeInTile(product, lane);
    return product.tileSide === 1 ? { row: CORNER, column: step } : { row: CORNER + row, column: step * product.tileSide + column };
  },
  b: (product: Product, step: number, lane: number): Element => {
    const { row, column } = placeInTile(product, lane);
    return { row: step * product.tileSide + row, column: CORNER + column };
  },
  c: (product: Product, _step: number, lane: number): Element => {
    const { row, column } = placeInTile(product, lane);
    return { row: CORNER + row, column: CORNER + column };
  },
} as const;

export type Matrix = keyof typeof ELEMENT_OF;

/** The request that the block's first warp makes of a matrix in a step: it loads A and B, and stores C. */
export function requestOf(matrix: Matrix, product: Product, step: number): WarpRequest {
  const op: MemoryOp = matrix === "c" ? "store" : "load";
  const addresses = Array.from({ length: WARP_SIZE }, (_, lane) => {
    const { row, column } = ELEMENT_OF[matrix](product, step, lane);
    return (row * product.n + column) * WORD_BYTES;
  });
  return { space: "global", op, bytesPerLane: WORD_BYTES, activeMask: FULL_MASK, addresses };
}
