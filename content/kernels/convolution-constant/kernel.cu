constexpr int kRadius = 2;
constexpr int kSide = 2 * kRadius + 1;

__constant__ float weights[kSide * kSide];

// Pixels beyond the edge count as the pixels on the edge.
__global__ void convolve(const float* __restrict__ in, float* __restrict__ out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  #pragma unroll
  for (int dy = -kRadius; dy <= kRadius; dy++) {
    const int row = min(max(y + dy, 0), height - 1);
    #pragma unroll
    for (int dx = -kRadius; dx <= kRadius; dx++) {
      const int column = min(max(x + dx, 0), width - 1);
      sum += weights[(dy + kRadius) * kSide + dx + kRadius] * in[row * width + column];
    }
  }
  out[y * width + x] = sum;
}
