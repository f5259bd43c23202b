// The first step of a language model: for each token of the text, its row of the table.
#define WIDTH 64

__global__ void rowsOfTokens(const int* __restrict__ tokens, const float* __restrict__ table, float* __restrict__ rows,
                             int count, float scale) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= count) return;
  const float4* row = reinterpret_cast<const float4*>(table + tokens[t] * WIDTH);
  float4* mine = reinterpret_cast<float4*>(rows + t * WIDTH);
  for (int k = 0; k < WIDTH / 4; ++k) {
    const float4 four = row[k];
    mine[k] = make_float4(four.x * scale, four.y * scale, four.z * scale, four.w * scale);
  }
}
