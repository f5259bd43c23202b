__global__ void copy(const float* in, float* out, int rows, int columns) {
  const int i = {{element()}};
  if (i >= 0) out[i] = in[i];
}
