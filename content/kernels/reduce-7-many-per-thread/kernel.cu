template <int blockSize>
__global__ void __launch_bounds__(blockSize) reduce(const float* __restrict__ in, float* __restrict__ sums, int count) {
  constexpr int warps = blockSize / 32;
  __shared__ float partial[warps];
  float sum = 0;
  for (int i = blockIdx.x * blockSize + threadIdx.x; i < count; i += gridDim.x * blockSize) sum += in[i];
  #pragma unroll
  for (int lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_down_sync(0xffffffff, sum, lanes);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < warps ? partial[threadIdx.x] : 0;
    #pragma unroll
    for (int lanes = warps / 2; lanes > 0; lanes /= 2) sum += __shfl_down_sync(0xffffffff, sum, lanes);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
  }
}
