import { describe, expect, it } from "vitest";
import { h100 } from "#simulator";
import { gridRemedy } from "./grid-remedy.ts";
import { runHost } from "./run-host.ts";

const INDEX = "int i = blockIdx.x * blockDim.x + threadIdx.x;";
const KERNELS = {
  guarded: `__global__ void k(float *out, int n) { ${INDEX} if (i < n) out[i] = i; }`,
  bare: `__global__ void k(float *out, int n) { ${INDEX} out[i] = i; }`,
  "without a length": `__global__ void k(float *out) { ${INDEX} out[i] = i; }`,
  "with a barrier": `__global__ void k(float *out, int n) { ${INDEX} __shared__ float s[32]; s[threadIdx.x] = i; __syncthreads(); out[i] = s[31 - threadIdx.x]; }`,
  "of two dimensions": `__global__ void k(float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y; if (x < w && y < h) out[y * w + x] = 1; }`,
  "of two dimensions, bare": `__global__ void k(float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y; out[y * w + x] = 1; }`,
  "that leaves out the last": `__global__ void k(float *out, int n) { ${INDEX} if (i < n - 1) out[i] = i; }`,
} as const;

/** The remedy in words, without its lines; undefined if there is none. */
function remedyOf(kernel: keyof typeof KERNELS, before: string, launch: string): string | undefined {
  const text = `${KERNELS[kernel]}
int main() {
  ${before}
  float *d, h[200]; cudaMalloc(&d, n * sizeof(float));
  ${launch};
  cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
}`;
  const result = runHost(text, { device: h100 });
  expect(result.unwritten).toHaveLength(1);
  return gridRemedy(result.unwritten[0]!, { text, device: h100, result, microseconds: 1, options: {} })?.words.replaceAll(
    / (in|after) line \d+/g,
    "",
  );
}

describe("a grid that leaves elements unwritten is rounded up", () => {
  it.each([
    ["guarded", "const int n = 40;", "k<<<n / 32, 32>>>(d, n)", "the grid rounded up to `(n + 31) / 32`"],
    ["guarded", "const int n = 40; int threads = 32; int blocks = n / threads;", "k<<<blocks, threads>>>(d, n)", "the grid rounded up to `(n + threads - 1) / threads`"],
    ["guarded", "const int n = 40; dim3 block(32); dim3 grid(n / block.x);", "k<<<grid, block>>>(d, n)", "the grid rounded up to `(n + block.x - 1) / block.x`"],
    ["guarded", "const int n = 40; dim3 grid; grid.x = n / 32;", "k<<<grid, 32>>>(d, n)", "the grid rounded up to `(n + 31) / 32`"],
    ["guarded", "const int n = 40; int blocks = ceil(n / 32);", "k<<<blocks, 32>>>(d, n)", "the grid rounded up to `(n + 31) / 32`"],
    ["guarded", "const int n = 40;", "k<<<(2 * n) / (32 * 2), 32>>>(d, n)", "the grid rounded up to `((2 * n) + (32 * 2) - 1) / (32 * 2)`"],
    ["guarded", "const int n = 40;", "k<<<1, 32>>>(d, n)", "2 blocks"],
    ["bare", "const int n = 40;", "k<<<n / 32, 32>>>(d, n)", "the grid rounded up to `(n + 31) / 32` and `if (i >= n) return;`"],
    ["without a length", "const int n = 40;", "k<<<n / 32, 32>>>(d)", "the grid rounded up to `(n + 31) / 32` and `if (i >= 40) return;`"],
    ["of two dimensions", "const int n = 200; dim3 block(8, 8), grid(20 / 8, 10 / 8);", "k<<<grid, block>>>(d, 20, 10)", "the grid rounded up to `(20 + 7) / 8` and `(10 + 7) / 8`"],
    ["of two dimensions, bare", "const int n = 160; dim3 block(8, 8), grid(16 / 8, 10 / 8);", "k<<<grid, block>>>(d, 16, 10)", "the grid rounded up to `(10 + 7) / 8` and `if (x >= w || y >= h) return;`"],
  ] as const)("kernel %s: %s %s", (kernel, before, launch, expected) => {
    expect(remedyOf(kernel, before, launch)).toBe(expected);
  }); // prettier-ignore

  it.each([
    ["the grid is large enough", "that leaves out the last", "const int n = 40;", "k<<<(n + 31) / 32, 32>>>(d, n)"],
    ["threads would leave before a barrier", "with a barrier", "const int n = 40;", "k<<<n / 32, 32>>>(d, n)"],
    ["another divisor is wrong", "guarded", "const int n = 40;", "k<<<n / 37, 16>>>(d, n)"],
  ] as const)("not where %s", (_, kernel, before, launch) => {
    expect(remedyOf(kernel, before, launch)).toBeUndefined();
  });
});
