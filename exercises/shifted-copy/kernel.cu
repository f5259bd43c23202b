__global__ void copySlice(const float* in, float* out, int from, int to, int n) {
  const int i = {{read()}};
  const int o = {{write()}};
  if (i >= 0 && o >= 0) out[o] = in[i];
}
