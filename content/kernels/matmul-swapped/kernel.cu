// One thread per element of C = A B. Neighbouring threads take neighbouring rows.
__global__ void multiply(float* __restrict__ C, const float* __restrict__ A, const float* __restrict__ B, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || column >= n) return;
  float sum = 0;
  for (int k = 0; k < n; k++) sum += A[row * n + k] * B[k * n + column];
  C[row * n + column] = sum;
}
