constexpr int kThreads = 256;

// Each block adds up its own elements.
__global__ void reduce(const float* __restrict__ in, float* __restrict__ sums) {
  __shared__ float data[kThreads];
  const int t = threadIdx.x;
  data[t] = in[blockIdx.x * kThreads + t];
  __syncthreads();
  for (int step = 1; step < kThreads; step *= 2) {
    if (t % (2 * step) == 0) data[t] += data[t + step];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = data[0];
}
