#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// Eight blocks add up one row of 16,384 floats. Their sums meet in the shared memory of the first.
__global__ void __cluster_dims__(8, 1, 1) sumRows(float* __restrict__ sums, const float* __restrict__ in, int columns) {
  __shared__ float ofWarps[8], ofBlocks[8];
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.barrier_arrive();
  const int rank = cluster.block_rank(), part = columns / 8;
  const float* row = in + static_cast<size_t>(blockIdx.x / 8) * columns + rank * part;
  float sum = 0;
  for (int i = threadIdx.x; i < part; i += blockDim.x) sum += row[i];
  for (int lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_down_sync(0xffffffff, sum, lanes);
  if (threadIdx.x % 32 == 0) ofWarps[threadIdx.x / 32] = sum;
  __syncthreads();
  cluster.barrier_wait();  // all blocks have begun: their shared memory is there
  if (threadIdx.x == 0) {
    float total = 0;
    for (int warp = 0; warp < 8; warp++) total += ofWarps[warp];
    cluster.map_shared_rank(ofBlocks, 0)[rank] = total;
  }
  cluster.sync();
  if (rank == 0 && threadIdx.x == 0) {
    float total = 0;
    for (int block = 0; block < 8; block++) total += ofBlocks[block];
    sums[blockIdx.x / 8] = total;
  }
}
