__global__ void transposePairs(const float* in, float* out, int tiles) {
  __shared__ alignas(8) float tile[32 * 32];
  const int firstOfTile = blockIdx.x * 32 * 32;
  for (int pass = 0; pass < 4; pass++) {
    const int item = pass * 128 + threadIdx.x;
    const int row = item / 16;
    const int column = item % 16 * 2;
    *reinterpret_cast<float2*>(&tile[{{offset(row, column)}}]) = *reinterpret_cast<const float2*>(&in[firstOfTile + row * 32 + column]);
  }
  __syncthreads();
  for (int pass = 0; pass < 4; pass++) {
    const int item = pass * 128 + threadIdx.x;
    const int row = item % 32;
    const int column = item / 32 * 2;
    *reinterpret_cast<float2*>(&out[firstOfTile + column * 32 + row * 2]) = *reinterpret_cast<const float2*>(&tile[{{offset(row, column)}}]);
  }
}
