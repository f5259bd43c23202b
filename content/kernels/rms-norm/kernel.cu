#include <cuda_fp16.h>

// One warp per row; `pairs` is half the number of columns.
__global__ void rmsNorm(const __half2* __restrict__ in, const __half2* __restrict__ gain,
                        __half2* __restrict__ out, int pairs, float epsilon) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  in += row * pairs;
  out += row * pairs;
  float squares = 0;
  for (int i = threadIdx.x; i < pairs; i += 32) {
    const float2 v = __half22float2(in[i]);
    squares += v.x * v.x + v.y * v.y;
  }
  for (int lanes = 16; lanes > 0; lanes /= 2) squares += __shfl_xor_sync(0xffffffff, squares, lanes);
  const __half2 scale = __float2half2_rn(rsqrtf(squares / (2 * pairs) + epsilon));
  for (int i = threadIdx.x; i < pairs; i += 32) out[i] = __hmul2(__hmul2(in[i], scale), gain[i]);
}
