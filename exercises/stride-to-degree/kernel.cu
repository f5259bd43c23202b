constexpr int ROWS = 32;
constexpr int WARPS = 8;

__global__ void walk(const float* in, float* out, int columns, int slant, int wider) {
  extern __shared__ float tile[];  // ROWS * (columns + 1) words, for the widest of the tiles
  const int before = blockIdx.x * columns + blockIdx.x / 2 * wider;
  const int walksBefore = before - blockIdx.x * (ROWS - 1) * slant;
  columns += blockIdx.x % 2 * wider;
  const int distance = {{pitch()}};
  const int warpfulsOfRow = (columns + 31) / 32;
  for (int pass = 0; pass < ROWS / WARPS * warpfulsOfRow; pass++) {
    const int row = threadIdx.y + WARPS * (pass / warpfulsOfRow);
    const int column = threadIdx.x + 32 * (pass % warpfulsOfRow);
    if (column < columns) tile[row * distance + column] = in[before * ROWS + row * columns + column];
  }
  __syncthreads();
  const int walks = columns - (ROWS - 1) * slant;
  const int row = threadIdx.x;
  for (int begin = threadIdx.y; begin < walks; begin += WARPS) {
    out[(walksBefore + begin) * ROWS + row] = tile[row * distance + begin + slant * row];
  }
}
