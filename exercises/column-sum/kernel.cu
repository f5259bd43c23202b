__global__ void sumColumns(const float* in, float* out, int rows, int columns) {
  float sum = 0;
  for (int pass = 0; pass < rows; pass++) {
    const int from = {{read(pass)}};
    if (from >= 0) sum += in[from];
  }
  const int to = {{write()}};
  if (to >= 0) out[to] = sum;
}
