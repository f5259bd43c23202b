// Each block computes side x side elements of C, each thread `own` of them, one below the other.
template <int side, int depth, int own>
__global__ void multiply(float* __restrict__ C, const float* __restrict__ A, const float* __restrict__ B, int n) {
  __shared__ float a[side][depth], b[depth][side];
  const int column = threadIdx.x % side;
  const int row = threadIdx.x / side * own;
  A += blockIdx.y * side * n;
  B += blockIdx.x * side;
  C += blockIdx.y * side * n + blockIdx.x * side;
  float sums[own] = {};
  for (int first = 0; first < n; first += depth) {
    a[threadIdx.x / depth][threadIdx.x % depth] = A[threadIdx.x / depth * n + first + threadIdx.x % depth];
    b[threadIdx.x / side][column] = B[(first + threadIdx.x / side) * n + column];
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < depth; k++) {
      const float factor = b[k][column];
      #pragma unroll
      for (int i = 0; i < own; i++) sums[i] += a[row + i][k] * factor;
    }
    __syncthreads();
  }
  #pragma unroll
  for (int i = 0; i < own; i++) C[(row + i) * n + column] = sums[i];
}
