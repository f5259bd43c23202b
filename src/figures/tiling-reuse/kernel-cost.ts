import { SECTOR_BYTES, WARP_SIZE, globalCost, h100 } from "#simulator";
import { requestOf, stepCount, type Product } from "./product.ts";

/** What the whole product costs in global memory, as if no cache caught a repeat. */
export interface KernelCost {
  /** Requests, loads and stores together. */
  readonly requests: number;
  /** Bytes that these requests move in sectors. */
  readonly movedBytes: number;
  /** How often threads load each element of A, and each of B, on average. */
  readonly readsPerElement: number;
  /** Floating-point operations: a multiplication and an addition for each term. */
  readonly flop: number;
  /** Operations a byte moved: FLOP/B. */
  readonly intensity: number;
}

/**
 * Every warp of the kernel makes the requests of the drawn one, elsewhere: the matrices' sides are multiples of the tile's and of a
 * line's, so that each of them meets sectors as the drawn one does.
 */
export function kernelCost(product: Product): KernelCost {
  const { n } = product;
  const warps = n ** 2 / WARP_SIZE;
  const steps = stepCount(product);
  const [a, b, c] = (["a", "b", "c"] as const).map((matrix) => globalCost(requestOf(matrix, product, 0), h100));
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
