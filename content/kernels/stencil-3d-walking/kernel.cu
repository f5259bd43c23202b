constexpr int kTileX = 16, kTileY = 8;

// The cells of the surface stay 0; n is a multiple of both sides of the tile.
__global__ void smooth(const float* __restrict__ in, float* __restrict__ out, int n) {
  __shared__ float tile[kTileY + 2][kTileX + 2];
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  const int x = blockIdx.x * kTileX + threadIdx.x, y = blockIdx.y * kTileY + threadIdx.y;
  const int plane = n * n;
  const bool inside = x > 0 && y > 0 && x < n - 1 && y < n - 1;
  int i = y * n + x;
  float behind = in[i], here = in[i + plane];
  for (int z = 1; z < n - 1; z++) {
    i += plane;
    const float ahead = in[i + plane];
    tile[ty][tx] = here;
    if (tx == 1 && x > 0) tile[ty][0] = in[i - 1];
    if (tx == kTileX && x < n - 1) tile[ty][kTileX + 1] = in[i + 1];
    if (ty == 1 && y > 0) tile[0][tx] = in[i - n];
    if (ty == kTileY && y < n - 1) tile[kTileY + 1][tx] = in[i + n];
    __syncthreads();
    if (inside) {
      out[i] = 0.5f * here + (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx] + behind + ahead) / 12;
    }
    __syncthreads();
    behind = here;
    here = ahead;
  }
}
