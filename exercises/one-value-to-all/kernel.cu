__global__ void addBias(const float* in, const float* biases, float* out, int channels, int pixels) {
  const int i = {{value()}};
  const int channel = {{bias()}};
  if (i >= 0 && channel >= 0) out[i] = in[i] + biases[channel];
}
