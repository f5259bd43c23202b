constexpr int kThreads = 256;

__global__ void reverseVectors(const float2* __restrict__ in, float2* __restrict__ out) {
  __shared__ float2 tile[kThreads];
  const int i = blockIdx.x * kThreads + threadIdx.x;
  tile[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = tile[kThreads - 1 - threadIdx.x];
}
