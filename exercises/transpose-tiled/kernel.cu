__global__ void transpose(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[32 * 33];
  const int from = {{read()}};
  const int place = {{toTile()}};
  if (from >= 0 && place >= 0) tile[place] = in[from];
  __syncthreads();
  const int other = {{fromTile()}};
  const int to = {{write()}};
  if (other >= 0 && to >= 0) out[to] = tile[other];
}
