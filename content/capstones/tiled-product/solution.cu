constexpr int kSide = 64;   // of the tile of c that a block computes
constexpr int kDepth = 16;  // columns of a, and rows of b, per step
constexpr int kOwn = 4;     // side of the tile that a thread computes

__device__ float4 vectorOr0(const float* first, bool isInside) {
  return isInside ? *reinterpret_cast<const float4*>(first) : make_float4(0, 0, 0, 0);
}

__global__ void __launch_bounds__(256)
multiplyKernel(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int m, int n, int k) {
  __shared__ __align__(16) float left[kDepth][kSide + 4];  // of a, turned over
  __shared__ __align__(16) float right[kDepth][kSide];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  int row = blockIdx.y * kSide, column = blockIdx.x * kSide;
  int aRow = t / 4, aColumn = t % 4 * 4;
  int bRow = t / 16, bColumn = t % 16 * 4;
  float sums[kOwn][kOwn] = {};
  for (int first = 0; first < k; first += kDepth) {
    float4 four = vectorOr0(a + (row + aRow) * k + first + aColumn, row + aRow < m && first + aColumn < k);
    left[aColumn][aRow] = four.x;
    left[aColumn + 1][aRow] = four.y;
    left[aColumn + 2][aRow] = four.z;
    left[aColumn + 3][aRow] = four.w;
    *reinterpret_cast<float4*>(&right[bRow][bColumn]) =
        vectorOr0(b + (first + bRow) * n + column + bColumn, first + bRow < k && column + bColumn < n);
    __syncthreads();
    for (int i = 0; i < kDepth; i++) {
      float4 l = *reinterpret_cast<float4*>(&left[i][threadIdx.y * kOwn]);
      float4 r = *reinterpret_cast<float4*>(&right[i][threadIdx.x * kOwn]);
      float ls[] = {l.x, l.y, l.z, l.w}, rs[] = {r.x, r.y, r.z, r.w};
      #pragma unroll
      for (int y = 0; y < kOwn; y++)
        #pragma unroll
        for (int x = 0; x < kOwn; x++) sums[y][x] += ls[y] * rs[x];
    }
    __syncthreads();
  }
  #pragma unroll
  for (int y = 0; y < kOwn; y++) {
    int cRow = row + threadIdx.y * kOwn + y, cColumn = column + threadIdx.x * kOwn;
    if (cRow < m && cColumn < n)
      *reinterpret_cast<float4*>(c + cRow * n + cColumn) = make_float4(sums[y][0], sums[y][1], sums[y][2], sums[y][3]);
  }
}

void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(16, 16), grid((n + kSide - 1) / kSide, (m + kSide - 1) / kSide);
  multiplyKernel<<<grid, block>>>(a, b, c, m, n, k);
}
