// One kernel, tuned in four rounds: the weighted sum of samples. Each round changes one thing that the profile of the round before
// pointed to.
//
//   nvcc -O3 -std=c++17 -arch=native -o tuning-benchmark tuning-benchmark.cu
//   ./tuning-benchmark            2^20 samples, then 2^24
//   ./tuning-benchmark 22         2^22
//   ./tuning-benchmark 22 once    runs each kernel once, untimed, for a profiler
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

struct Sample {
  float time, x, y, z, value, weight, error, flags;
};

// As a first version is written: an array of structs, and a tree of sums whose steps grow further apart.
__global__ void sum_structs(const Sample* __restrict__ samples, float* out, int count) {
  __shared__ float sums[kThreads];
  int t = threadIdx.x, i = blockIdx.x * kThreads + t;
  sums[t] = i < count ? samples[i].value * samples[i].weight : 0;
  for (int apart = 1; apart < kThreads; apart *= 2) {
    __syncthreads();
    int at = 2 * apart * t;
    if (at < kThreads) sums[at] += sums[at + apart];
  }
  if (t == 0) atomicAdd(out, sums[0]);
}

// Round 1: an array for each field.
__global__ void sum_arrays(const float* __restrict__ values, const float* __restrict__ weights, float* out, int count) {
  __shared__ float sums[kThreads];
  int t = threadIdx.x, i = blockIdx.x * kThreads + t;
  sums[t] = i < count ? values[i] * weights[i] : 0;
  for (int apart = 1; apart < kThreads; apart *= 2) {
    __syncthreads();
    int at = 2 * apart * t;
    if (at < kThreads) sums[at] += sums[at + apart];
  }
  if (t == 0) atomicAdd(out, sums[0]);
}

// Round 2: the tree's steps grow closer together, so that the threads at work are neighbours.
__global__ void sum_neighbours(const float* __restrict__ values, const float* __restrict__ weights, float* out, int count) {
  __shared__ float sums[kThreads];
  int t = threadIdx.x, i = blockIdx.x * kThreads + t;
  sums[t] = i < count ? values[i] * weights[i] : 0;
  for (int apart = kThreads / 2; apart > 0; apart /= 2) {
    __syncthreads();
    if (t < apart) sums[t] += sums[t + apart];
  }
  if (t == 0) atomicAdd(out, sums[0]);
}

// Round 3: fewer blocks, each of which loops, so that there are fewer trees and atomics.
__global__ void sum_in_loops(const float* __restrict__ values, const float* __restrict__ weights, float* out, int count) {
  __shared__ float sums[kThreads];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = blockIdx.x * kThreads + t; i < count; i += gridDim.x * kThreads) sum += values[i] * weights[i];
  sums[t] = sum;
  for (int apart = kThreads / 2; apart > 0; apart /= 2) {
    __syncthreads();
    if (t < apart) sums[t] += sums[t + apart];
  }
  if (t == 0) atomicAdd(out, sums[0]);
}

// Round 4: four floats a load. `count` is a multiple of 4.
__global__ void sum_vectors(const float4* __restrict__ values, const float4* __restrict__ weights, float* out, int count) {
  __shared__ float sums[kThreads];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = blockIdx.x * kThreads + t; i < count / 4; i += gridDim.x * kThreads) {
    float4 v = values[i], w = weights[i];
    sum += v.x * w.x + v.y * w.y + v.z * w.z + v.w * w.w;
  }
  sums[t] = sum;
  for (int apart = kThreads / 2; apart > 0; apart /= 2) {
    __syncthreads();
    if (t < apart) sums[t] += sums[t + apart];
  }
  if (t == 0) atomicAdd(out, sums[0]);
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

