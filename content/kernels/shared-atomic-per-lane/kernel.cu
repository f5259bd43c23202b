constexpr int kWarpSize = 32;

__global__ void addUp(const int* __restrict__ in, int* __restrict__ totals) {
  __shared__ int counters[kWarpSize];
  const int lane = threadIdx.x % kWarpSize;
  if (threadIdx.x < kWarpSize) counters[lane] = 0;
  __syncthreads();
  atomicAdd(&counters[lane], in[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x < kWarpSize) {
    const int total = __reduce_add_sync(0xffffffff, counters[lane]);
    if (lane == 0) totals[blockIdx.x] = total;
  }
}
