import { describe, expect, it } from "vitest";
import { h100 } from "#simulator";
import { profileHost } from "./profile-host.ts";
import { runHost } from "./run-host.ts";

const KERNELS = `#include <cstdio>
#include <vector>
struct Point { char kind; int x; };
__global__ void fill(float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = i; }
__global__ void scale(float *data, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) data[i] *= 2; }
__global__ void copy(const float *in, float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i]; }
__global__ void inner(float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i > 0 && i < n - 1) out[i] = 1; }
__global__ void even(float *out, int n) { int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x); if (i < n) out[i] = 1; }
__global__ void rows(float *out, int width, int height, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * pitch + x] = 1;
}
__global__ void vectors(float4 *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = make_float4(1, 2, 3, 4); }
__global__ void points(Point *out) { out[threadIdx.x].kind = 'a'; out[threadIdx.x].x = threadIdx.x; }
__global__ void sums(const float *in, float *out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 32) sum += in[i];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
__global__ void compact(const float *in, float *out, int *count, int n) {
  int i = threadIdx.x;
  if (i >= n || in[i] < 10) return;
  out[atomicAdd(count, 1)] = in[i];
}
__global__ void find(const float *in, int *at, int n) { int i = threadIdx.x; if (i < n && in[i] == 100) *at = i; }
__global__ void histogram(const float *in, int *bins, int n) { int i = threadIdx.x; if (i < n) atomicAdd(&bins[(int)in[i] % 8], 1); }
`;

/** The findings on a program's results: the launch's number, then the sentence. */
function said(body: string): string[] {
  const text = `${KERNELS}int main() {\nconst int n = 40, bytes = n * sizeof(float);\nfloat *d, *e, h[n]; cudaMalloc(&d, bytes); cudaMalloc(&e, bytes);\n${body}\nreturn 0; }`;
  const { unwritten, launches } = runHost(text, { device: h100 });
  expect(launches.flatMap(({ findings }) => findings)).toEqual([]);
  return unwritten.map(({ launch, words, why }) => `${launch}: ${`${words} ${why}`.replaceAll(/in line \d+/g, "here")}`);
}

const COMPACT =
  "int *c, count; float sum = 0; cudaMalloc(&c, 4); cudaMemset(c, 0, 4); fill<<<2, 32>>>(e, n); compact<<<1, 40>>>(e, d, c, n); cudaMemcpy(&count, c, 4, cudaMemcpyDeviceToHost);\ncudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost); ";
const BACK = "cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost);";

