__global__ void rowsToColumns(const float* in, float* out, int rows) {
  __shared__ float tile[{{words}}];
  const int firstRow = blockIdx.x * 32;
  for (int pass = 0; pass < 4; pass++) {
    const int row = threadIdx.y + 8 * pass;
    const int column = threadIdx.x;
    if (firstRow + row < rows) tile[{{word(row, column)}}] = in[(firstRow + row) * 32 + column];
  }
  __syncthreads();
  for (int pass = 0; pass < 4; pass++) {
    const int row = threadIdx.x;
    const int column = threadIdx.y + 8 * pass;
    if (firstRow + row < rows) out[column * rows + firstRow + row] = tile[{{word(row, column)}}];
  }
}
