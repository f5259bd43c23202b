import { describe, expect, it } from "vitest";
import { h100 } from "../devices.ts";
import { explainShared } from "../explain-shared.ts";
import { MATRIX_COUNTS, matrixCost } from "../matrix-cost.ts";
import { sharedCost } from "../shared-cost.ts";
import { WARP_SIZE, type WarpRequest } from "../warp-request.ts";
import type { Access, Kernel } from "./kernel.ts";
import { rowPlaces } from "./matrix-registers.ts";

const kernelOf = (bytesPerElement: 1 | 2 | 4): Kernel => ({
  arrays: { tile: { space: "shared", bytesPerElement, length: 4096, contents: "empty" } },
  size: {},
  steps: [],
});

const accessOf = (elementsPerLane: number, more: Pick<Access, "matrices" | "transposed">): Access => ({
  kind: "load",
  name: "ldmatrix",
  array: "tile",
  index: () => null,
  instruction: "ldmatrix",
  elementsPerLane,
  ...more,
});

describe("the registers of a warp have", () => {
  const cases = MATRIX_COUNTS.flatMap((matrices) => [
    ...([1, 2, 4] as const).map((bytes) => [matrices, bytes, false] as const),
    [matrices, 2 as const, true] as const,
  ]);
  it.each(cases)("each element of the rows of %d matrices, of %d bytes, once; transposed: %s", (matrices, bytes, transposed) => {
    const places = rowPlaces(accessOf(16 / bytes, { matrices, transposed }), kernelOf(bytes));
    expect(places).toHaveLength((matrices * 8 * 16) / bytes);
    expect(new Set(places.map(({ lane, element }) => `${lane} ${element}`)).size).toBe(places.length);
    expect(places.every(({ lane, element }) => lane < 8 * matrices && element < 16 / bytes)).toBe(true);
  });
});

it("floats are not transposed: their halves would part", () => {
  expect(() => rowPlaces(accessOf(4, { transposed: true }), kernelOf(4))).toThrow("transposes matrices of elements of 4 bytes");
});

it("a request of matrices costs what its matrices cost, also where neighbouring rows are one", () => {
  for (let seed = 1; seed < 60; seed++) {
    const sharedAddresses = Array.from({ length: WARP_SIZE }, (_, lane) => 16 * (((lane >> (seed % 3)) * 37 * seed) % 128));
    for (const op of ["load", "store"] as const) {
      const request: WarpRequest = {
        ...{ space: "shared", op, bytesPerLane: 16, activeMask: 0xffffffff, addresses: sharedAddresses },
        instruction: op === "load" ? "ldmatrix" : "stmatrix",
      };
      const cost = matrixCost({ op, matrices: 4, sharedAddresses });
      expect(sharedCost(request, h100)).toEqual(cost);
      expect(explainShared(request, h100).groupEvidence.map(({ lanes }) => lanes.length)).toEqual([8, 8, 8, 8]);
    }
  }
});
