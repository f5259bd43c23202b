import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { profileHost } from "./profile-host.ts";

/** Whole files of the kinds that tutorials and benchmarks have. */

function outcome(text: string) {
  const { launches, result } = profileHost(text, h200);
  return {
    printed: result.printed,
    exitCode: result.exitCode,
    launches: launches.map(({ number, times, kernel }) => `${number} ${kernel} × ${times}`),
    findings: launches.flatMap(({ findings }) => findings.map(({ message }) => message)),
  };
}

describe("whole programs", () => {
  it("multiplies matrices in std::vectors, naive and tiled, and compares", () => {
    expect(
      outcome(`#include <iostream>
#include <vector>
#include <cmath>
#include <cstdlib>
#include <cuda_runtime.h>
constexpr int TILE = 16;
__global__ void matmul(const float *A, const float *B, float *C, int N) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < N && col < N) {
    float sum = 0.0f;
    for (int k = 0; k < N; ++k) sum += A[row * N + k] * B[k * N + col];
    C[row * N + col] = sum;
  }
}
__global__ void matmulTiled(const float *A, const float *B, float *C, int N) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < N / TILE; ++t) {
    As[threadIdx.y][threadIdx.x] = A[row * N + t * TILE + threadIdx.x];
    Bs[threadIdx.y][threadIdx.x] = B[(t * TILE + threadIdx.y) * N + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
    __syncthreads();
  }
  C[row * N + col] = sum;
}
int main() {
  const int N = 48;
  std::vector<float> h_A(N * N), h_B(N * N, 2.0f), h_C(N * N), expected(N * N);
  for (auto &x : h_A) x = static_cast<float>(std::rand() % 10);
  float *d_A, *d_B, *d_C;
  const size_t bytes = h_A.size() * sizeof(float);
  cudaMalloc(&d_A, bytes); cudaMalloc(&d_B, bytes); cudaMalloc(&d_C, bytes);
  cudaMemcpy(d_A, h_A.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_B, h_B.data(), bytes, cudaMemcpyHostToDevice);
  dim3 threads(TILE, TILE);
  dim3 blocks((N + threads.x - 1) / threads.x, (N + threads.y - 1) / threads.y);
  matmul<<<blocks, threads>>>(d_A, d_B, d_C, N);
  cudaMemcpy(expected.data(), d_C, bytes, cudaMemcpyDeviceToHost);
  matmulTiled<<<blocks, threads>>>(d_A, d_B, d_C, N);
  cudaDeviceSynchronize();
  cudaMemcpy(h_C.data(), d_C, bytes, cudaMemcpyDeviceToHost);
  float maxError = 0.0f;
  for (int i = 0; i < N * N; ++i) maxError = fmaxf(maxError, fabsf(h_C[i] - expected[i]));
  std::cout << "Max error: " << maxError << std::endl;
  cudaFree(d_A); cudaFree(d_B); cudaFree(d_C);
  return maxError == 0.0f ? EXIT_SUCCESS : EXIT_FAILURE;
}`),
    ).toEqual({ printed: ["Max error: 0"], exitCode: 0, launches: ["1 matmul × 1", "2 matmulTiled × 1"], findings: [] });
  });

  const KERNELS = `#include <cstdio>
template <int TILE> __global__ void tiled(const float *in, float *out, int n) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  out[(blockIdx.x * TILE + threadIdx.y) * n + blockIdx.y * TILE + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void naive(const float *in, float *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * n + y] = in[y * n + x];
}
`;
  const MAIN = (bench: string, calls: string) => `${KERNELS}${bench}
int main() {
  const int n = 64;
  float *in, *out;
  cudaMalloc(&in, n * n * sizeof(float));
  cudaMalloc(&out, n * n * sizeof(float));
  cudaMemset(in, 0, n * n * sizeof(float));
  dim3 block(16, 16), grid(n / 16, n / 16);
  ${calls}
}`;
  const TIMED = `cudaEvent_t start, stop;
  cudaEventCreate(&start); cudaEventCreate(&stop);
  cudaEventRecord(start);
  for (int i = 0; i < 10; i++) LAUNCH;
  cudaEventRecord(stop); cudaEventSynchronize(stop);
  float ms; cudaEventElapsedTime(&ms, start, stop);`;
  const timed = (launch: string) => TIMED.replace("LAUNCH", launch);

  it.each([
    [
      "a generic lambda that captures by reference",
      MAIN(
        "",
        `int runs = 0;
  auto bench = [&](auto kernel, const char *name) {
    ${timed("kernel<<<grid, block>>>(in, out, n)")}
    printf("%d: %s\\n", ++runs, name);
  };
  bench(naive, "naive");
  bench(tiled<16>, "tiled");`,
      ),
    ],
    [
      "a template of a function that takes a kernel",
      MAIN(
        `template <typename Kernel> float bench(Kernel kernel, dim3 grid, dim3 block, const float *in, float *out, int n, const char *name) {
  static int runs = 0;
  ${timed("kernel<<<grid, block>>>(in, out, n)")}
  return ms;
}`,
        `bench(naive, grid, block, in, out, n, "naive"); printf("1: naive\\n");
  bench(tiled<16>, grid, block, in, out, n, "tiled"); printf("2: tiled\\n");`,
      ),
    ],
    [
      "a pointer to a kernel",
      MAIN(
        `float bench(void (*kernel)(const float *, float *, int), dim3 grid, dim3 block, const float *in, float *out, int n, int iterations = 10) {
  for (int i = 0; i < iterations; i++) kernel<<<grid, block>>>(in, out, n);
  return 0;
}`,
        `bench(naive, grid, block, in, out, n); printf("1: naive\\n");
  bench(tiled<16>, grid, block, in, out, n); printf("2: tiled\\n");`,
      ),
    ],
    [
      "named pointers to kernels, and a kernel as the argument of a template",
      MAIN(
        `typedef void (*Kernel)(const float *, float *, int);
void bench(Kernel kernel, dim3 grid, dim3 block, const float *in, float *out, int n) {
  for (int i = 0; i < 10; i++) kernel<<<grid, block>>>(in, out, n);
}
template <Kernel kernel> void benchOf(dim3 grid, dim3 block, const float *in, float *out, int n) {
  for (int i = 0; i < 10; i++) kernel<<<grid, block>>>(in, out, n);
}`,
        `benchOf<naive>(grid, block, in, out, n); printf("1: naive\\n");
  void (*second)(const float *, float *, int) = &tiled<16>;
  bench(second, grid, block, in, out, n); printf("2: tiled\\n");`,
      ),
    ],
    [
      "a function that takes what is timed as a lambda",
      MAIN(
        `int runs;
template <typename F> void bench(const char *name, F &&launch) {
  int padding[100] = {};
  ${timed("launch()")}
  printf("%d: %s\\n", ++runs + padding[5], name);
}`,
        `bench("naive", [&] { naive<<<grid, block>>>(in, out, n); });
  bench("tiled", [=]() { tiled<16><<<grid, block>>>(in, out, n); });`,
      ),
    ],
  ])("times kernels with %s", (_, text) => {
    expect(outcome(text)).toEqual({
      printed: ["1: naive", "2: tiled"],
      exitCode: 0,
      launches: ["1 naive × 10", "11 tiled<16> × 10"],
      findings: [],
    });
  });

  it("a lambda, or the name of a kernel, in two instances of a template is two", () => {
    const { printed, launches } = outcome(`#include <cstdio>
template <int n> __global__ void store(int* d) { d[0] = n; }
template <typename L> void call(L launch) { launch(); }
template <typename Kernel> void viaLambda(Kernel kernel, int* d) { call([&] { kernel<<<1, 1>>>(d); }); }
template <int n> void viaName(int* d) { viaLambda(store<n>, d); }
int main() {
  int *d, h;
  cudaMalloc(&d, 4);
  viaLambda(store<1>, d); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); printf("%d\\n", h);
  viaLambda(store<2>, d); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); printf("%d\\n", h);
  viaName<3>(d); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); printf("%d\\n", h);
  viaName<4>(d); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); printf("%d\\n", h);
}`);
    expect(printed).toEqual(["1", "2", "3", "4"]);
    expect(launches).toEqual(["1 store<1> × 1", "2 store<2> × 1", "3 store<3> × 1", "4 store<4> × 1"]);
  });

  it("captures by value what a variable was when the lambda was made, and returns what its return says", () => {
    expect(
      outcome(`#include <cstdio>
int apply(int x) { auto twice = [](int y) { return 2 * y; }; int kept = x; auto add = [kept](int y) -> int { return kept + y; }; kept = 100; return add(twice(x)); }
auto half(double x) { return x / 2; }
__global__ void nothing() {}
int main() {
  int n = 1;
  auto byValue = [=] { return n; };
  auto byReference = [&]() { return n++; };
  n = 5;
  byReference();
  printf("%d %d %d %g\\n", byValue(), n, apply(3), half(3));
  nothing<<<1, 1>>>();
}`).printed,
    ).toEqual(["1 6 9 1.5"]);
  });

  it("reduces with two launches and dynamic shared memory", () => {
    expect(
      outcome(`#include <stdio.h>
#include <stdlib.h>
#define THREADS 256
__global__ void reduce(const int *g_in, int *g_out, unsigned int n) {
  extern __shared__ int s[];
  unsigned int tid = threadIdx.x, i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
  s[tid] = (i < n ? g_in[i] : 0) + (i + blockDim.x < n ? g_in[i + blockDim.x] : 0);
  __syncthreads();
  for (unsigned int stride = blockDim.x / 2; stride > 0; stride >>= 1) {
    if (tid < stride) s[tid] += s[tid + stride];
    __syncthreads();
  }
  if (tid == 0) g_out[blockIdx.x] = s[0];
}
int main(int argc, char *argv[]) {
  int n = argc > 1 ? atoi(argv[1]) : 10000;
  int *h = (int *)malloc(n * sizeof(int));
  long long expected = 0;
  for (int i = 0; i < n; ++i) { h[i] = i % 17; expected += h[i]; }
  int blocks = (n + THREADS * 2 - 1) / (THREADS * 2);
  int *d_in, *d_partial, *d_out, sum;
  cudaMalloc((void **)&d_in, n * sizeof(int));
  cudaMalloc((void **)&d_partial, blocks * sizeof(int));
  cudaMalloc((void **)&d_out, sizeof(int));
  cudaMemcpy(d_in, h, n * sizeof(int), cudaMemcpyHostToDevice);
  reduce<<<blocks, THREADS, THREADS * sizeof(int)>>>(d_in, d_partial, n);
  reduce<<<1, THREADS, THREADS * sizeof(int)>>>(d_partial, d_out, blocks);
  cudaMemcpy(&sum, d_out, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%s: %d of %lld\\n", sum == expected ? "PASSED" : "FAILED", sum, expected);
  free(h); cudaFree(d_in); cudaFree(d_partial); cudaFree(d_out);
  return 0;
}`),
    ).toEqual({ printed: ["PASSED: 79974 of 79974"], exitCode: 0, launches: ["1 reduce × 1", "2 reduce × 1"], findings: [] });
  });

  it("adds in managed memory with a grid-stride loop, and prefetches", () => {
    expect(
      outcome(`#include <iostream>
#include <math.h>
__global__ void add(int n, float *x, float *y) {
  int index = threadIdx.x + blockIdx.x * blockDim.x;
  int stride = blockDim.x * gridDim.x;
  for (int i = index; i < n; i += stride) y[i] = x[i] + y[i];
}
int main(void) {
  int N = 1 << 12;
  float *x, *y;
  cudaMallocManaged(&x, N * sizeof(float));
  cudaMallocManaged(&y, N * sizeof(float));
  for (int i = 0; i < N; i++) { x[i] = 1.0f; y[i] = 2.0f; }
  int device = -1;
  cudaGetDevice(&device);
  cudaMemPrefetchAsync(x, N * sizeof(float), device, NULL);
  add<<<4, 256>>>(N, x, y);
  cudaDeviceSynchronize();
  float maxError = 0.0f;
  for (int i = 0; i < N; i++) maxError = fmax(maxError, fabs(y[i] - 3.0f));
  std::cout << "Max error: " << maxError << "\\n";
  cudaFree(x);
  cudaFree(y);
  return 0;
}`),
    ).toEqual({ printed: ["Max error: 0"], exitCode: 0, launches: ["1 add × 1"], findings: [] });
  });

  it("convolves with weights in constant memory, in parts on streams with pinned memory", () => {
    expect(
      outcome(`#include <cstdio>
#include <cassert>
#define RADIUS 2
#define STREAMS 4
inline cudaError_t checkCuda(cudaError_t result) {
  if (result != cudaSuccess) { fprintf(stderr, "CUDA Runtime Error: %s\\n", cudaGetErrorString(result)); assert(result == cudaSuccess); }
  return result;
}
__constant__ float weights[2 * RADIUS + 1];
__global__ void convolve(const float *in, float *out, int n, int offset) {
  int i = offset + blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = -RADIUS; k <= RADIUS; k++) if (i + k >= 0 && i + k < n) sum += weights[k + RADIUS] * in[i + k];
  out[i] = sum;
}
int main() {
  const int n = 1024, part = n / STREAMS;
  float h_weights[2 * RADIUS + 1] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
  checkCuda(cudaMemcpyToSymbol(weights, h_weights, sizeof(h_weights)));
  float *h_in, *h_out, *d_in, *d_out;
  checkCuda(cudaMallocHost((void **)&h_in, n * sizeof(float)));
  checkCuda(cudaMallocHost((void **)&h_out, n * sizeof(float)));
  checkCuda(cudaMalloc(&d_in, n * sizeof(float)));
  checkCuda(cudaMalloc(&d_out, n * sizeof(float)));
  for (int i = 0; i < n; i++) h_in[i] = 1;
  cudaStream_t streams[STREAMS];
  for (int i = 0; i < STREAMS; ++i) checkCuda(cudaStreamCreate(&streams[i]));
  checkCuda(cudaMemcpyAsync(d_in, h_in, n * sizeof(float), cudaMemcpyHostToDevice, streams[0]));
  for (int i = 0; i < STREAMS; ++i) {
    int offset = i * part;
    convolve<<<part / 128, 128, 0, streams[i]>>>(d_in, d_out, n, offset);
    checkCuda(cudaMemcpyAsync(&h_out[offset], &d_out[offset], part * sizeof(float), cudaMemcpyDeviceToHost, streams[i]));
  }
  checkCuda(cudaDeviceSynchronize());
  printf("%g %g %g\\n", h_out[0], h_out[n / 2], h_out[n - 1]);
  for (int i = 0; i < STREAMS; ++i) checkCuda(cudaStreamDestroy(streams[i]));
  cudaFreeHost(h_in); cudaFreeHost(h_out); cudaFree(d_in); cudaFree(d_out);
}`).printed,
    ).toEqual(["0.6875 1 0.6875"]);
  });
});
