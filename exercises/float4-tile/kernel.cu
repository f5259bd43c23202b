constexpr int VECTORS = 8;  // of four floats, in a row

__global__ void rowsToColumns(const float* in, float* out, int rows) {
  __shared__ alignas(16) float tile[32 * {{pitch}}];
  const int firstRow = blockIdx.x * 32;
  {
    const int row = threadIdx.x / VECTORS;
    const int vector = threadIdx.x % VECTORS;
    const int to = {{toTile(row, vector)}};
    if (firstRow + row < rows && to >= 0) {
      reinterpret_cast<float4&>(tile[to]) = reinterpret_cast<const float4&>(in[((firstRow + row) * VECTORS + vector) * 4]);
    }
  }
  __syncthreads();
  const int row = threadIdx.x % 32;
  const int vector = threadIdx.x / 32;
  const int from = {{fromTile(row, vector)}};
  if (firstRow + row < rows && from >= 0) {
    reinterpret_cast<float4&>(out[(vector * rows + firstRow + row) * 4]) = reinterpret_cast<const float4&>(tile[from]);
  }
}
