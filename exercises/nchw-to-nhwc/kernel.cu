__global__ void channelsLast(const float* in, float* out, int images, int channels, int height, int width) {
  __shared__ float tile[32 * 33];
  for (int pass = 0; pass < 4; pass++) {
    const int from = {{read(pass)}};
    const int to = {{toTile(pass)}};
    if (from >= 0 && to >= 0) tile[to] = in[from];
  }
  __syncthreads();
  for (int pass = 0; pass < 4; pass++) {
    const int from = {{fromTile(pass)}};
    const int to = {{write(pass)}};
    if (from >= 0 && to >= 0) out[to] = tile[from];
  }
}
