#define RADIUS 2
#define SIDE (2 * RADIUS + 1)
#define TILE_X 32
#define TILE_Y 16

__constant__ float weights[SIDE][SIDE];

// Pixels beyond the edge count as the pixels on the edge; the grid covers the image exactly.
__global__ void convolve(const float* __restrict__ in, float* __restrict__ out, int width, int height) {
  __shared__ float tile[TILE_Y + 2 * RADIUS][TILE_X + 2 * RADIUS];
  const int left = blockIdx.x * TILE_X - RADIUS, top = blockIdx.y * TILE_Y - RADIUS;
  for (int y = threadIdx.y; y < TILE_Y + 2 * RADIUS; y += TILE_Y) {
    for (int x = threadIdx.x; x < TILE_X + 2 * RADIUS; x += TILE_X) {
      const int row = min(max(top + y, 0), height - 1);
      const int column = min(max(left + x, 0), width - 1);
      tile[y][x] = in[row * width + column];
    }
  }
  __syncthreads();
  float sum = 0;
  #pragma unroll
  for (int dy = 0; dy < SIDE; dy++) {
    #pragma unroll
    for (int dx = 0; dx < SIDE; dx++) sum += weights[dy][dx] * tile[threadIdx.y + dy][threadIdx.x + dx];
  }
  out[(blockIdx.y * TILE_Y + threadIdx.y) * width + blockIdx.x * TILE_X + threadIdx.x] = sum;
}
