import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { TENSOR_TYPES } from "../machine/tensor-map.ts";
import { runHost } from "./run-host.ts";

const HEAD = `#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda_bf16.h>
#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>
`;

/** What main prints whose tensor is \`d\`, on the device. */
function printed(main: string, before = ""): readonly string[] {
  return runHost(
    `${HEAD}${before}int main() { nv_bfloat16* d; cudaMalloc(&d, 64 * 64 * 2); CUtensorMap map{}; CUresult r; ${main} printf("%d\\n", r); }`,
    {
      device: h200,
    },
  ).printed;
}

const MODES =
  "CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE";
const encoded = (sizes: string, strides: string, box: string, steps: string, rank = "2", at = "d"): string =>
  `r = cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, ${rank}, ${at}, ${sizes}, ${strides}, ${box}, ${steps}, ${MODES});`;
const LISTS = "uint64_t sizes[] = {64, 64}, strides[] = {128}; uint32_t box[] = {64, 64}, steps[] = {1, 1};";

describe("cuTensorMapEncodeTiled", () => {
  it.each([
    ["of the driver's own", "cuuint64_t sizes[] = {64, 64}, strides[] = {128}; cuuint32_t box[] = {64, 64}, steps[] = {1, 1};"],
    ["of <cstdint>'s", LISTS],
    [
      "of size_t and unsigned",
      "size_t sizes[2] = {64, 64}; const size_t strides[1] = {128}; unsigned box[2] = {64, 64}; const unsigned steps[2] = {1, 1};",
    ],
    ["of unsigned long", "unsigned long sizes[] = {64, 64}, strides[] = {128}; unsigned int box[] = {64, 64}, steps[] = {1, 1};"],
  ])("takes sizes and strides of 64 bits and boxes of 32: %s", (_, lists) => {
    expect(printed(`${lists} ${encoded("sizes", "strides", "box", "steps")}`)).toEqual(["0"]);
  });

  it("takes what containers have", () => {
    const lists =
      "std::array<cuuint64_t, 2> sizes{64, 64}; std::vector<cuuint64_t> strides{128}; std::vector<cuuint32_t> box{64, 64}, steps(2, 1);";
    expect(printed(`${lists} ${encoded("sizes.data()", "strides.data()", "box.data()", "steps.data()", "sizes.size()")}`)).toEqual(["0"]);
  });

  it.each([
    ["sizes of 32 bits", LISTS.replace("uint64_t sizes[] = {64, 64},", "uint32_t sizes[] = {64, 64}; uint64_t")],
    ["a box of 64 bits", LISTS.replace("uint32_t box[] = {64, 64},", "uint64_t box[] = {64, 64}; uint32_t")],
  ])("refuses %s, as nvcc does", (_, lists) => {
    expect(() => printed(`${lists} ${encoded("sizes", "strides", "box", "steps")}`)).toThrow("No `cuTensorMapEncodeTiled` takes");
  });

  it.each([
    ["of six dimensions", LISTS, ["6", "d"]],
    ["without dimensions", LISTS, ["0", "d"]],
    ["that begins between pieces of 16 bytes", LISTS, ["2", "d + 1"]],
    ["whose rows begin between them", LISTS.replace("{128}", "{130}"), ["2", "d"]],
    ["with rows of the box beyond its swizzle", LISTS.replace("box[] = {64", "box[] = {128"), ["2", "d"]],
    ["with no elements", LISTS.replace("sizes[] = {64", "sizes[] = {0"), ["2", "d"]],
  ])("returns CUDA_ERROR_INVALID_VALUE for a tensor %s", (_, lists, [rank, at]) => {
    expect(printed(`${lists} ${encoded("sizes", "strides", "box", "steps", rank, at)}`)).toEqual(["1"]);
  });

  it("takes a type that a struct has for host and device", () => {
    const traits = `template <typename T> struct Of; template <> struct Of<nv_bfloat16> { using acc = float; static constexpr CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_BFLOAT16; };
template <typename T> __global__ void k(float* out) { typename Of<T>::acc sum = 0; out[threadIdx.x] = sum + threadIdx.x; }
`;
    const main = `float* out; float h[32]; cudaMalloc(&out, 128); k<nv_bfloat16><<<1, 32>>>(out); cudaMemcpy(h, out, 128, cudaMemcpyDeviceToHost); printf("%g\\n", h[5]); ${LISTS}
      r = cuTensorMapEncodeTiled(&map, Of<nv_bfloat16>::type, 2, d, sizes, strides, box, steps, ${MODES});`;
    expect(printed(main, traits)).toEqual(["5", "0"]);
  });

  it("knows the driver's data types by their numbers", () => {
    const main = TENSOR_TYPES.map(({ name }) => `printf("%d\\n", CU_TENSOR_MAP_DATA_TYPE_${name});`).join(" ");
    expect(printed(`r = 0; ${main}`)).toEqual([...TENSOR_TYPES.map((_, number) => String(number)), "0"]);
  });
});
