// Adds up one value per thread; every thread of the block gets the sum.
template <int threads>
__device__ float blockSum(float value, float* partial) {
  for (int lanes = 16; lanes > 0; lanes /= 2) value += __shfl_xor_sync(0xffffffff, value, lanes);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = value;
  __syncthreads();
  value = 0;
  #pragma unroll
  for (int warp = 0; warp < threads / 32; warp++) value += partial[warp];
  return value;
}

// One block per row, one float4 per thread.
template <int threads>
__global__ void __launch_bounds__(threads)
layerNorm(const float4* __restrict__ in, const float4* __restrict__ gain, const float4* __restrict__ bias,
          float4* __restrict__ out, float epsilon) {
  __shared__ float sums[threads / 32], squares[threads / 32];
  constexpr float columns = 4 * threads;
  const int at = blockIdx.x * threads + threadIdx.x;
  float4 v = in[at];
  const float mean = blockSum<threads>(v.x + v.y + v.z + v.w, sums) / columns;
  v = make_float4(v.x - mean, v.y - mean, v.z - mean, v.w - mean);
  const float variance = blockSum<threads>(v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w, squares) / columns;
  const float scale = rsqrtf(variance + epsilon);
  const float4 g = gain[threadIdx.x], b = bias[threadIdx.x];
  out[at] = make_float4(v.x * scale * g.x + b.x, v.y * scale * g.y + b.y,
                        v.z * scale * g.z + b.z, v.w * scale * g.w + b.w);
}
