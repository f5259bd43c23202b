// What does a stride cost? Copies floats, first with a stride between the reads of neighbouring lanes, then between their writes.
//
//   nvcc -O3 -std=c++17 -arch=native -o stride-benchmark stride-benchmark.cu
//   ./stride-benchmark            copies 2^24 floats
//   ./stride-benchmark 22         copies 2^22
//   ./stride-benchmark 24 once    runs each kernel once, untimed, for a profiler
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call)                                                                         \
  do {                                                                                      \
    cudaError_t status = (call);                                                            \
    if (status != cudaSuccess) {                                                            \
      fprintf(stderr, "%s, line %d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      exit(1);                                                                              \
    }                                                                                       \
  } while (0)

constexpr int kThreads = 256;
constexpr int kValues = 8191;  // what is copied repeats after so many elements

template <int stride>
__global__ void strided_reads(const float* __restrict__ in, float* __restrict__ out, size_t count) {
  size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  if (i < count) out[i] = in[i * stride];
}

template <int stride>
__global__ void strided_writes(const float* __restrict__ in, float* __restrict__ out, size_t count) {
  size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  if (i < count) out[i * stride] = in[i];
}

__global__ void fill(float* out, size_t count) {
  size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  if (i < count) out[i] = i % kValues;
}

using Kernel = void (*)(const float*, float*, size_t);

int blocksFor(size_t count) { return (count + kThreads - 1) / kThreads; }

// Milliseconds between two events, or nan where there is no clock: the course's lab counts, and does not measure.
float elapsed(cudaEvent_t start, cudaEvent_t stop) {
  CHECK(cudaEventSynchronize(stop));
  float milliseconds;
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  return milliseconds;
}

bool hasClock() {
  cudaEvent_t event;
  CHECK(cudaEventCreate(&event));
  CHECK(cudaEventRecord(event));
  bool isNumber = !std::isnan(elapsed(event, event));
  CHECK(cudaEventDestroy(event));
  return isNumber;
}

// Microseconds of one launch: the median of `rounds` launches, each timed by events, after one that is not counted. With 0 rounds, that
// one is all.
float microseconds(int rounds, Kernel kernel, const float* in, float* out, size_t count) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<float> times;  // in order
  for (int round = 0; round <= rounds; round++) {
    CHECK(cudaEventRecord(start));
    kernel<<<blocksFor(count), kThreads>>>(in, out, count);
    CHECK(cudaEventRecord(stop));
    float milliseconds = elapsed(start, stop);
    if (round == 0 && rounds > 0) continue;
    times.push_back(1000 * milliseconds);
    for (size_t i = times.size() - 1; i > 0 && times[i] < times[i - 1]; i--) std::swap(times[i], times[i - 1]);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  return times[times.size() / 2];
}

// Whether element i * outStride of the result is what was element i * inStride, for each i.
void verify(const char* name, const float* out, size_t count, int inStride, int outStride) {
  std::vector<float> result((count - 1) * outStride + 1);
  CHECK(cudaMemcpy(result.data(), out, result.size() * sizeof(float), cudaMemcpyDeviceToHost));
  for (size_t i = 0; i < count; i++) {
    if (result[i * outStride] != float(i * inStride % kValues)) {
      fprintf(stderr, "%s, stride %d: element %zu is wrong\n", name, inStride * outStride, i);
      exit(1);
    }
  }
}

void benchmark(int stride, Kernel reads, Kernel writes, size_t count, int rounds) {
  float *dense, *spread;
  CHECK(cudaMalloc(&dense, count * sizeof(float)));
  CHECK(cudaMalloc(&spread, count * stride * sizeof(float)));
  double bytes = 2.0 * count * sizeof(float);  // each element in once and out once

  fill<<<blocksFor(count * stride), kThreads>>>(spread, count * stride);
  CHECK(cudaMemset(dense, 0xff, count * sizeof(float)));
  float us = microseconds(rounds, reads, spread, dense, count);
  verify("strided_reads", dense, count, stride, 1);
  if (rounds > 0) printf("strided_reads,%d,%.2f,%.1f\n", stride, us, bytes / us / 1000);

  fill<<<blocksFor(count), kThreads>>>(dense, count);
  CHECK(cudaMemset(spread, 0xff, count * stride * sizeof(float)));
  us = microseconds(rounds, writes, dense, spread, count);
  verify("strided_writes", spread, count, 1, stride);
  if (rounds > 0) printf("strided_writes,%d,%.2f,%.1f\n", stride, us, bytes / us / 1000);

  CHECK(cudaFree(dense));
  CHECK(cudaFree(spread));
}

int main(int argc, char** argv) {
  bool timed = hasClock();
  size_t count = size_t(1) << (argc > 1 ? atoi(argv[1]) : timed ? 24 : 12);
  bool once = argc > 2 && strcmp(argv[2], "once") == 0;
  int rounds = timed && !once ? 20 : 0;

  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  printf("# %s, %zu floats\n", device.name, count);
  if (rounds > 0) printf("kernel,stride,us,GBps\n");
  benchmark(1, strided_reads<1>, strided_writes<1>, count, rounds);
  benchmark(2, strided_reads<2>, strided_writes<2>, count, rounds);
  benchmark(4, strided_reads<4>, strided_writes<4>, count, rounds);
  benchmark(8, strided_reads<8>, strided_writes<8>, count, rounds);
  benchmark(16, strided_reads<16>, strided_writes<16>, count, rounds);
  benchmark(32, strided_reads<32>, strided_writes<32>, count, rounds);
  return 0;
}
