__global__ void rotate(float* x, const float* cos, const float* sin, int heads, int tokens, int headDim, const int* positions) {
  const int i = {{low()}};
  const int j = {{high()}};
  const int k = {{angle()}};
  if (i < 0 || j < 0 || k < 0) return;
  const float a = x[i];
  const float b = x[j];
  const float c = cos[k];
  const float s = sin[k];
  x[i] = a * c - b * s;
  x[j] = b * c + a * s;
}
