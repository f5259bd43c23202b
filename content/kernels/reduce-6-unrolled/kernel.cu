__device__ float warpSum(float value) {
  #pragma unroll
  for (int lanes = 16; lanes > 0; lanes /= 2) value += __shfl_down_sync(0xffffffff, value, lanes);
  return value;
}

template <unsigned blockSize>
__global__ void reduce(const float* __restrict__ in, float* __restrict__ sums) {
  __shared__ float data[blockSize];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * 2 * blockSize + t;
  data[t] = in[i] + in[i + blockSize];
  __syncthreads();
  if (blockSize >= 512) { if (t < 256) data[t] += data[t + 256]; __syncthreads(); }
  if (blockSize >= 256) { if (t < 128) data[t] += data[t + 128]; __syncthreads(); }
  if (blockSize >= 128) { if (t < 64) data[t] += data[t + 64]; __syncthreads(); }
  if (t < 32) {
    const float sum = warpSum(data[t] + data[t + 32]);
    if (t == 0) sums[blockIdx.x] = sum;
  }
}
