// One thread per row of a row-major matrix.
__global__ void sumRows(const float* __restrict__ matrix, float* __restrict__ sums, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int column = 0; column < columns; column++) sum += matrix[row * columns + column];
  sums[row] = sum;
}
