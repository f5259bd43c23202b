__global__ void saxpyKernel(const float* a, const float* x, const float* y, float* out, int rows, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  for (int column = 0; column < columns; column++)
    out[row * columns + column] = a[column] * x[row * columns + column] + y[row * columns + column];
}

// out[r][c] = a[c] * x[r][c] + y[r][c]
void saxpyColumns(const float* a, const float* x, const float* y, float* out, int rows, int columns) {
  saxpyKernel<<<(rows + 63) / 64, 64>>>(a, x, y, out, rows, columns);
}
