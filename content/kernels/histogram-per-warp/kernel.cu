constexpr int kBins = 256;

template <int warps>
__global__ void __launch_bounds__(32 * warps)
histogram(const unsigned char* __restrict__ in, unsigned int* bins, int count) {
  __shared__ unsigned int own[warps][kBins];
  unsigned int* mine = own[threadIdx.x / 32];
  for (int bin = threadIdx.x % 32; bin < kBins; bin += 32) mine[bin] = 0;
  __syncwarp();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    atomicAdd(&mine[in[i]], 1u);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) {
    unsigned int total = 0;
    #pragma unroll
    for (int warp = 0; warp < warps; warp++) total += own[warp][bin];
    atomicAdd(&bins[bin], total);
  }
}
