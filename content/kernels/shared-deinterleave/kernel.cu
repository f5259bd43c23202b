constexpr int kThreads = 256;

// Within each block: first the elements with an even index, then those with an odd one.
__global__ void deinterleave(const float* __restrict__ in, float* __restrict__ out) {
  __shared__ float tile[kThreads];
  const int t = threadIdx.x;
  const int i = blockIdx.x * kThreads + t;
  tile[t] = in[i];
  __syncthreads();
  out[i] = tile[t < kThreads / 2 ? 2 * t : 2 * t - kThreads + 1];
}
