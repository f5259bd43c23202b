__global__ void splitComponents(const float* in, float* out, int count) {
  extern __shared__ float tile[];  // 4 * blockDim.x words
  for (int pass = 0; pass < 3; pass++) {
    const int from = {{read(pass)}};
    const int to = {{toTile(pass)}};
    if (from >= 0 && to >= 0) tile[to] = in[from];
  }
  __syncthreads();
  const int item = blockIdx.x * blockDim.x + threadIdx.x;
  for (int component = 0; component < 3; component++) {
    const int from = {{fromTile(component)}};
    if (item < count && from >= 0) out[component * count + item] = tile[from];
  }
}
