#include <cuda_fp16.h>

constexpr int ROWS = 32;
constexpr int COLUMNS = 64;
constexpr int THREADS = 128;

/** Four registers: 16 bytes. */
struct alignas(16) Fragment {
  unsigned registers[4];
};

/** Four matrices of 8 × 8 halves: each lane gives the address of one row, and gets two halves of each matrix. */
__device__ Fragment ldmatrix(const half* row) {
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(row));
  Fragment f;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(f.registers[0]), "=r"(f.registers[1]), "=r"(f.registers[2]), "=r"(f.registers[3])
               : "r"(address));
  return f;
}

__global__ void fragmentsOfTiles(const half* in, half* out, int tiles) {
  __shared__ alignas(16) half tile[ROWS * {{pitch}}];
  const int firstOfTile = blockIdx.x * ROWS * COLUMNS;
  for (int pass = 0; pass < 2; pass++) {
    const int item = pass * THREADS + threadIdx.x;
    const int row = item / 8;
    const int column = item % 8 * 8;
    *reinterpret_cast<Fragment*>(&tile[row * {{pitch}} + column]) = *reinterpret_cast<const Fragment*>(&in[firstOfTile + row * COLUMNS + column]);
  }
  __syncthreads();
  for (int pass = 0; pass < 2; pass++) {
    const int square = pass * 4 + threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    const int row = square / 4 * 16 + lane % 16;
    const int column = square % 4 * 16 + lane / 16 * 8;
    *reinterpret_cast<Fragment*>(&out[firstOfTile + (pass * THREADS + threadIdx.x) * 8]) = ldmatrix(&tile[row * {{pitch}} + column]);
  }
}
