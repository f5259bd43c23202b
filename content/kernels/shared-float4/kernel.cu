constexpr int kThreads = 256;

__global__ void reverseVectors(const float4* __restrict__ in, float4* __restrict__ out) {
  __shared__ float4 tile[kThreads];
  const int i = blockIdx.x * kThreads + threadIdx.x;
  tile[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = tile[kThreads - 1 - threadIdx.x];
}
