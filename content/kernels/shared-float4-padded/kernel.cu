constexpr int kRows = 32;
constexpr int kColumns = 8;

// One warp per block: rows of vectors in, columns of vectors out.
__global__ void flip(const float4* __restrict__ in, float4* __restrict__ out) {
  __shared__ float4 tile[kRows][kColumns + 1];
  const int lane = threadIdx.x;
  const int first = blockIdx.x * kRows * kColumns;
  #pragma unroll
  for (int i = lane; i < kRows * kColumns; i += kRows) tile[i / kColumns][i % kColumns] = in[first + i];
  __syncthreads();
  #pragma unroll
  for (int column = 0; column < kColumns; column++) out[first + column * kRows + lane] = tile[lane][column];
}
