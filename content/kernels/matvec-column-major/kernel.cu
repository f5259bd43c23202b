// y = A x with A column-major: element (row, column) stands at column * rows + row.
__global__ void multiply(const float* __restrict__ matrix, const float* __restrict__ x,
                         float* __restrict__ y, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int column = 0; column < columns; column++) sum += matrix[column * rows + row] * x[column];
  y[row] = sum;
}
