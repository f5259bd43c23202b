// How many rows of a 32 × 32 tile should each thread of a padded transpose move? And of a plain copy of the same shape?
//
//   nvcc -O3 -arch=sm_90 -o tile-rows tile-rows.cu && ./tile-rows > tile-rows-h100.csv
//
// One CSV line per launch, as in data/whole-kernels-h100.csv; the parameter is the number of rows that a thread moves, so that a block
// has 1024 / parameter threads. Median of 15 launches by device events; each result is checked.
//
// Why are more rows faster? With `one_by_one`, a thread loads a row only when it has the one before, so that a single load of each thread
// is under way, and all else is the same; `loads_first` is the opposite for the copy. With `resident`, a thread moves four rows, and the
// parameter is the number of blocks that an SM holds at a time (shared memory that nobody uses keeps others out).

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

// 0 once `loaded` is known: no element has these bits, and the compiler does not know that.
__device__ size_t after(float loaded) { return __float_as_uint(loaded) == 0xffffffffu; }

template <int rowsPerThread, bool oneByOne>
__global__ void transposePadded(float* out, const float* in, int side) {
  __shared__ float tile[kTile][kTile + 1];
  constexpr int step = kTile / rowsPerThread;
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  size_t waited = 0;
#pragma unroll
  for (int j = 0; j < kTile; j += step) {
    float element = in[static_cast<size_t>(y + j) * side + x + waited];
    if (oneByOne) waited = after(element);
    tile[threadIdx.y + j][threadIdx.x] = element;
  }
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x, y = blockIdx.x * kTile + threadIdx.y;
#pragma unroll
  for (int j = 0; j < kTile; j += step) out[static_cast<size_t>(y + j) * side + x] = tile[threadIdx.x][threadIdx.y + j];
}

// As the text says it: the compiler cannot know that `out` and `in` do not overlap, so each load waits for the store before it.
template <int rowsPerThread>
__global__ void copyTile(float* out, const float* in, int side) {
  constexpr int step = kTile / rowsPerThread;
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
#pragma unroll
  for (int j = 0; j < kTile; j += step) out[static_cast<size_t>(y + j) * side + x] = in[static_cast<size_t>(y + j) * side + x];
}

template <int rowsPerThread>
__global__ void copyLoadsFirst(float* out, const float* in, int side) {
  constexpr int step = kTile / rowsPerThread;
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  float elements[rowsPerThread];
#pragma unroll
  for (int k = 0; k < rowsPerThread; k++) elements[k] = in[static_cast<size_t>(y + k * step) * side + x];
#pragma unroll
  for (int k = 0; k < rowsPerThread; k++) out[static_cast<size_t>(y + k * step) * side + x] = elements[k];
}

// Counts the elements that are not where they belong.
__global__ void compare(const float* out, const float* in, int side, bool isTransposed, unsigned* wrong) {
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < static_cast<size_t>(side) * side; i += gridDim.x * blockDim.x) {
    size_t y = i / side, x = i % side;
    if (out[i] != (isTransposed ? in[x * side + y] : in[i])) atomicAdd(wrong, 1);
  }
}

template <typename Kernel>
void measure(const char* name, int param, int rowsPerThread, int unusedBytes, Kernel kernel, float* out, const float* in, int side) {
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, unusedBytes));
  dim3 block(kTile, kTile / rowsPerThread), grid(side / kTile, side / kTile);
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<float> times;
  for (int i = 0; i < 18; i++) {
    CHECK(cudaEventRecord(start));
    kernel<<<grid, block, unusedBytes>>>(out, in, side);
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
  printf("%s_%d,%d,%.2f,%.0f,%.1f\n", name, side, param, us, usefulBytes, usefulBytes / us / 1000);
}

void verify(const float* out, const float* in, int side, bool isTransposed) {
  unsigned *wrong, count;
  CHECK(cudaMalloc(&wrong, sizeof(unsigned)));
  CHECK(cudaMemset(wrong, 0, sizeof(unsigned)));
  compare<<<1024, 256>>>(out, in, side, isTransposed, wrong);
  CHECK(cudaMemcpy(&count, wrong, sizeof(unsigned), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(wrong));
  if (count == 0) return;
  fprintf(stderr, "%u elements are wrong\n", count);
  exit(1);
}

// Measures a kernel and checks what it wrote.
template <typename Kernel>
void checked(const char* name, int param, int rowsPerThread, int unusedBytes, Kernel kernel, bool transposes, float* out, const float* in, int side) {
  CHECK(cudaMemset(out, 0xff, static_cast<size_t>(side) * side * sizeof(float)));
  measure(name, param, rowsPerThread, unusedBytes, kernel, out, in, side);
  verify(out, in, side, transposes);
}

template <int rows>
void rowsPerThread(float* out, const float* in, int side) {
  checked("tile_rows_copy", rows, rows, 0, copyTile<rows>, false, out, in, side);
  checked("tile_rows_copy_loads_first", rows, rows, 0, copyLoadsFirst<rows>, false, out, in, side);
  checked("tile_rows_transpose", rows, rows, 0, transposePadded<rows, false>, true, out, in, side);
  checked("tile_rows_transpose_one_by_one", rows, rows, 0, transposePadded<rows, true>, true, out, in, side);
}

// The dynamic shared memory with which an SM holds no more than so many blocks of a kernel, in bytes.
template <typename Kernel>
int bytesThatLeave(int blocks, Kernel kernel, int threads) {
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024));
  for (int bytes = 0; bytes <= 200 * 1024; bytes += 1024) {
    int resident;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, threads, bytes));
    if (resident == blocks) return bytes;
  }
  fprintf(stderr, "no shared memory leaves %d blocks on an SM\n", blocks);
  exit(1);
}

void resident(int blocks, float* out, const float* in, int side) {
  constexpr int rows = 4, threads = kTile * kTile / rows;
  auto copy = copyLoadsFirst<rows>;
  auto transpose = transposePadded<rows, false>;
  checked("tile_rows_copy_resident", blocks, rows, bytesThatLeave(blocks, copy, threads), copy, false, out, in, side);
  checked("tile_rows_transpose_resident", blocks, rows, bytesThatLeave(blocks, transpose, threads), transpose, true, out, in, side);
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
    rowsPerThread<1>(out, in, side);
    rowsPerThread<2>(out, in, side);
    rowsPerThread<4>(out, in, side);
    rowsPerThread<8>(out, in, side);
    rowsPerThread<16>(out, in, side);
    for (int blocks : {8, 4, 2}) resident(blocks, out, in, side);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
  }
}
