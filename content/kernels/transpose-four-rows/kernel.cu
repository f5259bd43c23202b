template <int tileSide, int rowsPerThread>
__global__ void transpose(float* __restrict__ out, const float* __restrict__ in, int side) {
  constexpr int step = tileSide / rowsPerThread;  // = blockDim.y
  __shared__ float tile[tileSide][tileSide + 1];
  int x = blockIdx.x * tileSide + threadIdx.x;
  int y = blockIdx.y * tileSide + threadIdx.y;
  #pragma unroll
  for (int j = 0; j < tileSide; j += step) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * side + x];
  __syncthreads();
  x = blockIdx.y * tileSide + threadIdx.x;
  y = blockIdx.x * tileSide + threadIdx.y;
  #pragma unroll
  for (int j = 0; j < tileSide; j += step) out[(y + j) * side + x] = tile[threadIdx.x][threadIdx.y + j];
}
