// SAXPY on a matrix, x = a * x + y, by different walks: how many neighbouring lanes stand side by side in a row? With 32, a warp walks
// along the row; with 1, down a column. Each lane takes one float at a time, or four.
//
//   nvcc -O3 -std=c++17 -arch=native -o saxpy-benchmark saxpy-benchmark.cu
//   ./saxpy-benchmark              4096 rows and columns
//   ./saxpy-benchmark 16384        16384; any multiple of 128
//   ./saxpy-benchmark 4096 once    runs each kernel once, untimed, for a profiler
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
constexpr float kFactor = 3;

// Where a step of the walk lands, for a matrix whose rows have so many pieces, a float or a float4 each. `lanes` pieces side by side are
// a strip; the walk goes down the strip, then down the next one.
template <int lanes>
__device__ size_t walk(size_t step, int rows, int pieces) {
  size_t strip = step / (size_t(rows) * lanes), within = step % (size_t(rows) * lanes);
  return within / lanes * pieces + strip * lanes + within % lanes;
}

// 32 lanes walk along the row to its end: one strip is the whole matrix.
template <>
__device__ size_t walk<32>(size_t step, int rows, int pieces) {
  return step;
}

template <int lanes>
__global__ void saxpy_floats(float* __restrict__ x, const float* __restrict__ y, int side) {
  size_t i = walk<lanes>(blockIdx.x * size_t(blockDim.x) + threadIdx.x, side, side);
  x[i] = kFactor * x[i] + y[i];
}

template <int lanes>
__global__ void saxpy_vectors(float* __restrict__ x, const float* __restrict__ y, int side) {
  size_t i = walk<lanes>(blockIdx.x * size_t(blockDim.x) + threadIdx.x, side, side / 4);
  float4 a = reinterpret_cast<float4*>(x)[i];
  float4 b = reinterpret_cast<const float4*>(y)[i];
  a.x = kFactor * a.x + b.x;
  a.y = kFactor * a.y + b.y;
  a.z = kFactor * a.z + b.z;
  a.w = kFactor * a.w + b.w;
  reinterpret_cast<float4*>(x)[i] = a;
}

using Kernel = void (*)(float*, const float*, int);

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
float microseconds(int rounds, Kernel kernel, int blocks, float* x, const float* y, int side) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<float> times;  // in order
  for (int round = 0; round < rounds; round++) {
    CHECK(cudaEventRecord(start));
    kernel<<<blocks, kThreads>>>(x, y, side);
    CHECK(cudaEventRecord(stop));
    times.push_back(1000 * elapsed(start, stop));
    for (size_t i = times.size() - 1; i > 0 && times[i] < times[i - 1]; i--) std::swap(times[i], times[i - 1]);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  return times[times.size() / 2];
}

// What x and y hold at first; a * x + y is exact.
float firstX(size_t i) { return i % 65521; }
float firstY(size_t i) { return i % 32749; }

void benchmark(const char* name, int lanes, Kernel kernel, int floats, int side, int rounds) {
  size_t count = size_t(side) * side, bytes = count * sizeof(float);
  int blocks = count / floats / kThreads;
  std::vector<float> numbers(count);
  float *x, *y;
  CHECK(cudaMalloc(&x, bytes));
  CHECK(cudaMalloc(&y, bytes));
  for (size_t i = 0; i < count; i++) numbers[i] = firstX(i);
  CHECK(cudaMemcpy(x, numbers.data(), bytes, cudaMemcpyHostToDevice));
  for (size_t i = 0; i < count; i++) numbers[i] = firstY(i);
  CHECK(cudaMemcpy(y, numbers.data(), bytes, cudaMemcpyHostToDevice));

  kernel<<<blocks, kThreads>>>(x, y, side);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(numbers.data(), x, bytes, cudaMemcpyDeviceToHost));
  for (size_t i = 0; i < count; i++) {
    if (numbers[i] != kFactor * firstX(i) + firstY(i)) {
      fprintf(stderr, "%s, %d lanes: row %zu, column %zu is wrong\n", name, lanes, i / side, i % side);
      exit(1);
    }
  }
  if (rounds > 0) {
    float us = microseconds(rounds, kernel, blocks, x, y, side);
    printf("%s,%d,%.2f,%.1f\n", name, lanes, us, 3.0 * bytes / us / 1000);  // x and y in, x out
  }
  CHECK(cudaFree(x));
  CHECK(cudaFree(y));
}

int main(int argc, char** argv) {
  bool timed = hasClock();
  int side = argc > 1 ? atoi(argv[1]) : timed ? 4096 : 128;
  if (side < 128 || side % 128 != 0) {
    fprintf(stderr, "%d rows and columns: a multiple of 128 is needed\n", side);
    return 1;
  }
  bool once = argc > 2 && strcmp(argv[2], "once") == 0;
  int rounds = timed && !once ? 20 : 0;

  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  printf("# %s, %d x %d floats\n", device.name, side, side);
  if (rounds > 0) printf("kernel,lanes,us,GBps\n");
  benchmark("saxpy_floats", 32, saxpy_floats<32>, 1, side, rounds);
  benchmark("saxpy_floats", 8, saxpy_floats<8>, 1, side, rounds);
  benchmark("saxpy_floats", 4, saxpy_floats<4>, 1, side, rounds);
  benchmark("saxpy_floats", 2, saxpy_floats<2>, 1, side, rounds);
  benchmark("saxpy_floats", 1, saxpy_floats<1>, 1, side, rounds);
  benchmark("saxpy_vectors", 32, saxpy_vectors<32>, 4, side, rounds);
  benchmark("saxpy_vectors", 8, saxpy_vectors<8>, 4, side, rounds);
  benchmark("saxpy_vectors", 4, saxpy_vectors<4>, 4, side, rounds);
  benchmark("saxpy_vectors", 2, saxpy_vectors<2>, 4, side, rounds);
  benchmark("saxpy_vectors", 1, saxpy_vectors<1>, 4, side, rounds);
  return 0;
}
