import { expect, test } from "vitest";
import type { ArrayArgument } from "#cuda/launch/launch.ts";
import { describedLaunch } from "./described-launch.ts";

const COPY = "__global__ void copy(float* out, const float* in, int n, float scale) { out[threadIdx.x] = in[n]; }";
const MOVE = "template <bool TURN, typename T> __global__ void move(T* to) { to[threadIdx.x] = TURN; }";

test("what is said takes the place of what is guessed", () => {
  const launch = describedLaunch(COPY, "grid = 8 4; block = 64; in = 1000; n = 999; scale = 0.5");
  expect(launch).toMatchObject({ kernel: "copy", grid: [8, 4, 1], block: [64, 1, 1] });
  expect(
    launch.arguments.map((argument) => ("array" in argument ? argument.length : "value" in argument ? argument.value : argument)),
  ).toEqual([1 << 20, 1000, 999, 0.5]);
});

test.each([
  ["8 zeros", undefined],
  ["8 index", "index"],
  ["8 permutation", { permutation: { seed: 1 } }],
  ["8", { randomUnit: { seed: 1 } }],
])("an array of %s", (text, fill) => {
  const [array] = describedLaunch(COPY, `out = ${text}`).arguments;
  expect(array).toEqual({ array: "out", type: "float", length: 8, ...(fill !== undefined && { fill }) });
});

const FETCH = `#include <cuda.h>
__global__ void fetch(float* out, const __grid_constant__ CUtensorMap in) { out[threadIdx.x] = 1; }`;

test.each<[string, Partial<ArrayArgument>]>([
  ["half 64 128 box 64 8", { type: "half", length: 8192, tensorMap: { sizes: [64, 128], box: [64, 8], swizzle: "none" } }],
  ["half 64 128 index box 64 8 swizzle 128B", { fill: "index", tensorMap: { sizes: [64, 128], box: [64, 8], swizzle: "128B" } }],
  ["__nv_bfloat16 4096 box 16 swizzle 32B", { type: "__nv_bfloat16", tensorMap: { sizes: [4096], box: [16], swizzle: "32B" } }],
  [
    "unsigned int 8 4 2 zeros box 4 4 1",
    { type: "unsigned int", length: 64, tensorMap: { sizes: [8, 4, 2], box: [4, 4, 1], swizzle: "none" } },
  ],
])("a tensor map of %s", (text, expected) => {
  expect(describedLaunch(FETCH, `out = 32; in = ${text}`).arguments[1]).toMatchObject({ array: "in", ...expected });
});

test("a template is launched with the arguments that are said, or with guessed ones", () => {
  expect(describedLaunch(MOVE, "kernel = move<true, double>").arguments).toMatchObject([{ type: "double" }]);
  expect(describedLaunch(MOVE).kernel).toBe("move<16, float>");
});

test.each([
  [COPY, "m = 3", "no parameter `m`"],
  [COPY, "grid = many", "`grid` must be one to three whole numbers"],
  [COPY, "n = many", "`n` must be a number"],
  [COPY, "in = 1.5", "`in` must be a whole number"],
  [COPY, "fast", "`fast` says nothing of a launch"],
  [COPY, "kernel = paste", "no kernel `paste`"],
  ["int f();", "", "no kernel"],
  [FETCH, "out = 32", "`in` is a tensor map, so say its elements and their sizes, the innermost first, and its box: `half 64 128"],
  [FETCH, "in = 4096", "`in` is a tensor map, so say its elements and their sizes"],
  [FETCH, "in = half 64 128", "contents and swizzle may be left out. Not `half 64 128`."],
  [FETCH, "in = half 64 128 box 64 8 swizzle 256B", "`in` has the swizzle none, 32B, 64B, 128B, not `256B`."],
  [
    FETCH,
    "in = half 64 128 box 64 8 swizzle 64B",
    "no such tensor map of `in`: a row of the box has 128 bytes, and with the swizzle of 64B at most 64",
  ],
  [FETCH, "in = half 64 128 box 64", "its box has 1 dimensions, and the tensor 2"],
  [FETCH, "in = char 64 128 box 64 8", "it has elements of type char, which no tensor has"],
  [FETCH, "out = float 32 box 32; in = half 64 128 box 64 8", "`out` is a pointer: a box is said of a parameter that is a `CUtensorMap`."],
])("%s launched with “%s”: %s", (source, description, message) => {
  expect(() => describedLaunch(source, description)).toThrow(message);
});
