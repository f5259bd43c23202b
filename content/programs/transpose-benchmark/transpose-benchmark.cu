// A plain copy of a square matrix of floats, and five ways to transpose it.
//
//   nvcc -O3 -std=c++17 -arch=native -o transpose-benchmark transpose-benchmark.cu
//   ./transpose-benchmark              4096 rows and columns
//   ./transpose-benchmark 8192         8192; any multiple of 32
//   ./transpose-benchmark 4096 once    runs each kernel once, untimed, for a profiler
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

constexpr int kTile = 32;
constexpr int kRows = 8;  // rows of threads: each thread moves kTile / kRows elements of its tile

__global__ void copy(const float* __restrict__ in, float* __restrict__ out, int side) {
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) out[size_t(y + j) * side + x] = in[size_t(y + j) * side + x];
}

__global__ void transpose_strided_write(const float* __restrict__ in, float* __restrict__ out, int side) {
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) out[size_t(x) * side + y + j] = in[size_t(y + j) * side + x];
}

__global__ void transpose_strided_read(const float* __restrict__ in, float* __restrict__ out, int side) {
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) out[size_t(y + j) * side + x] = in[size_t(x) * side + y + j];
}

// Through a tile in shared memory: in by rows, out by columns. The pitch of its rows is 32 words, or 33.
template <int pitch>
__device__ void through_tile(const float* __restrict__ in, float* __restrict__ out, int side) {
  __shared__ float tile[kTile][pitch];
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) tile[threadIdx.y + j][threadIdx.x] = in[size_t(y + j) * side + x];
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x, y = blockIdx.x * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) out[size_t(y + j) * side + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void transpose_tiled(const float* __restrict__ in, float* __restrict__ out, int side) {
  through_tile<kTile>(in, out, side);
}

__global__ void transpose_padded(const float* __restrict__ in, float* __restrict__ out, int side) {
  through_tile<kTile + 1>(in, out, side);
}

// No padding: word x of row y is kept in column x ^ y.
__global__ void transpose_swizzled(const float* __restrict__ in, float* __restrict__ out, int side) {
  __shared__ float tile[kTile][kTile];
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) {
    int row = threadIdx.y + j;
    tile[row][threadIdx.x ^ row] = in[size_t(y + j) * side + x];
  }
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x, y = blockIdx.x * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) {
    int row = threadIdx.x;
    out[size_t(y + j) * side + x] = tile[row][(threadIdx.y + j) ^ row];
  }
}

using Kernel = void (*)(const float*, float*, int);

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
float microseconds(int rounds, Kernel kernel, const float* in, float* out, int side) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<float> times;  // in order
  for (int round = 0; round <= rounds; round++) {
    CHECK(cudaEventRecord(start));
    kernel<<<dim3(side / kTile, side / kTile), dim3(kTile, kRows)>>>(in, out, side);
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

void benchmark(const char* name, Kernel kernel, bool turns, const std::vector<float>& matrix, int side, int rounds) {
  size_t bytes = matrix.size() * sizeof(float);
  float *in, *out;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMemcpy(in, matrix.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(out, 0xff, bytes));
  float us = microseconds(rounds, kernel, in, out, side);

  std::vector<float> result(matrix.size());
  CHECK(cudaMemcpy(result.data(), out, bytes, cudaMemcpyDeviceToHost));
  for (size_t y = 0; y < size_t(side); y++) {
    for (size_t x = 0; x < size_t(side); x++) {
      if (result[y * side + x] != (turns ? matrix[x * side + y] : matrix[y * side + x])) {
        fprintf(stderr, "%s: row %zu, column %zu is wrong\n", name, y, x);
        exit(1);
      }
    }
  }
  if (rounds > 0) printf("%s,%d,%.2f,%.1f\n", name, side, us, 2.0 * bytes / us / 1000);
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
}

int main(int argc, char** argv) {
  bool timed = hasClock();
  int side = argc > 1 ? atoi(argv[1]) : timed ? 4096 : 64;
  if (side < kTile || side % kTile != 0) {
    fprintf(stderr, "%d rows and columns: a multiple of %d is needed\n", side, kTile);
    return 1;
  }
  bool once = argc > 2 && strcmp(argv[2], "once") == 0;
  int rounds = timed && !once ? 20 : 0;

  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  printf("# %s, %d x %d floats\n", device.name, side, side);
  if (rounds > 0) printf("kernel,side,us,GBps\n");
  std::vector<float> matrix(size_t(side) * side);
  for (size_t i = 0; i < matrix.size(); i++) matrix[i] = i % 16777213;  // a float is exact up to 2^24
  benchmark("copy", copy, false, matrix, side, rounds);
  benchmark("transpose_strided_write", transpose_strided_write, true, matrix, side, rounds);
  benchmark("transpose_strided_read", transpose_strided_read, true, matrix, side, rounds);
  benchmark("transpose_tiled", transpose_tiled, true, matrix, side, rounds);
  benchmark("transpose_padded", transpose_padded, true, matrix, side, rounds);
  benchmark("transpose_swizzled", transpose_swizzled, true, matrix, side, rounds);
  return 0;
}
