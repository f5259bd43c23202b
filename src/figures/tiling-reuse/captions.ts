import { SECTOR_BYTES, type Device } from "#simulator";
import { count, decimal, percent, pluralize } from "#pictures/format.ts";
import { ELEMENT_OF, TILE_SIDES, kernelCost, stepCount, warpCosts, type KernelCost, type Matrix, type Product } from "./product.ts";
import { attainableGflops, flopRate, scaled, tileSideAtRidge, type Roofline } from "./roofline.ts";

/** How often each element is loaded, the resulting intensity, and what would limit the kernel if no cache caught a repeat. */
export function sentence(product: Product, cost: KernelCost, device: Device, roofline: Roofline): string {
  const { readsPerElement, intensity } = cost;
  const allowed = attainableGflops(roofline, intensity);
  const rate = `${decimal(intensity)} operations per byte. If every load went to DRAM, the ${device.name} could reach ${flopRate(allowed)}, ${percent(allowed / roofline.peakGflops)} of its peak.`;
  if (product.tileSide === 1) {
    const { sectors, usefulBytes } = warpCosts(product).a;
    return `Without tiles threads load each element ${count(readsPerElement)} times. All lanes want one element of A, so ${pluralize(sectors, "sector")} of ${count(SECTOR_BYTES)} bytes moves for ${count(usefulBytes)} useful ones. That is ${rate}`;
  }
  const untiled = kernelCost({ ...product, tileSide: 1 });
  const limit =
    intensity < roofline.ridge
      ? `That's still left of the ridge at ${decimal(roofline.ridge)}, which would take a tile of ${count(tileSideAtRidge(roofline))}. In caches, shared memory limits this kernel instead: two loads for each multiply-add.`
      : `That's right of the ridge at ${decimal(roofline.ridge)}, so DRAM isn't the limit.`;
  return `A tile of ${product.tileSide} is loaded once and used ${product.tileSide} times, so threads load each element ${count(readsPerElement)} times instead of ${count(untiled.readsPerElement)}. That is ${rate} ${limit}`;
}

/** The kernel with each tile side, in words. */
export function details({ n }: Product, device: Device, roofline: Roofline): string[] {
  const kernels = TILE_SIDES.map((tileSide) => {
    const product = { n, tileSide };
    const { requests, movedBytes, readsPerElement, intensity } = kernelCost(product);
    const { a, b } = warpCosts(product);
    const name = tileSide === 1 ? "No tiles" : `Tiles of ${tileSide}`;
    return `${name}: in each of ${pluralize(stepCount(product), "step")} a warp moves ${pluralize(a.sectors, "sector")} of A and ${pluralize(b.sectors, "sector")} of B. In all ${scaled(requests, "")} requests move ${scaled(movedBytes, "B")}; each element is loaded ${count(readsPerElement)} times; ${decimal(intensity)} FLOP/B allow ${flopRate(attainableGflops(roofline, intensity))}.`;
  });
  return [...kernels, roofCaption(device, roofline)];
}

/** Where the two bounds come from. */
export function roofCaption(
  { name, smCount, boostClockMHz }: Device,
  { dramGBps, achievedGBps, peakGflops, lanesPerSm }: Roofline,
): string {
  const copy = achievedGBps === undefined ? "" : ` A copy was measured at ${count(Math.round(achievedGBps))} GB/s: the dashed line.`;
  return `${name}: ${count(dramGBps)} GB/s on the pins of DRAM (datasheet), and ${smCount} SMs × ${count(boostClockMHz)} MHz × ${lanesPerSm} lanes × 2 = ${flopRate(peakGflops)} in single precision, without tensor cores (lanes by the CUDA C++ Programming Guide).${copy} Bytes are counted as if no cache caught a repeat.`;
}

/** What one lane loads and owns. */
export function laneCaption(product: Product, step: number, lane: number): string {
  const subscripts = (matrix: Matrix) => {
    const { row, column } = ELEMENT_OF[matrix](product, step, lane);
    return `[${row}][${column}]`;
  };
  return `Lane ${lane} loads A${subscripts("a")} and B${subscripts("b")}, and owns C${subscripts("c")}`;
}
