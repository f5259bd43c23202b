#include <cuda/ptx>

namespace ptx = cuda::ptx;

__global__ void turnRow(float* out, const float* in) {
  __shared__ alignas(128) float row[256];
  __shared__ alignas(8) uint64_t full;
  const int i = threadIdx.x;
  if (i == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(
        ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  if (i == 0) {
    ptx::cp_async_bulk(
        ptx::space_cluster, ptx::space_global,
        row, in, sizeof(row), &full);
    ptx::mbarrier_arrive_expect_tx(
        ptx::sem_release, ptx::scope_cta,
        ptx::space_shared, &full,
        sizeof(row));
  }
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
  out[i] = row[255 - i];
}
