constexpr int kTile = 16;

__global__ void multiplyKernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float left[kTile][kTile], right[kTile][kTile];
  int column = blockIdx.x * kTile + threadIdx.x;
  int row = blockIdx.y * kTile + threadIdx.y;
  float sum = 0;
  for (int first = 0; first < k; first += kTile) {
    left[threadIdx.y][threadIdx.x] = row < m && first + threadIdx.x < k ? a[row * k + first + threadIdx.x] : 0;
    right[threadIdx.y][threadIdx.x] = column < n && first + threadIdx.y < k ? b[(first + threadIdx.y) * n + column] : 0;
    __syncthreads();
    for (int i = 0; i < kTile; i++) sum += left[threadIdx.y][i] * right[i][threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < n) c[row * n + column] = sum;
}

void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(kTile, kTile), grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  multiplyKernel<<<grid, block>>>(a, b, c, m, n, k);
}
