import { expect, test } from "vitest";
import { requestsOfBlock } from "./block-requests.ts";
import { galleryKernel } from "./gallery-texts.ts";

const transpose = galleryKernel("transpose-tiled", "");

test("the requests of a block come in order, with addresses from the start of their array", () => {
  const { requests, further } = requestsOfBlock(transpose, 17);
  expect([requests.length, further]).toEqual([128, 0]);
  const [first] = requests;
  expect(first).toMatchObject({ warp: 0, space: "global", array: "in", elementBytes: 4 });
  // Block 17 is (1, 1): its first row begins at row 32 and column 32 of 512.
  expect(Array.from(first!.addresses.slice(0, 2))).toEqual([4 * (32 * 512 + 32), 4 * (32 * 512 + 33)]);
});
