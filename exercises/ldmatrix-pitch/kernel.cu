#include <cuda_fp16.h>

constexpr int ROWS = 32;
constexpr int COLUMNS = 64;
constexpr int THREADS = 128;

/** 16 bytes: a row of a matrix. */
struct alignas(16) Row {
  unsigned words[4];
};

/** ldmatrix.x4, written out: each lane loads the row whose address it has, and gets a word of four rows from the lanes that have them. */
__device__ Row ldmatrix(const half* address) {
  const Row row = *reinterpret_cast<const Row*>(address);
  const int lane = threadIdx.x % 32;
  Row fragment;
  for (int matrix = 0; matrix < 4; matrix++) {
    for (int word = 0; word < 4; word++) {
      const unsigned taken = __shfl_sync(0xffffffff, row.words[word], 8 * matrix + lane / 4);
      if (word == lane % 4) fragment.words[matrix] = taken;
    }
  }
  return fragment;
}

__global__ void fragmentsOfTiles(const half* in, half* out, int tiles) {
  __shared__ alignas(16) half tile[ROWS * {{pitch}}];
  const int firstOfTile = blockIdx.x * ROWS * COLUMNS;
  for (int pass = 0; pass < 2; pass++) {
    const int item = pass * THREADS + threadIdx.x;
    const int row = item / 8;
    const int column = item % 8 * 8;
    *reinterpret_cast<Row*>(&tile[row * {{pitch}} + column]) = *reinterpret_cast<const Row*>(&in[firstOfTile + row * COLUMNS + column]);
  }
  __syncthreads();
  for (int pass = 0; pass < 2; pass++) {
    const int square = pass * 4 + threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    const int row = square / 4 * 16 + lane % 16;
    const int column = square % 4 * 16 + lane / 16 * 8;
    const Row fragment = ldmatrix(&tile[row * {{pitch}} + column]);
    *reinterpret_cast<Row*>(&out[firstOfTile + (pass * THREADS + threadIdx.x) * 8]) = fragment;
  }
}
