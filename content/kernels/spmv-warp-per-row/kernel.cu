// y = A x; row r owns the entries starts[r] to starts[r + 1] - 1 (compressed sparse rows).
__global__ void multiply(const int* __restrict__ starts, const int* __restrict__ columns,
                         const float* __restrict__ values, const float* __restrict__ x,
                         float* __restrict__ y, int rows) {
  const int lane = threadIdx.x & 31;
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
  if (row >= rows) return;
  const int end = starts[row + 1];
  float sum = 0;
  for (int i = starts[row] + lane; i < end; i += 32) sum += values[i] * x[columns[i]];
  for (int lanes = 16; lanes > 0; lanes >>= 1) sum += __shfl_down_sync(0xffffffff, sum, lanes);
  if (lane == 0) y[row] = sum;
}
