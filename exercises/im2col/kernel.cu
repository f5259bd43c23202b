__global__ void im2col(const float* in, float* columns, int channels, int height, int width) {
  for (int tap = 0; tap < 9; tap++) {
    const int from = {{read(tap)}};
    const int to = {{write(tap)}};
    if (from >= 0 && to >= 0) columns[to] = in[from];
  }
}
