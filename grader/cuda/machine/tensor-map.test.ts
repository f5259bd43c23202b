import { describe, expect, it } from "vitest";
import { TENSOR_MAP_BYTES, decodeTensorMap, encodeTensorMap, refusedMap, type AskedMap, type TensorMap } from "./tensor-map.ts";

describe("a tensor map", () => {
  const map: TensorMap = {
    globalAddress: 2 ** 40 + 256,
    elementBytes: 2,
    sizes: [2 ** 32, 1, 7],
    strides: [2, 2 ** 33, 2 ** 39],
    box: [64, 1, 256],
    elementStrides: [1, 8, 1],
    swizzle: "128B",
    fillsWithNan: true,
    type: 6,
  };

  it("is read as it was written, with up to 2³² elements along a dimension", () => {
    const bytes = encodeTensorMap(map);
    expect(bytes).toHaveLength(TENSOR_MAP_BYTES);
    expect(decodeTensorMap(bytes)).toEqual(map);
  });

  it("isn't read from other bytes", () => {
    expect(decodeTensorMap(new Uint8Array(TENSOR_MAP_BYTES))).toBeUndefined();
  });

  const asked: AskedMap = {
    type: 6,
    rank: 2,
    address: 4096,
    sizes: [2 ** 32, 64],
    strides: [2 ** 33],
    box: [64, 64],
    elementStrides: [1, 1],
    interleave: 0,
    swizzle: 3,
  };

  it.each<[string, Partial<AskedMap>, string | undefined]>([
    ["of 2³² elements is taken", {}, undefined],
    ["of more is refused", { sizes: [2 ** 32 + 1, 64] }, "dimension 0 has 4294967297 elements"],
    ["of none is refused", { sizes: [64, 0] }, "dimension 1 has 0 elements"],
    ["of no dimension is refused", { rank: 0 }, "0 are asked for"],
    ["of six dimensions is refused", { rank: 6 }, "6 are asked for"],
    ["of a type that there isn't is refused", { type: 16 }, "16 is no data type"],
    ["behind a multiple of 16 is refused", { address: 4104 }, "8 bytes behind a multiple of 16"],
    ["with rows of no whole 16 bytes is refused", { strides: [130] }, "the stride of dimension 1 is 130 bytes"],
    ["with rows too far apart is refused", { strides: [2 ** 40] }, "below 2⁴⁰"],
    ["with a box too large is refused", { box: [64, 257] }, "257 elements along dimension 1"],
    ["with rows too long for its swizzle is refused", { box: [128, 64] }, "at most 128"],
    ["with rows of the box of no whole 16 bytes is refused", { box: [4, 64] }, "a row of the box has 8 bytes"],
    ["with a step of elements too long is refused", { elementStrides: [1, 9] }, "the element stride of dimension 1 is 9"],
  ])("%s", (_, change, why) => {
    const refused = refusedMap({ ...asked, ...change });
    if (why === undefined) expect(refused).toBeUndefined();
    else expect(refused).toContain(why);
  });
});
