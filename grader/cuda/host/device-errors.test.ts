import { describe, expect, it } from "vitest";
import { h100 } from "#simulator";
import { runHost } from "./run-host.ts";

const KERNELS = `#include <cstdio>
__global__ void word(char *p, unsigned *out, int at) { *out = *(unsigned *)(p + at); }
__global__ void fill(int *out, int at) { out[at + (int)threadIdx.x] = 7; }
__global__ void two(float *p) { float2 v = *(float2 *)(p + 1); p[0] = v.x; }
__global__ void tile(int *out, int at) { __shared__ int sh[32]; sh[threadIdx.x] = 1; __syncthreads(); sh[at] = 2; out[0] = sh[0]; }
__global__ void stop(int n) { if (threadIdx.x >= n) __trap(); }
__global__ void hold(int n) { assert(threadIdx.x < n); }
#define SAY(call) do { cudaError_t e = (call); printf("%d %s", (int)e, cudaGetErrorString(e)); } while (0)
`;

function run(body: string) {
  const text = `${KERNELS}int main() {\nint *d, h = 5; char *p; unsigned *u; float *f;\ncudaMalloc(&d, 128); cudaMemset(d, 0, 128);\ncudaMalloc(&p, 16); cudaMemset(p, 1, 16); cudaMalloc(&u, 4); cudaMalloc(&f, 64); cudaMemset(f, 0, 64);\n${body}\nreturn 0; }`;
  return runHost(text, { device: h100 });
}

const SYNC = "SAY(cudaDeviceSynchronize());";

describe("what a program is told after a launch, as a GPU tells it", () => {
  it.each([
    ["bytes as a word", "word<<<1, 1>>>(p, u, 1);", "716 misaligned address"],
    ["a float2 from an odd float", "two<<<1, 1>>>(f);", "716 misaligned address"],
    ["a null pointer", "fill<<<1, 32>>>(nullptr, 0);", "700 an illegal memory access was encountered"],
    ["the host's memory", "fill<<<1, 1>>>(&h, 0);", "700 an illegal memory access was encountered"],
    ["an index 256 MiB beyond a small array", "fill<<<1, 32>>>(d, 1 << 26);", "700 an illegal memory access was encountered"],
    ["one 32 MiB beyond it, where the driver has mapped memory", "fill<<<1, 32>>>(d, 1 << 23);", "0 no error"],
    ["an index before the first array", "fill<<<1, 32>>>(d, -8);", "0 no error"],
    ["one a GiB before it", "fill<<<1, 32>>>(d, -(1 << 28));", "700 an illegal memory access was encountered"],
    [
      "the second piece of 2 MiB after a large array",
      "int *l; cudaMalloc(&l, 3 << 20); cudaFree(d); cudaFree(p); cudaFree(u); cudaFree(f); fill<<<1, 32>>>(l, (3 << 18) + (1 << 19));",
      "700 an illegal memory access was encountered",
    ],
    ["an overrun of a few elements, which no GPU notices", "fill<<<1, 32>>>(d, 8);", "0 no error"],
    ["memory that was freed, beside memory that was not", "cudaFree(d); fill<<<1, 32>>>(d, 0);", "0 no error"],
    ["shared memory beyond the block's", "tile<<<1, 32>>>(d, 4096);", "700 an illegal memory access was encountered"],
    ["shared memory in the rounding", "tile<<<1, 32>>>(d, 31);", "0 no error"],
    ["a trap", "stop<<<1, 32>>>(8);", "719 unspecified launch failure"],
    ["an assertion", "hold<<<1, 32>>>(8);", "710 device-side assert triggered"],
    ["a race", "fill<<<2, 32>>>(d, 0);", "0 no error"],
  ])("%s: %s", (_, launch, expected) => {
    expect(run(launch + SYNC).printed).toEqual([expected]);
  });

  const FAULT = "word<<<1, 1>>>(p, u, 1);";
  it.each([
    ["a call that does not wait learns nothing yet", `${FAULT} SAY(cudaGetLastError()); ${SYNC}`, ["0 no error716 misaligned address"]],
    ["the error is not cleared", `${FAULT} cudaDeviceSynchronize(); cudaGetLastError(); SAY(cudaGetLastError());`, ["716 misaligned address"]],
    ["a copy waits, fails, and leaves the host's memory", `${FAULT} SAY(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost)); printf(" %d", h);`, ["716 misaligned address 5"]],
    ["so does an asynchronous one", `${FAULT} SAY(cudaMemcpyAsync(&h, d, 4, cudaMemcpyDeviceToHost, 0)); printf(" %d", h);`, ["716 misaligned address 5"]],
    ["so do copies of rows", `${FAULT} SAY(cudaMemcpy2D(&h, 4, d, 4, 4, 1, cudaMemcpyDeviceToHost)); printf(" %d", h);`, ["716 misaligned address 5"]],
    ["memory is not allocated any more", `${FAULT} cudaDeviceSynchronize(); SAY(cudaMalloc(&d, 4));`, ["716 misaligned address"]],
    ["memory is not freed", `${FAULT} SAY(cudaFree(d));`, ["716 misaligned address"]],
    ["a stream says so", `${FAULT} SAY(cudaStreamSynchronize(0));`, ["716 misaligned address"]],
    ["the names", `${FAULT} printf("%s", cudaGetErrorName(cudaDeviceSynchronize()));`, ["cudaErrorMisalignedAddress"]],
    ["the numbers", `printf("%d %d %d", cudaErrorIllegalAddress, cudaErrorInvalidConfiguration, cudaErrorLaunchFailure);`, ["700 9 719"]],
    ["devices are still counted", `${FAULT} cudaDeviceSynchronize(); int n; SAY(cudaGetDeviceCount(&n));`, ["0 no error"]],
  ])("%s", (_, body, expected) => {
    expect(run(body).printed).toEqual(expected);
  }); // prettier-ignore

  it("makes no launch after the failed one, and says so; all findings of that one are there", () => {
    const { launches, notes } = run(`${FAULT}\nfill<<<1, 32>>>(d, 0);\nfill<<<1, 32>>>(d, 0);`);
    expect(launches).toMatchObject([{ fault: "misaligned-address", findings: [{ kind: "misaligned" }] }]);
    expect(notes).toEqual([
      'The launch in line 13 ends with `cudaErrorMisalignedAddress` (716, "misaligned address"), as on a GPU: launches and copies after it fail with the same error. 2 launches were not made.',
    ]);
  });
});
