__global__ void copyStrip(const float* in, float* out, int rows, int columns, int from, int width) {
  const int i = {{read()}};
  const int o = {{write()}};
  if (i >= 0 && o >= 0) reinterpret_cast<float4&>(out[o]) = reinterpret_cast<const float4&>(in[i]);
}
