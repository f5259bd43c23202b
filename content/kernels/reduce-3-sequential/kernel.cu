constexpr int kThreads = 256;

// Each block adds up its own elements.
__global__ void reduce(const float* __restrict__ in, float* __restrict__ sums) {
  __shared__ float data[kThreads];
  const int t = threadIdx.x;
  data[t] = in[blockIdx.x * kThreads + t];
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (t < half) data[t] += data[t + half];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = data[0];
}
