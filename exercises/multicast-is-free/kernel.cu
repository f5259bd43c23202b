constexpr int THREADS = 128;

__global__ void addBias(const float* in, const float* bias, float* out, int pixels, int channels) {
  __shared__ float table[{{words}}];
  const int t = threadIdx.x;
  for (int copy = 0; copy < {{copies}}; copy++) {
    if (t < channels) table[{{word(t, copy)}}] = bias[t];
  }
  __syncthreads();
  const int pixel = blockIdx.x * THREADS + t;
  const int own = t % 32 % {{copies}};
  for (int channel = 0; channel < channels; channel++) {
    const int i = channel * pixels + pixel;
    float value = pixel < pixels ? in[i] : 0;
    value += table[{{word(channel, own)}}];
    if (pixel < pixels) out[i] = value;
  }
}
