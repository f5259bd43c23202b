// Each row of the table has a weight of its own. The rows are as long as the survey left them.
__global__ void rowsOfOddLength(float* __restrict__ table, const float* __restrict__ weights, int rows, int columns) {
  const int row = blockIdx.x;
  if (row >= rows) return;
  const float weight = weights[row];
  float2* pairs = reinterpret_cast<float2*>(table + row * columns);
  for (int pair = threadIdx.x; pair < columns / 2; pair += blockDim.x) {
    float2 two = pairs[pair];
    two.x *= weight;
    two.y *= weight;
    pairs[pair] = two;
  }
  if (threadIdx.x == 0 && columns % 2 == 1) table[row * columns + columns - 1] *= weight;
}
