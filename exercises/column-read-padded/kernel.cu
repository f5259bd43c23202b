constexpr int TILE = 32;

__global__ void rowsToColumns(const float* in, float* out, int rows) {
  __shared__ float tile[TILE * {{pitch}}];
  const int firstRow = blockIdx.x * TILE;
  for (int pass = 0; pass < 4; pass++) {
    const int row = firstRow + threadIdx.y + 8 * pass;
    const int to = {{toTile(pass)}};
    if (row < rows && to >= 0) tile[to] = in[row * TILE + threadIdx.x];
  }
  __syncthreads();
  for (int pass = 0; pass < 4; pass++) {
    const int row = firstRow + threadIdx.x;
    const int column = threadIdx.y + 8 * pass;
    const int from = {{fromTile(pass)}};
    if (row < rows && from >= 0) out[column * rows + row] = tile[from];
  }
}
