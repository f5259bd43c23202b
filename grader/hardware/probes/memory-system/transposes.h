// A copy of a square matrix, and five ways to transpose it: 32 × 8 threads to a tile of 32 × 32 elements. RESTRICT qualifies the pointers:
// nothing, or `__restrict__`. restrict.cu includes the file once with each, in two namespaces.
#ifndef RESTRICT
#define RESTRICT
#endif

constexpr int kTile = 32, kRows = 8;

__global__ void copy_square(const float* RESTRICT in, float* RESTRICT out, int n) {
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) out[size_t(y + j) * n + x] = in[size_t(y + j) * n + x];
}

__global__ void transpose_strided_write(const float* RESTRICT in, float* RESTRICT out, int n) {
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) out[size_t(x) * n + y + j] = in[size_t(y + j) * n + x];
}

__global__ void transpose_strided_read(const float* RESTRICT in, float* RESTRICT out, int n) {
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) out[size_t(y + j) * n + x] = in[size_t(x) * n + y + j];
}

template <int pad, bool swizzle>
__global__ void transpose_tile(const float* RESTRICT in, float* RESTRICT out, int n) {
  __shared__ float tile[kTile][kTile + pad];
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) {
    int row = threadIdx.y + j, column = threadIdx.x;
    tile[row][swizzle ? column ^ row : column] = in[size_t(y + j) * n + x];
  }
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x, y = blockIdx.x * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) {
    int row = threadIdx.x, column = threadIdx.y + j;
    out[size_t(y + j) * n + x] = tile[row][swizzle ? column ^ row : column];
  }
}
