__global__ void rotateGroups(const float* in, float* out, int n, int shift) {
  const int from = {{read()}};
  const int to = {{write()}};
  if (from >= 0 && to >= 0) out[to] = in[from];
}
