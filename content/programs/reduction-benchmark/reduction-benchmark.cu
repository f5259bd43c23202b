// The sum of many floats: each thread adds up its share, each warp by shuffles. How do the warps' sums come together? One atomic for
// each thread, for each warp or for each block; or no atomic, but a second launch that adds up what the blocks stored.
//
//   nvcc -O3 -std=c++17 -arch=native -o reduction-benchmark reduction-benchmark.cu
//   ./reduction-benchmark            2^26 floats
//   ./reduction-benchmark 24         2^24
//   ./reduction-benchmark 26 once    runs each kernel once, untimed, for a profiler
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
constexpr int kWarps = kThreads / 32;

// The share of a thread. All lanes of a warp are neighbours in each round, so the loads are coalesced.
__device__ float share(const float* in, size_t count) {
  float sum = 0;
  size_t threads = size_t(gridDim.x) * blockDim.x;
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += threads) sum += in[i];
  return sum;
}

// The sum over a warp, in its lane 0.
__device__ float warp_sum(float sum) {
  for (int apart = 16; apart > 0; apart /= 2) sum += __shfl_down_sync(0xffffffff, sum, apart);
  return sum;
}

// The sum over a block, in its thread 0.
__device__ float block_sum(float sum) {
  __shared__ float sums[kWarps];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  sum = warp_sum(sum);
  if (lane == 0) sums[warp] = sum;
  __syncthreads();
  return warp == 0 ? warp_sum(lane < kWarps ? sums[lane] : 0.0f) : 0.0f;
}

__global__ void atomic_per_thread(const float* in, float* out, size_t count) { atomicAdd(out, share(in, count)); }

__global__ void atomic_per_warp(const float* in, float* out, size_t count) {
  float sum = warp_sum(share(in, count));
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

__global__ void atomic_per_block(const float* in, float* out, size_t count) {
  float sum = block_sum(share(in, count));
  if (threadIdx.x == 0) atomicAdd(out, sum);
}

// Block b stores its sum in out[b].
__global__ void store_per_block(const float* in, float* out, size_t count) {
  float sum = block_sum(share(in, count));
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

using Kernel = void (*)(const float*, float*, size_t);

// With atomics `out` is the sum, and has to be 0 before. Otherwise the blocks' sums are there and a second launch adds them up.
void run(Kernel kernel, bool atomics, const float* in, float* out, size_t count, int blocks) {
  if (atomics) CHECK(cudaMemsetAsync(out, 0, sizeof(float)));
  kernel<<<blocks, kThreads>>>(in, out, count);
  if (!atomics) store_per_block<<<1, kThreads>>>(out, out, blocks);
}

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
float microseconds(int rounds, Kernel kernel, bool atomics, const float* in, float* out, size_t count, int blocks) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<float> times;  // in order
  for (int round = 0; round <= rounds; round++) {
    CHECK(cudaEventRecord(start));
    run(kernel, atomics, in, out, count, blocks);
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

void benchmark(const char* name, Kernel kernel, bool atomics, const float* in, size_t count, int blocks, int rounds, float expected) {
  float* out;
  CHECK(cudaMalloc(&out, blocks * sizeof(float)));
  float us = microseconds(rounds, kernel, atomics, in, out, count, blocks);
  float sum;
  CHECK(cudaMemcpy(&sum, out, sizeof(float), cudaMemcpyDeviceToHost));
  if (sum != expected) {
    fprintf(stderr, "%s, %d blocks: the sum is %.0f, not %.0f\n", name, blocks, sum, expected);
    exit(1);
  }
  if (rounds > 0) printf("%s,%d,%.2f,%.1f\n", name, blocks, us, double(count) * sizeof(float) / us / 1000);
  CHECK(cudaFree(out));
}

int main(int argc, char** argv) {
  bool timed = hasClock();
  size_t count = size_t(1) << (argc > 1 ? atoi(argv[1]) : timed ? 26 : 14);
  bool once = argc > 2 && strcmp(argv[2], "once") == 0;
  int rounds = timed && !once ? 20 : 0;

  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  printf("# %s, %zu floats\n", device.name, count);
  if (rounds > 0) printf("kernel,blocks,us,GBps\n");

  // A one in every 64th place: their sum is exact in whatever order floats are added.
  std::vector<float> host(count);
  for (size_t i = 0; i < count; i += 64) host[i] = 1;
  float expected = count / 64;
  float* in;
  CHECK(cudaMalloc(&in, count * sizeof(float)));
  CHECK(cudaMemcpy(in, host.data(), count * sizeof(float), cudaMemcpyHostToDevice));

  // A grid that fills the GPU and loops, and one with a thread for each element.
  int few = timed ? 8 * device.multiProcessorCount : 8, many = (count + kThreads - 1) / kThreads;
  int grids[] = {few, many};
  for (int blocks : grids) {
    benchmark("atomic_per_thread", atomic_per_thread, true, in, count, blocks, rounds, expected);
    benchmark("atomic_per_warp", atomic_per_warp, true, in, count, blocks, rounds, expected);
    benchmark("atomic_per_block", atomic_per_block, true, in, count, blocks, rounds, expected);
    benchmark("store_per_block", store_per_block, false, in, count, blocks, rounds, expected);
  }
  CHECK(cudaFree(in));
  return 0;
}
