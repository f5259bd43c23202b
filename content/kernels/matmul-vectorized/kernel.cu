constexpr int kSide = 64;   // of the tile of C that a block computes
constexpr int kDepth = 16;  // columns of A, and rows of B, per step
constexpr int kOwn = 4;     // side of the tile that a thread computes: one float4

__device__ const float4& vector(const float& first) { return reinterpret_cast<const float4&>(first); }
__device__ float4& vector(float& first) { return reinterpret_cast<float4&>(first); }

// 16 x 16 threads; n is a multiple of kSide.
__global__ void __launch_bounds__(256)
multiply(float* __restrict__ C, const float* __restrict__ A, const float* __restrict__ B, int n) {
  __shared__ __align__(16) float a[kDepth][kSide];  // column by column
  __shared__ __align__(16) float b[kDepth][kSide];
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * kSide, column = blockIdx.x * kSide;
  const int aRow = t / 4, aColumn = t % 4 * 4;
  const int bRow = t / 16, bColumn = t % 16 * 4;
  float sums[kOwn][kOwn] = {};
  for (int first = 0; first < n; first += kDepth) {
    const float4 four = vector(A[(row + aRow) * n + first + aColumn]);
    a[aColumn][aRow] = four.x;
    a[aColumn + 1][aRow] = four.y;
    a[aColumn + 2][aRow] = four.z;
    a[aColumn + 3][aRow] = four.w;
    vector(b[bRow][bColumn]) = vector(B[(first + bRow) * n + column + bColumn]);
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < kDepth; k++) {
      const float4 l = vector(a[k][threadIdx.y * kOwn]), r = vector(b[k][threadIdx.x * kOwn]);
      const float left[] = {l.x, l.y, l.z, l.w}, right[] = {r.x, r.y, r.z, r.w};
      #pragma unroll
      for (int i = 0; i < kOwn; i++)
        for (int j = 0; j < kOwn; j++) sums[i][j] += left[i] * right[j];
    }
    __syncthreads();
  }
  #pragma unroll
  for (int i = 0; i < kOwn; i++) {
    vector(C[(row + threadIdx.y * kOwn + i) * n + column + threadIdx.x * kOwn]) =
        make_float4(sums[i][0], sums[i][1], sums[i][2], sums[i][3]);
  }
}
