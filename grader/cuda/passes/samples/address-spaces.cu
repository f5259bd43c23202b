#include <cooperative_groups.h>

__global__ void __cluster_dims__(2, 1, 1) k(int* sum) {
  __shared__ int own;
  atomicAdd(sum, 1);
  atomicAdd(&own, 1);
  atomicAdd(cooperative_groups::this_cluster().map_shared_rank(&own, 0), 1);
}
