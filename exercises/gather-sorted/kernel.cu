__global__ void gather(const float* in, float* out, int n, int inputLength, const int* indices, const int* order) {
  extern __shared__ float tile[];  // blockDim.x words
  const int from = {{read()}};
  const int place = {{toTile()}};
  if (from >= 0 && place >= 0) tile[place] = in[from];
  __syncthreads();
  const int own = {{fromTile()}};
  const int to = {{write()}};
  if (own >= 0 && to >= 0) out[to] = tile[own];
}
