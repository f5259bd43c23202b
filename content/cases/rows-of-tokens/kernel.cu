// The first step of a language model: for each token of the text, its row of the table.
#define WIDTH 64

__global__ void rowsOfTokens(const int* __restrict__ tokens, const float* __restrict__ table, float* __restrict__ rows,
                             int count, float scale) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= count) return;
  const float* row = table + tokens[t] * WIDTH;
  float* mine = rows + t * WIDTH;
  for (int k = 0; k < WIDTH; ++k) {
    mine[k] = row[k] * scale;
  }
}
