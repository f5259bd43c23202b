// One thread per column of a row-major matrix.
__global__ void sumColumns(const float* __restrict__ matrix, float* __restrict__ sums, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  float sum = 0;
  for (int row = 0; row < rows; row++) sum += matrix[row * columns + column];
  sums[column] = sum;
}
