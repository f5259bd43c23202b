constexpr int kTile = 32;
constexpr int kRows = 8;  // of a block's threads: each moves four elements

// out[k][i] = in[i][k] for 0 <= i < height and 0 <= k < width; rows lie inPitch and outPitch floats apart.
__device__ void transposeTile(const float* in, float* out, int height, int width, int inPitch, int outPitch) {
  __shared__ float tile[kTile][kTile];
  int k = blockIdx.x * kTile + threadIdx.x;
  int i = blockIdx.y * kTile + threadIdx.y;
  for (int y = 0; y < kTile; y += kRows)
    if (i + y < height && k < width) tile[threadIdx.y + y][threadIdx.x] = in[(i + y) * inPitch + k];
  __syncthreads();
  i = blockIdx.y * kTile + threadIdx.x;
  k = blockIdx.x * kTile + threadIdx.y;
  for (int y = 0; y < kTile; y += kRows)
    if (k + y < width && i < height) out[(k + y) * outPitch + i] = tile[threadIdx.x][threadIdx.y + y];
}

__global__ void transposeKernel(const float* in, float* out, int rows, int columns) {
  transposeTile(in, out, rows, columns, columns, rows);
}

__global__ void swapKernel(const float* in, float* out, int d0, int d1, int d2) {
  int j = blockIdx.z;
  transposeTile(in + j * d2, out + j * d0, d0, d2, d1 * d2, d1 * d0);
}

void transpose(const float* in, float* out, int rows, int columns) {
  dim3 block(kTile, kRows), grid((columns + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
  transposeKernel<<<grid, block>>>(in, out, rows, columns);
}

void swapAxes(const float* in, float* out, int d0, int d1, int d2) {
  dim3 block(kTile, kRows), grid((d2 + kTile - 1) / kTile, (d0 + kTile - 1) / kTile, d1);
  swapKernel<<<grid, block>>>(in, out, d0, d1, d2);
}
