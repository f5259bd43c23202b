import {
  FULL_MASK,
  SECTOR_BYTES,
  WARP_SIZE,
  WORD_BYTES,
  globalCost,
  h100,
  type GlobalCost,
  type MemoryOp,
  type WarpRequest,
} from "#simulator";

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

/** A position in a matrix. */
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

/** Steps whose data lie in the window. */
export function drawnSteps({ tileSide }: Pick<Product, "tileSide">): number {
  return WINDOW / tileSide;
}

/** The position of a lane of the block's first warp within the tile. */
function placeInTile({ tileSide }: Product, lane: number): Element {
  return tileSide === 1 ? { row: 0, column: lane } : { row: Math.floor(lane / tileSide), column: lane % tileSide };
}

/** The element of A that a lane loads in a step, the element of B that it loads, and the element of C that it owns. */
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

/** What the whole product costs in global memory, counted as if nothing were cached. */
export interface KernelCost {
  /** Requests, loads and stores together. */
  readonly requests: number;
  /** Bytes that these requests move in sectors. */
  readonly movedBytes: number;
  /** How often threads load each element of A, and each of B, on average. */
  readonly readsPerElement: number;
  /** Floating-point operations: a multiplication and an addition per term. */
  readonly flop: number;
  /** Operations per byte moved, in FLOP/B. */
  readonly intensity: number;
}

/** What the first warp's request of each matrix costs in a step: the same in every step. */
export function warpCosts(product: Product): Readonly<Record<Matrix, GlobalCost>> {
  const cost = (matrix: Matrix) => globalCost(requestOf(matrix, product, 0), h100);
  return { a: cost("a"), b: cost("b"), c: cost("c") };
}

/**
 * Every warp of the kernel makes the requests of the drawn one, elsewhere: the matrices' sides are multiples of the tile's and of a
 * line's, so that each of them touches as many sectors as the drawn one.
 */
export function kernelCost(product: Product): KernelCost {
  const { n } = product;
  const warps = n ** 2 / WARP_SIZE;
  const steps = stepCount(product);
  const { a, b, c } = warpCosts(product);
  const movedBytes = warps * (steps * (a.sectors + b.sectors) + c.sectors) * SECTOR_BYTES;
  const flop = 2 * n ** 3;
  return {
    requests: warps * (steps * (a.requests + b.requests) + c.requests),
    movedBytes,
    readsPerElement: (warps * steps * WARP_SIZE) / n ** 2,
    flop,
    intensity: flop / movedBytes,
  };
}
