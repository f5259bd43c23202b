constexpr int kThreads = 256;
constexpr int kWarps = kThreads / 32;

__device__ int warpScan(int value, int lane) {
  #pragma unroll
  for (int lanes = 1; lanes < 32; lanes *= 2) {
    const int left = __shfl_up_sync(0xffffffff, value, lanes);
    if (lane >= lanes) value += left;
  }
  return value;
}

// Inclusive prefix sums within each block.
__global__ void scan(const int* __restrict__ in, int* __restrict__ out) {
  __shared__ int totals[kWarps];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int value = warpScan(in[i], lane);
  if (lane == 31) totals[warp] = value;
  __syncthreads();
  int before = 0;
  for (int other = 0; other < warp; other++) before += totals[other];
  out[i] = before + value;
}
