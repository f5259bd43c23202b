constexpr int kThreads = 256;

// Inclusive prefix sums within each block.
__global__ void scan(const int* __restrict__ in, int* __restrict__ out) {
  __shared__ int buffers[2][kThreads];
  const int t = threadIdx.x;
  const int i = blockIdx.x * kThreads + t;
  int from = 0;
  buffers[from][t] = in[i];
  __syncthreads();
  for (int step = 1; step < kThreads; step *= 2) {
    int sum = buffers[from][t];
    if (t >= step) sum += buffers[from][t - step];
    buffers[1 - from][t] = sum;
    from = 1 - from;
    __syncthreads();
  }
  out[i] = buffers[from][t];
}
