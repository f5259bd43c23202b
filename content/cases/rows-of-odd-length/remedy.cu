// Each row of the table has a weight of its own. The rows are as long as the survey left them.
__global__ void rowsOfOddLength(float* __restrict__ table, const float* __restrict__ weights, int rows, int columns) {
  const int count = rows * columns;
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
    table[i] *= weights[i / columns];
  }
}