// Runs a kernel once and checks its sum, then prints the median of `rounds` launches, each timed by events.
template <typename Launch>
void benchmark(const char* name, int rounds, int count, float* out, float expected, Launch launch) {
  float sum;
  CHECK(cudaMemset(out, 0, sizeof(float)));
  launch();
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&sum, out, sizeof(float), cudaMemcpyDeviceToHost));
  if (sum != expected) {
    fprintf(stderr, "%s: the sum is %.0f, not %.0f\n", name, sum, expected);
    exit(1);
  }
  if (rounds == 0) return;
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<float> times;  // in order
  for (int round = 0; round < rounds; round++) {
    CHECK(cudaEventRecord(start));
    launch();
    CHECK(cudaEventRecord(stop));
    times.push_back(1000 * elapsed(start, stop));
    for (size_t i = times.size() - 1; i > 0 && times[i] < times[i - 1]; i--) std::swap(times[i], times[i - 1]);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  float us = times[times.size() / 2];
  printf("%s,%d,%.2f,%.1f\n", name, count, us, 8.0 * count / us / 1000);  // a value and a weight of each sample
}

void benchmarks(int count, int loopingBlocks, int rounds) {
  // A one in every 64th place, with a weight of 1, 2 or 3: their sum is exact in whatever order floats are added.
  std::vector<Sample> host(count);
  std::vector<float> values(count), weights(count);
  double expected = 0;
  for (int i = 0; i < count; i++) {
    values[i] = host[i].value = i % 64 == 0;
    weights[i] = host[i].weight = 1 + i % 3;
    expected += values[i] * weights[i];
  }
  Sample* samples;
  float *value, *weight, *out;
  CHECK(cudaMalloc(&samples, count * sizeof(Sample)));
  CHECK(cudaMalloc(&value, count * sizeof(float)));
  CHECK(cudaMalloc(&weight, count * sizeof(float)));
  CHECK(cudaMalloc(&out, sizeof(float)));
  CHECK(cudaMemcpy(samples, host.data(), count * sizeof(Sample), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(value, values.data(), count * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(weight, weights.data(), count * sizeof(float), cudaMemcpyHostToDevice));

  int all = (count + kThreads - 1) / kThreads;
  const float4* values4 = reinterpret_cast<const float4*>(value);
  const float4* weights4 = reinterpret_cast<const float4*>(weight);
  benchmark("sum_structs", rounds, count, out, expected, [&] { sum_structs<<<all, kThreads>>>(samples, out, count); });
  benchmark("sum_arrays", rounds, count, out, expected, [&] { sum_arrays<<<all, kThreads>>>(value, weight, out, count); });
  benchmark("sum_neighbours", rounds, count, out, expected, [&] { sum_neighbours<<<all, kThreads>>>(value, weight, out, count); });
  benchmark("sum_in_loops", rounds, count, out, expected, [&] { sum_in_loops<<<loopingBlocks, kThreads>>>(value, weight, out, count); });
  benchmark("sum_vectors", rounds, count, out, expected, [&] { sum_vectors<<<loopingBlocks, kThreads>>>(values4, weights4, out, count); });
  CHECK(cudaFree(samples));
  CHECK(cudaFree(value));
  CHECK(cudaFree(weight));
  CHECK(cudaFree(out));
}

int main(int argc, char** argv) {
  bool timed = hasClock();
  bool once = argc > 2 && strcmp(argv[2], "once") == 0;
  int rounds = timed && !once ? 20 : 0;

  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  printf("# %s, samples of %zu bytes\n", device.name, sizeof(Sample));
  if (rounds > 0) printf("kernel,samples,us,GBps\n");
  int loopingBlocks = timed ? 8 * device.multiProcessorCount : 4;
  if (argc > 1) {
    benchmarks(1 << atoi(argv[1]), loopingBlocks, rounds);
  } else if (timed) {
    benchmarks(1 << 20, loopingBlocks, rounds);
    benchmarks(1 << 24, loopingBlocks, rounds);
  } else {
    benchmarks(1 << 12, loopingBlocks, rounds);
  }
  return 0;
}
