#include <cassert>
#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

// The byte at which a piece of 8 halves lies.
__device__ int at(int row, int piece) {
  return row * 128 + piece * 16;
}

__global__ void fourMatrices(
    const __grid_constant__ CUtensorMap plain,
    const __grid_constant__ CUtensorMap swizzled) {
  __shared__ alignas(1024) char tile[8 * 128];
  __shared__ alignas(8) uint64_t full;
  const int lane = threadIdx.x;
  if (lane == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(
        ptx::sem_release, ptx::scope_cluster);
    const int corner[] = {0, 0};
    ptx::cp_async_bulk_tensor(
        ptx::space_cluster, ptx::space_global,
        tile, &plain, corner, &full);
    ptx::mbarrier_arrive_expect_tx(
        ptx::sem_release, ptx::scope_cta,
        ptx::space_shared, &full, sizeof(tile));
  }
  __syncwarp();
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}

  const int row = lane % 8, piece = lane / 8;
  const unsigned from = __cvta_generic_to_shared(
      &tile[at(row, piece)]);
  half2 a[4];
  unsigned* to = (unsigned*)a;
  asm volatile(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 "
      "{%0, %1, %2, %3}, [%4];"
      : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
      : "r"(from));
  // Half (row, column) of the tensor is 64 * row + column.
  const int first = lane / 4 * 64 + lane % 4 * 2;
  for (int i = 0; i < 4; i++) {
    assert(__low2float(a[i]) == first + 8 * i);
  }
}
