__global__ void transpose(const float* in, float* out, int rows, int columns) {
  const int from = {{read()}};
  const int to = {{write()}};
  if (from >= 0 && to >= 0) out[to] = in[from];
}
