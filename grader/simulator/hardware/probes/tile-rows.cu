// How many rows of a 32 × 32 tile should each thread of a padded transpose move? And of a plain copy of the same shape?
//
//   nvcc -O3 -arch=sm_90 -o tile-rows tile-rows.cu && ./tile-rows > tile-rows-h100.csv
//
// One CSV line a launch, as in data/whole-kernels-h100.csv; the parameter is the number of rows that a thread moves, so that a block
// has 1024 / parameter threads. Median of 15 launches by device events; the result is checked on the host once.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                   \
  do {                                                                                \
    cudaError_t status = (call);                                                      \
    if (status != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      exit(1);                                                                        \
    }                                                                                 \
  } while (0)

constexpr int kTile = 32;

template <int rowsPerThread>
__global__ void transposePadded(float* out, const float* in, int side) {
  __shared__ float tile[kTile][kTile + 1];
  constexpr int step = kTile / rowsPerThread;
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
#pragma unroll
  for (int j = 0; j < kTile; j += step) tile[threadIdx.y + j][threadIdx.x] = in[static_cast<size_t>(y + j) * side + x];
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x, y = blockIdx.x * kTile + threadIdx.y;
#pragma unroll
  for (int j = 0; j < kTile; j += step) out[static_cast<size_t>(y + j) * side + x] = tile[threadIdx.x][threadIdx.y + j];
}

template <int rowsPerThread>
__global__ void copyTile(float* out, const float* in, int side) {
  constexpr int step = kTile / rowsPerThread;
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
#pragma unroll
  for (int j = 0; j < kTile; j += step) out[static_cast<size_t>(y + j) * side + x] = in[static_cast<size_t>(y + j) * side + x];
}

template <typename Kernel>
void measure(const char* name, int rowsPerThread, Kernel kernel, float* out, const float* in, int side) {
  dim3 block(kTile, kTile / rowsPerThread), grid(side / kTile, side / kTile);
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<float> times;
  for (int i = 0; i < 18; i++) {
    CHECK(cudaEventRecord(start));
    kernel<<<grid, block>>>(out, in, side);
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    if (i >= 3) times.push_back(milliseconds * 1000);
  }
  CHECK(cudaGetLastError());
  std::sort(times.begin(), times.end());
  float us = times[times.size() / 2];
  double usefulBytes = 8.0 * side * side;
  printf("%s_%d,%d,%.2f,%.0f,%.1f\n", name, side, rowsPerThread, us, usefulBytes, usefulBytes / us / 1000);
}

void verify(const float* out, const std::vector<float>& in, int side, bool transposed) {
  std::vector<float> got(in.size());
  CHECK(cudaMemcpy(got.data(), out, in.size() * sizeof(float), cudaMemcpyDeviceToHost));
  for (size_t y = 0; y < static_cast<size_t>(side); y++)
    for (size_t x = 0; x < static_cast<size_t>(side); x++)
      if (got[y * side + x] != (transposed ? in[x * side + y] : in[y * side + x])) {
        fprintf(stderr, "wrong at row %zu, column %zu\n", y, x);
        exit(1);
      }
}

template <int rowsPerThread>
void both(float* out, const float* in, const std::vector<float>& host, int side) {
  CHECK(cudaMemset(out, 0xff, host.size() * sizeof(float)));
  measure("tile_rows_copy", rowsPerThread, copyTile<rowsPerThread>, out, in, side);
  verify(out, host, side, false);
  CHECK(cudaMemset(out, 0xff, host.size() * sizeof(float)));
  measure("tile_rows_transpose", rowsPerThread, transposePadded<rowsPerThread>, out, in, side);
  verify(out, host, side, true);
}

int main() {
  printf("name,param,us,useful_bytes,GBps\n");
  for (int side : {4096, 16384}) {
    size_t count = static_cast<size_t>(side) * side;
    std::vector<float> host(count);
    for (size_t i = 0; i < count; i++) host[i] = static_cast<float>(i % 16777213);
    float *in, *out;
    CHECK(cudaMalloc(&in, count * sizeof(float)));
    CHECK(cudaMalloc(&out, count * sizeof(float)));
    CHECK(cudaMemcpy(in, host.data(), count * sizeof(float), cudaMemcpyHostToDevice));
    both<1>(out, in, host, side);
    both<2>(out, in, host, side);
    both<4>(out, in, host, side);
    both<8>(out, in, host, side);
    both<16>(out, in, host, side);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
  }
}
