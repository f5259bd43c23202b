// One thread per element of C = A B; n is a multiple of the tile.
template <int tile>
__global__ void multiply(float* __restrict__ C, const float* __restrict__ A, const float* __restrict__ B, int n) {
  __shared__ float a[tile][tile], b[tile][tile];
  const int row = blockIdx.y * tile + threadIdx.y;
  const int column = blockIdx.x * tile + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < n; first += tile) {
    a[threadIdx.y][threadIdx.x] = A[row * n + first + threadIdx.x];
    b[threadIdx.y][threadIdx.x] = B[(first + threadIdx.y) * n + column];
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < tile; k++) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
    __syncthreads();
  }
  C[row * n + column] = sum;
}
