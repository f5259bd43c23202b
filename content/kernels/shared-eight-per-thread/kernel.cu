constexpr int kThreads = 128;
constexpr int kOwn = 8;  // elements per thread

__global__ void sumEights(const float* __restrict__ in, float* __restrict__ out) {
  __shared__ float tile[kThreads * kOwn];
  const float* from = in + blockIdx.x * kThreads * kOwn;
  #pragma unroll
  for (int pass = 0; pass < kOwn; pass++) {
    tile[pass * kThreads + threadIdx.x] = from[pass * kThreads + threadIdx.x];
  }
  __syncthreads();
  float sum = 0;
  #pragma unroll
  for (int k = 0; k < kOwn; k++) sum += tile[threadIdx.x * kOwn + k];
  out[blockIdx.x * kThreads + threadIdx.x] = sum;
}
