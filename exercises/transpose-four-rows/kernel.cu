__global__ void transpose(const float* in, float* out, int rows, int columns) {
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
