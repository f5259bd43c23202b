__global__ void transposeTiles(const float* in, float* out, int tiles) {
  __shared__ float tile[{{elements}}];
  const int firstOfTile = blockIdx.x * 16 * 32;
  for (int pass = 0; pass < 4; pass++) {
    const int item = pass * 128 + threadIdx.x;
    const int row = item / 32;
    const int column = item % 32;
    tile[{{offset(row, column)}}] = in[firstOfTile + row * 32 + column];
  }
  __syncthreads();
  for (int pass = 0; pass < 4; pass++) {
    const int item = pass * 128 + threadIdx.x;
    const int row = item % 16;
    const int column = item / 16;
    out[firstOfTile + column * 16 + row] = tile[{{offset(row, column)}}];
  }
}
