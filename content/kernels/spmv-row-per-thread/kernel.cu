// y = A x; row r owns the entries starts[r] to starts[r + 1] - 1 (compressed sparse rows).
__global__ void multiply(const int* __restrict__ starts, const int* __restrict__ columns,
                         const float* __restrict__ values, const float* __restrict__ x,
                         float* __restrict__ y, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  // Not unrolled, so that the lanes stay in step, whatever the lengths of their rows.
  #pragma unroll 1
  for (int i = starts[row], end = starts[row + 1]; i < end; i++) sum += values[i] * x[columns[i]];
  y[row] = sum;
}
