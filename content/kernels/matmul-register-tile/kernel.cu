constexpr int kSide = 64;   // of the tile of C that a block computes
constexpr int kDepth = 16;  // columns of A, and rows of B, per step
constexpr int kOwn = 4;     // side of the tile that a thread computes
constexpr int kThreads = (kSide / kOwn) * (kSide / kOwn);

__global__ void __launch_bounds__(kThreads)
multiply(float* __restrict__ C, const float* __restrict__ A, const float* __restrict__ B, int n) {
  __shared__ float a[kSide][kDepth], b[kDepth][kSide];
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * kSide, column = blockIdx.x * kSide;
  float sums[kOwn][kOwn] = {};
  for (int first = 0; first < n; first += kDepth) {
    #pragma unroll
    for (int i = t; i < kSide * kDepth; i += kThreads) {
      a[i / kDepth][i % kDepth] = A[(row + i / kDepth) * n + first + i % kDepth];
      b[i / kSide][i % kSide] = B[(first + i / kSide) * n + column + i % kSide];
    }
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < kDepth; k++) {
      float left[kOwn], right[kOwn];
      #pragma unroll
      for (int i = 0; i < kOwn; i++) {
        left[i] = a[threadIdx.y * kOwn + i][k];
        right[i] = b[k][threadIdx.x * kOwn + i];
      }
      #pragma unroll
      for (int i = 0; i < kOwn; i++)
        for (int j = 0; j < kOwn; j++) sums[i][j] += left[i] * right[j];
    }
    __syncthreads();
  }
  #pragma unroll
  for (int i = 0; i < kOwn; i++)
    for (int j = 0; j < kOwn; j++) C[(row + threadIdx.y * kOwn + i) * n + column + threadIdx.x * kOwn + j] = sums[i][j];
}
