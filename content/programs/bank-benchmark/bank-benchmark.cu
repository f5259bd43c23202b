// What does a stride cost in shared memory? Each lane adds up words that lie at a stride from those of its neighbours.
//
//   nvcc -O3 -std=c++17 -arch=native -o bank-benchmark bank-benchmark.cu
//   ./bank-benchmark            8 blocks for each SM, 128 passes of 32 loads for each thread
//   ./bank-benchmark 32         32 passes
//   ./bank-benchmark 8 once     runs each stride once, untimed, for a profiler
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
constexpr int kWords = 2048;    // 31 lanes at stride 64, and 63 words beyond
constexpr int kLoads = 32;      // loads of each thread in a pass

// Word w holds w. Lane i adds up words i * stride, i * stride + 1 and so on: the address changes from load to load, so that each one is
// made, and all lanes move on together, so that each one costs the same.
template <int stride>
__global__ void bank_strides(int* out, int passes) {
  __shared__ int words[kWords];
  for (int w = threadIdx.x; w < kWords; w += kThreads) words[w] = w;
  __syncthreads();
  int sum = 0;
  for (int pass = 0; pass < passes; pass++) {
    int first = threadIdx.x % 32 * stride + pass % 32;
#pragma unroll
    for (int load = 0; load < kLoads; load++) sum += words[first + load];
  }
  out[blockIdx.x * kThreads + threadIdx.x] = sum;
}

using Kernel = void (*)(int*, int);

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

// Microseconds of one launch: the median of `rounds` launches, each timed by events.
float microseconds(int rounds, Kernel kernel, int blocks, int* out, int passes) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<float> times;  // in order
  for (int round = 0; round < rounds; round++) {
    CHECK(cudaEventRecord(start));
    kernel<<<blocks, kThreads>>>(out, passes);
    CHECK(cudaEventRecord(stop));
    times.push_back(1000 * elapsed(start, stop));
    for (size_t i = times.size() - 1; i > 0 && times[i] < times[i - 1]; i--) std::swap(times[i], times[i - 1]);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  return times[times.size() / 2];
}

void benchmark(int stride, Kernel kernel, int blocks, int passes, int rounds) {
  std::vector<int> sums(blocks * kThreads);
  int* out;
  CHECK(cudaMalloc(&out, sums.size() * sizeof(int)));
  kernel<<<blocks, kThreads>>>(out, passes);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(sums.data(), out, sums.size() * sizeof(int), cudaMemcpyDeviceToHost));
  for (int lane = 0; lane < 32; lane++) {
    int expected = 0;
    for (int pass = 0; pass < passes; pass++)
      for (int load = 0; load < kLoads; load++) expected += lane * stride + pass % 32 + load;
    for (size_t thread = lane; thread < sums.size(); thread += 32) {
      if (sums[thread] != expected) {
        fprintf(stderr, "stride %d: the sum of thread %zu is wrong\n", stride, thread);
        exit(1);
      }
    }
  }
  if (rounds > 0) {
    float us = microseconds(rounds, kernel, blocks, out, passes);
    printf("bank_strides,%d,%.2f,%.1f\n", stride, us, double(sums.size()) * passes * kLoads * sizeof(int) / us / 1000);
  }
  CHECK(cudaFree(out));
}

int main(int argc, char** argv) {
  bool timed = hasClock();
  int passes = argc > 1 ? atoi(argv[1]) : timed ? 128 : 1;
  bool once = argc > 2 && strcmp(argv[2], "once") == 0;
  int rounds = timed && !once ? 20 : 0;

  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  int blocks = timed ? 8 * device.multiProcessorCount : 2;
  printf("# %s, %d blocks, %d loads for each thread\n", device.name, blocks, passes * kLoads);
  if (rounds > 0) printf("kernel,stride,us,GBps\n");
  benchmark(1, bank_strides<1>, blocks, passes, rounds);
  benchmark(2, bank_strides<2>, blocks, passes, rounds);
  benchmark(3, bank_strides<3>, blocks, passes, rounds);
  benchmark(4, bank_strides<4>, blocks, passes, rounds);
  benchmark(5, bank_strides<5>, blocks, passes, rounds);
  benchmark(8, bank_strides<8>, blocks, passes, rounds);
  benchmark(16, bank_strides<16>, blocks, passes, rounds);
  benchmark(31, bank_strides<31>, blocks, passes, rounds);
  benchmark(32, bank_strides<32>, blocks, passes, rounds);
  benchmark(33, bank_strides<33>, blocks, passes, rounds);
  benchmark(34, bank_strides<34>, blocks, passes, rounds);
  benchmark(48, bank_strides<48>, blocks, passes, rounds);
  benchmark(64, bank_strides<64>, blocks, passes, rounds);
  return 0;
}
