// Each row of the table has a weight of its own. The rows are as long as the survey left them.
__global__ void rowsOfOddLength(float* __restrict__ table, const float* __restrict__ weights, int rows, int columns) {
  const int row = blockIdx.x;
  if (row >= rows) return;
  const float weight = weights[row];
  const int pitch = (columns + 7) / 8 * 8;
  for (int column = threadIdx.x; column < columns; column += blockDim.x) {
    table[row * pitch + column] *= weight;
  }
}
