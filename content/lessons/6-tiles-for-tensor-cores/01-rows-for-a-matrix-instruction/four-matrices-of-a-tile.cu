#include <cuda_fp16.h>

constexpr int pitch = 80;  // halves from row to row

__global__ void fourMatrices(unsigned* out, const half2* in) {
  __shared__ __align__(16) half tile[16 * pitch];
  const int lane = threadIdx.x;
  for (int row = 0; row < 16; row++) {
    *(half2*)&tile[row * pitch + 2 * lane] = in[row * 32 + lane];
  }
  __syncthreads();
  const unsigned row = __cvta_generic_to_shared(
      &tile[lane % 16 * pitch + lane / 16 * 8]);
  unsigned a[4];
  asm volatile(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 "
      "{%0, %1, %2, %3}, [%4];"
      : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
      : "r"(row));
  for (int i = 0; i < 4; i++) out[i * 32 + lane] = a[i];
}
