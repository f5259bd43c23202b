#include <cuda_fp16.h>

/** Four registers: 16 bytes. */
struct alignas(16) Fragment {
  unsigned registers[4];
};

/** The reverse of ldmatrix: each lane gives the address of one row, and two halves of each of four matrices. */
__device__ void stmatrix(half* row, Fragment f) {
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(row));
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
               :
               : "r"(address), "r"(f.registers[0]), "r"(f.registers[1]), "r"(f.registers[2]), "r"(f.registers[3])
               : "memory");
}

__global__ void storeProduct(const half* in, half* out, int tiles) {
  __shared__ alignas(128) half tile[32 * 32];
  const int firstOfTile = blockIdx.x * 32 * 32;
  for (int pass = 0; pass < 2; pass++) {
    const int square = pass * 2 + threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    const int row = square / 2 * 16 + lane % 16;
    const int column = square % 2 * 16 + lane / 16 * 8;
    const Fragment fragment = *reinterpret_cast<const Fragment*>(&in[firstOfTile + (pass * 64 + threadIdx.x) * 8]);
    stmatrix(&tile[{{offset(row, column)}}], fragment);
  }
  __syncthreads();
  for (int pass = 0; pass < 2; pass++) {
    const int item = pass * 64 + threadIdx.x;
    const int row = item / 4;
    const int column = item % 4 * 8;
    *reinterpret_cast<Fragment*>(&out[firstOfTile + row * 32 + column]) = *reinterpret_cast<const Fragment*>(&tile[{{offset(row, column)}}]);
  }
}
