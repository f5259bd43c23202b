__global__ void saxpyKernel(const float* a, const float* x, const float* y, float* out, int rows, int columns) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns)
    out[row * columns + column] = a[column] * x[row * columns + column] + y[row * columns + column];
}

void saxpyColumns(const float* a, const float* x, const float* y, float* out, int rows, int columns) {
  dim3 block(32, 8), grid((columns + 31) / 32, (rows + 7) / 8);
  saxpyKernel<<<grid, block>>>(a, x, y, out, rows, columns);
}
