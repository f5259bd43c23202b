__global__ void transposeKernel(const float* in, float* out, int rows, int columns) {
  int column = blockIdx.x * 32 + threadIdx.x;
  for (int row = blockIdx.y * 32 + threadIdx.y; row < rows && row < blockIdx.y * 32 + 32; row += 8)
    if (column < columns) out[column * rows + row] = in[row * columns + column];
}

__global__ void swapKernel(const float* in, float* out, int d0, int d1, int d2) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.z;
  if (i < d0 && k < d2) out[(k * d1 + j) * d0 + i] = in[(i * d1 + j) * d2 + k];
}

// out[c][r] = in[r][c]
void transpose(const float* in, float* out, int rows, int columns) {
  dim3 block(32, 8), grid((columns + 31) / 32, (rows + 31) / 32);
  transposeKernel<<<grid, block>>>(in, out, rows, columns);
}

// out[k][j][i] = in[i][j][k]
void swapAxes(const float* in, float* out, int d0, int d1, int d2) {
  dim3 block(32, 8), grid((d2 + 31) / 32, (d0 + 7) / 8, d1);
  swapKernel<<<grid, block>>>(in, out, d0, d1, d2);
}
