__global__ void sample(const float* in, float* out, int n, int step) {
  const int from = {{read()}};
  const int to = {{write()}};
  if (from >= 0 && to >= 0) out[to] = in[from];
}
