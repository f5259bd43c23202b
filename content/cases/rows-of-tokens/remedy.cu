// The first step of a language model: for each token of the text, its row of the table.
#define WIDTH 64

__global__ void rowsOfTokens(const int* __restrict__ tokens, const float* __restrict__ table, float* __restrict__ rows,
                             int count, float scale) {
  const int lane = threadIdx.x % 32;
  const int first = blockIdx.x * blockDim.x + threadIdx.x - lane;
  for (int t = first; t < first + 32 && t < count; ++t) {
    const float* row = table + tokens[t] * WIDTH;
    for (int k = lane; k < WIDTH; k += 32) {
      rows[t * WIDTH + k] = row[k] * scale;
    }
  }
}
