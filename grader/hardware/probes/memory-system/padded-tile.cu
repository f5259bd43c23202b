// What padding can cost: a tile of 112 rows of 128 floats leaves room for four blocks in the shared memory of an H100's SM, and not a
// byte more. One spare float in each row, and a block has to wait. The rows are written and read along themselves, so that no bank is in
// conflict with or without it. The parameter is the number of blocks that an SM holds.
#include "probe.h"

constexpr int kRows = 112, kColumns = 128, kThreads = 256;

__global__ void copy_through_tile(const float* __restrict__ in, float* __restrict__ out, int pitch) {
  extern __shared__ float tile[];
  size_t first = size_t(blockIdx.x) * kRows * kColumns;
  int x = threadIdx.x % kColumns, y = threadIdx.x / kColumns;
#pragma unroll 8
  for (int row = y; row < kRows; row += kThreads / kColumns) tile[row * pitch + x] = in[first + row * kColumns + x];
  __syncthreads();
#pragma unroll 8
  for (int row = y; row < kRows; row += kThreads / kColumns) out[first + row * kColumns + x] = tile[(kRows - 1 - row) * pitch + x];
}

int main(int count, char** words) {
  probe::start(count, words);
  constexpr int kTiles = 132 * 12 * 8;
  size_t floats = size_t(kTiles) * kRows * kColumns;
  float* in = probe::array<float>(floats);
  float* out = probe::array<float>(floats);
  CHECK(cudaFuncSetAttribute(copy_through_tile, cudaFuncAttributeMaxDynamicSharedMemorySize, 4 * kRows * (kColumns + 2)));
  CHECK(cudaFuncSetAttribute(copy_through_tile, cudaFuncAttributePreferredSharedMemoryCarveout, 100));
  for (int spare : {0, 1}) {
    int pitch = kColumns + spare, bytes = 4 * kRows * pitch, resident = 0;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, copy_through_tile, kThreads, bytes));
    std::string name = "padded_tile_" + std::to_string(spare);
    probe::measure(name.c_str(), resident, 8.0 * floats, [&] { copy_through_tile<<<kTiles, kThreads, bytes>>>(in, out, pitch); });
  }
}
