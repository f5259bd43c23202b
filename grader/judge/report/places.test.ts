import { expect, test } from "vitest";
import { dim3 } from "#simulator";
import { witnessTitle } from "./places.ts";

const witness = { access: "read", warp: 3, blockIdx: dim3(1, 2, 0) } as unknown as Parameters<typeof witnessTitle>[0];

test.each([
  ["a row of blocks", dim3(8), "read: warp 3 of block 1"],
  ["a sheet of blocks", dim3(8, 8), "read: warp 3 of block (1, 2)"],
  ["layers of blocks", dim3(8, 8, 8), "read: warp 3 of block (1, 2, 0)"],
])("in %s, a block is named by the axes that its grid has", (_, gridDim, title) => {
  expect(witnessTitle({ ...witness, gridDim })).toBe(title);
});

test("the warps of a single block need no block", () => {
  expect(witnessTitle({ ...witness, blockIdx: dim3(0), gridDim: dim3(1) })).toBe("read: warp 3");
});

test("where the grid is not known, a block has all its coordinates", () => {
  expect(witnessTitle(witness)).toBe("read: warp 3 of block (1, 2, 0)");
});
