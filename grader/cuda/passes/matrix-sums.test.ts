import { expect, test } from "vitest";
import { h200 } from "#simulator";
import { parseLaunch } from "../launch/launch.ts";
import { compileLaunched } from "../launch/launched-kernel.ts";
import { runLaunch } from "../launch/run-launch.ts";
import { profileHost } from "../host/profile-host.ts";

/** A product that adds to four sums of a lane. */
const product = (...c: readonly string[]): string =>
  `asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%4, %4}, {%0, %1, %2, %3};"
    : ${c.map((sum) => `"+f"(${sum})`).join(", ")} : "r"(a));`;
const inC = product("c[0]", "c[1]", "c[2]", "c[3]");
const store = "for (int j = 0; j < 4; j++) out[4 * i + j] = c[j];";

/** The messages of a launch of one warp. @param before functions and types above the kernel */
function findingsOf(body: string, before = ""): readonly string[] {
  const text = `#include <mma.h>
using namespace nvcuda;
struct Sums { float c[4]; };
${before}
__global__ void k(float* out, const float* in, int n) {
  const int i = threadIdx.x;
  unsigned a = i;
  ${body}
}`;
  const launch = parseLaunch({
    kernel: "k",
    grid: [1, 1, 1],
    block: [32, 1, 1],
    arguments: [
      { array: "out", type: "float", length: 256 },
      { array: "in", type: "float", length: 256, fill: "index" },
      { value: 3, type: "int" },
    ],
  });
  return runLaunch(compileLaunched(text, "k"), launch, { device: h200 }).findings.map(({ message }) => message);
}

const FRAGMENTS = `wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> y;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> sums;
  wmma::load_matrix_sync(x, in, 8);
  wmma::load_matrix_sync(y, in, 8);`;
const MULTIPLY = "wmma::mma_sync(sums, x, y, sums); wmma::store_matrix_sync(out, sums, 16, wmma::mem_row_major);";

test.each([
  ["sums that nothing sets", "c", `float c[4]; ${inC} ${store}`, ""],
  ["in a loop", "c", `float c[4]; for (int t = 0; t < n; t++) { ${inC} } ${store}`, ""],
  ["set behind the product", "c", `float c[4]; ${inC} ${store} for (int j = 0; j < 4; j++) c[j] = 0;`, ""],
  ["one of the four is set", "d", `float d0, d[3]; d0 = 0; ${product("d0", "d[0]", "d[1]", "d[2]")} out[i] = d0 + d[0];`, ""],
  ["single variables", "c1", `float c0 = 0, c1, c2 = 0, c3 = 0; ${product("c0", "c1", "c2", "c3")} out[i] = c1;`, ""],
  ["of a struct", "sums", `Sums sums; ${product("sums.c[0]", "sums.c[1]", "sums.c[2]", "sums.c[3]")} out[i] = sums.c[0];`, ""],
  ["copied before", "d", `float d[4], c[4]; for (int j = 0; j < 4; j++) c[j] = d[j]; ${inC} ${store}`, ""],
  ["by a function", "c", `float c[4]; multiply(c, a); ${store}`, `__device__ void multiply(float (&c)[4], unsigned a) { ${inC} }`],
  ["fragments", "sums", `${FRAGMENTS} ${MULTIPLY}`, ""],
])("%s", (_, name, body, before) => {
  expect(findingsOf(body, before)).toEqual([
    `Thread (0, 0, 0) of block (0, 0, 0) adds a product to \`${name}\`, which nothing has set: a GPU's registers hold anything. Set \`${name}\` to 0 before the first product.`,
  ]);
});

test.each([
  ["where they are declared", `float c[4] = {}; ${inC} ${store}`, ""],
  ["in a loop", `float c[4]; for (int j = 0; j < 4; j++) c[j] = 0; ${inC} ${store}`, ""],
  ["in a loop that isn't unrolled", `float c[4];\n#pragma unroll 1\nfor (int j = 0; j < n + 1; j++) c[j] = 0; ${inC} ${store}`, ""],
  ["element by element", `float c[4]; c[0] = 0; c[1] = 0; c[2] = 0; c[3] = 0; ${inC} ${store}`, ""],
  ["by memset", `float c[4]; memset(c, 0, sizeof(c)); ${inC} ${store}`, ""],
  ["by a function", `float c[4]; clear(c); ${inC} ${store}`, "__device__ void clear(float* c) { for (int j = 0; j < 4; j++) c[j] = 0; }"],
  ["by a function's result", `Sums s = none(); float (&c)[4] = s.c; ${inC} ${store}`, "__device__ Sums none() { return {}; }"],
  ["by a member function", `Tile t; t.clear(); float (&c)[4] = t.c; ${inC} ${store}`, "struct Tile { float c[4]; __device__ void clear() { for (float& one : c) one = 0; } };"], // prettier-ignore
  ["by a vector from memory", `float c[4]; *(float4*)c = *(const float4*)&in[4 * i]; ${inC} ${store}`, ""],
  ["by asm", `float c[4]; for (int j = 0; j < 4; j++) asm("mov.f32 %0, 0f00000000;" : "=f"(c[j])); ${inC} ${store}`, ""],
  ["by the lanes that took a branch", `float c[4]; if (n > 2) for (int j = 0; j < 4; j++) c[j] = 0; ${inC} ${store}`, ""],
  [
    "in the first pass",
    `float c[4]; for (int t = 0; t < n; t++) { if (t == 0) for (int j = 0; j < 4; j++) c[j] = 0; ${inC} } ${store}`,
    "",
  ],
  ["in an earlier pass", `float c[4]; for (int t = 0; t < n; t++) { if (t > 0) { ${inC} } else { for (int j = 0; j < 4; j++) c[j] = 0; } } ${store}`, ""], // prettier-ignore
  ["by a product that adds to zeros", `float d[4], c[4]; asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%4, %4}, {%5, %5, %5, %5};" : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3]) : "r"(a), "f"(0.0f)); for (int j = 0; j < 4; j++) c[j] = d[j]; ${inC} ${store}`, ""], // prettier-ignore
  ["by a shuffle", `float c[4]; for (int j = 0; j < 4; j++) c[j] = __shfl_sync(0xffffffff, (float)i, 0); ${inC} ${store}`, ""],
  ["of an accumulator that is filled", `${FRAGMENTS} wmma::fill_fragment(sums, 0.0f); ${MULTIPLY}`, ""],
  ["of an accumulator that is loaded", `${FRAGMENTS} wmma::load_matrix_sync(sums, in, 16, wmma::mem_row_major); ${MULTIPLY}`, ""],
  ["of an accumulator, element by element", `${FRAGMENTS} for (int j = 0; j < sums.num_elements; j++) sums.x[j] = 0; ${MULTIPLY}`, ""],
])("nothing is found of sums that are set %s", (_, body, before) => expect(findingsOf(body, before)).toEqual([]));

test("a remedy that is tried sets them to 0 where they are declared", () => {
  const text = `__global__ void k(float* out) {
  const int i = threadIdx.x;
  unsigned a = i;
  float c[4];
  ${inC}
  ${store}
}
int main() { float* out; cudaMalloc(&out, 512); k<<<1, 32>>>(out); }`;
  const [launch] = profileHost(text, h200).launches;
  expect(launch!.remedies).toEqual([expect.objectContaining({ words: "`c` set to 0 in line 4", ends: [0] })]);
  expect(launch!.remedies![0]!.insertions).toEqual([expect.objectContaining({ text: " = {}" })]);
});
