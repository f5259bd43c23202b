__global__ void copy(const float* in, float* out, int first, int n) {
  const int i = {{vector()}};
  if (i >= 0) reinterpret_cast<float4&>(out[i]) = reinterpret_cast<const float4&>(in[i]);
  const int k = {{rest()}};
  if (k >= 0) out[k] = in[k];
}
