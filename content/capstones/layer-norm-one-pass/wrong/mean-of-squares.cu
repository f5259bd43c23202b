constexpr int kMost = 8;  // float4 of a lane: 32 lanes hold rows of up to 1,024 floats
constexpr int kWarps = 4;

__device__ float warpSum(float value) {
  for (int lanes = 16; lanes > 0; lanes /= 2) value += __shfl_xor_sync(0xffffffff, value, lanes);
  return value;
}

// A warp per row.
__global__ void layerNormKernel(const float4* x, const float4* gain, const float4* bias, float4* y, int rows, int vectors) {
  int row = blockIdx.x * kWarps + threadIdx.x / 32;
  int lane = threadIdx.x % 32;
  if (row >= rows) return;  // the whole warp
  float4 own[kMost];
  float sum = 0, squares = 0;
  #pragma unroll
  for (int i = 0; i < kMost; i++) {
    int at = lane + 32 * i;
    own[i] = at < vectors ? x[row * vectors + at] : make_float4(0, 0, 0, 0);
    sum += own[i].x + own[i].y + own[i].z + own[i].w;
    squares += own[i].x * own[i].x + own[i].y * own[i].y + own[i].z * own[i].z + own[i].w * own[i].w;
  }
  float mean = warpSum(sum) / (4 * vectors);
  #pragma unroll
  for (int i = 0; i < kMost; i++) {
    float4 v = make_float4(own[i].x - mean, own[i].y - mean, own[i].z - mean, own[i].w - mean);
    own[i] = v;
  }
  float scale = rsqrtf(warpSum(squares) / (4 * vectors) - mean * mean + 1e-5f);
  #pragma unroll
  for (int i = 0; i < kMost; i++) {
    int at = lane + 32 * i;
    if (at < vectors) {
      float4 g = gain[at], b = bias[at], v = own[i];
      y[row * vectors + at] = make_float4(v.x * scale * g.x + b.x, v.y * scale * g.y + b.y,
                                          v.z * scale * g.z + b.z, v.w * scale * g.w + b.w);
    }
  }
}

void layerNorm(const float* x, const float* gain, const float* bias, float* y, int rows, int columns) {
  layerNormKernel<<<(rows + kWarps - 1) / kWarps, 32 * kWarps>>>((const float4*)x, (const float4*)gain, (const float4*)bias,
                                                                 (float4*)y, rows, columns / 4);
}