describe("results that nothing has written", () => {
  it.each([
    ["a grid that was rounded down", `fill<<<n / 32, 32>>>(d, n);\n${BACK}`, "1: Elements 32 to 39 of `d`, 8 of 40, are copied back here, and nothing has written them. The launch has 32 threads (1 block of 32) for 40 elements."],
    ["an asynchronous copy", "fill<<<n / 32, 32>>>(d, n);\ncudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, 0);", "1: Elements 32 to 39 of `d`, 8 of 40, are copied back here, and nothing has written them. The launch has 32 threads (1 block of 32) for 40 elements."],
    ["the kind left to the pointers", "fill<<<n / 32, 32>>>(d, n);\ncudaMemcpy(h, d, bytes, cudaMemcpyDefault);", "1: Elements 32 to 39 of `d`, 8 of 40, are copied back here, and nothing has written them. The launch has 32 threads (1 block of 32) for 40 elements."],
    ["a guard that leaves out both ends", `inner<<<2, 32>>>(d, n);\n${BACK}`, "1: Elements 0 and 39 of `d`, 2 of 40, are copied back here, and nothing has written them. The launch was the last to write `d`."],
    ["every other element", `even<<<2, 32>>>(d, n);\n${BACK}`, "1: Elements 1, 3, 5 and 17 more runs of `d`, 20 of 40, are copied back here, and nothing has written them. The launch was the last to write `d`."],
    ["the last element", `fill<<<2, 32>>>(d, n - 1);\n${BACK}`, "1: Element 39 of `d`, 1 of 40, is copied back here, and nothing has written it. The launch was the last to write `d`."],
    ["the other array was launched", `fill<<<2, 32>>>(e, n);\n${BACK}`, "1: Elements 0 to 39 of `d`, 40 of 40, are copied back here, and nothing has written them. No launch is given `d`."],
    ["input and output in each other's place", `fill<<<2, 32>>>(e, n);\ncopy<<<2, 32>>>(e, e, n);\n${BACK}`, "2: Elements 0 to 39 of `d`, 40 of 40, are copied back here, and nothing has written them. No launch is given `d`."],
    ["a kernel whose guard holds for nobody", `fill<<<2, 32>>>(d, 0);\n${BACK}`, "1: Elements 0 to 39 of `d`, 40 of 40, are copied back here, and nothing has written them. The launch is given `d` and writes nothing to it."],
    ["the second of two launches", `fill<<<1, 32>>>(d, n);\nscale<<<1, 32>>>(d, 32);\n${BACK}`, "2: Elements 32 to 39 of `d`, 8 of 40, are copied back here, and nothing has written them. The launch has 32 threads (1 block of 32) for 40 elements."],
    ["a copy within the device before", "fill<<<1, 32>>>(d, n);\ncudaMemcpy(e, d, bytes, cudaMemcpyDeviceToDevice);\ncudaMemcpy(h, e, bytes, cudaMemcpyDeviceToHost);", "1: Elements 32 to 39 of `e`, 8 of 40, are copied back here, and nothing has written them. The launch has 32 threads (1 block of 32) for 40 elements."],
    ["managed memory that the host reads", "float *m; cudaMallocManaged(&m, bytes); fill<<<1, 32>>>(m, n); cudaDeviceSynchronize();\nfloat sum = 0; for (int i = 0; i < n; i++) sum += m[i];", "1: Elements 32 to 39 of `m`, 8 of 40, are read by the host here, and nothing has written them. The launch has 32 threads (1 block of 32) for 40 elements."],
    ["rows and columns of a picture", "float *p, hp[800]; cudaMalloc(&p, 800 * 4); dim3 block(8, 8), grid(20 / 8, 40 / 8);\nrows<<<grid, block>>>(p, 20, 40, 20);\ncudaMemcpy(hp, p, 800 * 4, cudaMemcpyDeviceToHost);", "1: Elements 16 to 19, 36 to 39, 56 to 59 and 37 more runs of `p`, 160 of 800, are copied back here, and nothing has written them. The launch was the last to write `p`."],
    ["a compaction that is read beyond its result", COMPACT + "for (int i = 0; i < n; i++) sum += h[i];", "2: Elements 30 to 39 of `d`, 10 of 40, are copied back here, and nothing has written them. The launch was the last to write `d`."],
    ["a place that is set if something is found", "int *at, place; cudaMalloc(&at, 4); fill<<<2, 32>>>(e, n); find<<<1, 40>>>(e, at, n); cudaMemcpy(&place, at, 4, cudaMemcpyDeviceToHost);", "2: Element 0 of `at`, 1 of 1, is copied back here, and nothing has written it. The launch is given `at` and writes nothing to it."],
    ["rows with a pitch", "float *p, hp[800]; size_t pitch; cudaMallocPitch(&p, &pitch, 20 * 4, 40); dim3 block(4, 8), grid(5, 39 / 8);\nrows<<<grid, block>>>(p, 20, 40, pitch / 4);\ncudaMemcpy2D(hp, 80, p, pitch, 80, 40, cudaMemcpyDeviceToHost);", "1: Elements 4,096 to 4,115, 4,224 to 4,243, 4,352 to 4,371 and 5 more runs of `p`, 160 of 5,120, are copied back here, and nothing has written them. The launch was the last to write `p`."],
    ["vectors", "float4 *v; float hv[160]; cudaMalloc(&v, 640); vectors<<<40 / 32, 32>>>(v);\ncudaMemcpy(hv, v, 640, cudaMemcpyDeviceToHost);", "1: Elements 32 to 39 of `v`, 8 of 40, are copied back here, and nothing has written them. The launch has 32 threads (1 block of 32) for 40 elements."],
  ])("%s", (_, body, expected) => {
    expect(said(body)).toEqual([expected]);
  }); // prettier-ignore

  it.each([
    ["a grid that was rounded up", `fill<<<(n + 31) / 32, 32>>>(d, n);\n${BACK}`],
    ["a copy of what was written", "fill<<<1, 32>>>(d, n);\ncudaMemcpy(h, d, 32 * sizeof(float), cudaMemcpyDeviceToHost);"],
    ["an array that was set before", `cudaMemset(d, 0, bytes); fill<<<1, 32>>>(d, n);\n${BACK}`],
    ["an array that was copied before", `cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice); scale<<<1, 32>>>(d, n);\n${BACK}`],
    ["two launches, each a half", `fill<<<1, 20>>>(d, 20); fill<<<1, 20>>>(d + 20, 20);\n${BACK}`],
    ["a histogram over zeros", "int *bins, hb[8]; cudaMalloc(&bins, 32); cudaMemset(bins, 0, 32); fill<<<2, 32>>>(d, n); histogram<<<1, 40>>>(d, bins, n);\ncudaMemcpy(hb, bins, 32, cudaMemcpyDeviceToHost);"],
    ["one result per block", "float *s, hs[2]; cudaMalloc(&s, 8); fill<<<2, 32>>>(d, n); sums<<<2, 32>>>(d, s, n);\ncudaMemcpy(hs, s, 8, cudaMemcpyDeviceToHost);"],
    ["buffers that change places", `fill<<<2, 32>>>(d, n);\nfor (int i = 0; i < 3; i++) { copy<<<2, 32>>>(d, e, n); float *t = d; d = e; e = t; }\n${BACK}`],
    ["rows with a pitch, copied with their padding", "float *p, hp[5120]; size_t pitch; cudaMallocPitch(&p, &pitch, 80, 40); dim3 block(4, 8), grid(5, 5);\nrows<<<grid, block>>>(p, 20, 40, pitch / 4);\ncudaMemcpy(hp, p, pitch * 40, cudaMemcpyDeviceToHost);"],
    ["rows with a pitch, copied by their width", "float *p, hp[800]; size_t pitch; cudaMallocPitch(&p, &pitch, 80, 40); dim3 block(4, 8), grid(5, 5);\nrows<<<grid, block>>>(p, 20, 40, pitch / 4);\ncudaMemcpy2D(hp, 80, p, pitch, 80, 40, cudaMemcpyDeviceToHost);"],
    ["managed memory of which the host reads what was written", "float *m; cudaMallocManaged(&m, bytes); fill<<<1, 32>>>(m, n); cudaDeviceSynchronize();\nfloat sum = 0; for (int i = 0; i < 32; i++) sum += m[i];"],
    ["managed memory that the host fills", "float *m; cudaMallocManaged(&m, bytes); for (int i = 0; i < n; i++) m[i] = i; scale<<<1, 32>>>(m, n); cudaDeviceSynchronize();\nfloat sum = 0; for (int i = 0; i < n; i++) sum += m[i];"],
    ["pinned memory that copies fill", "float *p; cudaMallocHost(&p, bytes); fill<<<2, 32>>>(d, n); cudaMemcpyAsync(p, d, bytes, cudaMemcpyDeviceToHost, 0); cudaDeviceSynchronize();\nfloat sum = 0; for (int i = 0; i < n; i++) sum += p[i];"],
    ["a compaction, whose result is read as far as it goes", COMPACT + "for (int i = 0; i < count; i++) sum += h[i];"],
    ["structs with padding", "Point *p, hp[32]; cudaMalloc(&p, sizeof(hp)); points<<<1, 32>>>(p);\ncudaMemcpy(hp, p, sizeof(hp), cudaMemcpyDeviceToHost);"],
  ])("nothing of %s", (_, body) => {
    expect(said(body)).toEqual([]);
  }); // prettier-ignore

  it.each([
    [
      "an index that is halved",
      "out[i / 2] = i;",
      "in the same store. Two threads or more write elements 0 to 31 of `d`, 32 of 64. Elements 32 to 63 of `d`, 32 of 64, are copied back in line 5, and nothing has written them.",
    ],
    [
      "a block's number left out",
      "out[threadIdx.x] = i;",
      "Two threads or more write elements 0 to 31 of `d`, 32 of 64. Elements 32 to 63 of `d`, 32 of 64, are copied back in line 5, and nothing has written them.",
    ],
    [
      "a modulus that is too small",
      "out[i % 48] = i;",
      "Two threads or more write elements 0 to 15 of `d`, 16 of 64. Elements 48 to 63 of `d`, 16 of 64, are copied back in line 5, and nothing has written them.",
    ],
  ])("are the end of the story of elements that two threads write: %s", (_, body, expected) => {
    const { launches } = profileHost(
      `__global__ void k(int *out) { int i = blockIdx.x * blockDim.x + threadIdx.x; ${body} }
int main() {
int h[64], *d; cudaMalloc(&d, sizeof(h));
k<<<2, 32>>>(d);
cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost); return h[63];
}`,
      h100,
    );
    expect(launches[0]!.findings).toMatchObject([{ kind: "race", line: 1, message: expect.stringContaining(expected) as string }]);
  });

  it.each([
    ["the same value", "out[i / 2] = 7;", ["unwritten"]],
    ["in turn, by a barrier", "if (i < 32) out[i] = 1; __syncthreads(); if (i >= 32) out[i - 32] = i;", ["unwritten"]],
    ["with atomics", "atomicExch(&out[i / 2], i);", ["uninitialized", "unwritten"]],
    ["each element once", "out[63 - i] = i;", []],
  ])("two threads that write %s are no race", (_, body, kinds) => {
    const { launches } = profileHost(
      `__global__ void k(int *out) { int i = threadIdx.x; ${body} }
int main() { int h[64], *d; cudaMalloc(&d, sizeof(h)); k<<<1, 64>>>(d); cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost); return h[63]; }`,
      h100,
    );
    expect(launches[0]!.findings.map(({ kind }) => kind)).toEqual(kinds);
  });
});
