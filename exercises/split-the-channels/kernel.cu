__global__ void splitChannels(const float* in, float* out, int frames, int channels) {
  const int from = {{read()}};
  const int to = {{write()}};
  if (from >= 0 && to >= 0) out[to] = in[from];
}
