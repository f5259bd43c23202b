constexpr int kSide = 32;

// Transposes 32 x 32 elements within each block: written along the rows, read down the columns.
__global__ void flip(const float* __restrict__ in, float* __restrict__ out) {
  __shared__ float tile[kSide][kSide];
  const int row = threadIdx.x / kSide, column = threadIdx.x % kSide;
  const int i = blockIdx.x * kSide * kSide + threadIdx.x;
  tile[row][column ^ row] = in[i];
  __syncthreads();
  out[i] = tile[column][row ^ column];
}
