#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int kBins = 8192;      // more than one block should hold
constexpr int kOwn = kBins / 8;  // per block of the cluster

// The bins lie in the shared memory of eight blocks, and each block counts into all of them.
__global__ void __cluster_dims__(8, 1, 1) histogram(unsigned int* bins, const unsigned int* __restrict__ in, int count) {
  __shared__ unsigned int own[kOwn];
  const cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < kOwn; i += blockDim.x) own[i] = 0;
  cluster.sync();  // all blocks have begun, and their bins are empty
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const unsigned int bin = in[i];
    atomicAdd(cluster.map_shared_rank(own, bin / kOwn) + bin % kOwn, 1u);
  }
  cluster.sync();  // nobody counts any more
  for (int i = threadIdx.x; i < kOwn; i += blockDim.x) atomicAdd(&bins[cluster.block_rank() * kOwn + i], own[i]);
}
