constexpr int LANES = 32;
constexpr int ROWS = 8;

__global__ void sumRows(const float* in, float* out, int rows, int columns) {
  __shared__ float partials[ROWS * {{pitch}}];
  float sum = 0;
  for (int pass = 0; pass * LANES < columns; pass++) {
    const int i = {{read(pass)}};
    if (i >= 0) sum += in[i];
  }
  const int own = {{toPartials()}};
  if (own >= 0) partials[own] = sum;
  __syncthreads();
  float total = 0;
  for (int pass = 0; pass < LANES; pass++) {
    const int i = {{fromPartials(pass)}};
    if (i >= 0) total += partials[i];
  }
  const int to = {{write()}};
  if (to >= 0) out[to] = total;
}
