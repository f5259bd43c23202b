__global__ void multiplyKernel(const float* a, const float* b, float* c, int m, int n, int k) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int i = 0; i < k; i++) sum += a[row * k + i] * b[i * n + column];
  c[row * n + column] = sum;
}

// c = a * b: m x k times k x n, row-major; n and k are multiples of 4.
void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(32, 8), grid((n + 31) / 32, (m + 7) / 8);
  multiplyKernel<<<grid, block>>>(a, b, c, m, n, k);
}
