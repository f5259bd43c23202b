// The largest value so far, and the sum of the exponentials relative to it.
struct Running {
  float largest, sum;
};

__device__ Running merge(Running a, Running b) {
  const float largest = fmaxf(a.largest, b.largest);
  return {largest, a.sum * expf(a.largest - largest) + b.sum * expf(b.largest - largest)};
}

// One warp per row; a row has at least 32 columns.
__global__ void softmax(const float* __restrict__ in, float* __restrict__ out, int rows, int columns) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  in += row * columns;
  out += row * columns;
  Running running = {-INFINITY, 0};
  for (int i = threadIdx.x; i < columns; i += 32) running = merge(running, {in[i], 1});
  for (int lanes = 16; lanes > 0; lanes /= 2) {
    const float largest = __shfl_xor_sync(0xffffffff, running.largest, lanes);
    const float sum = __shfl_xor_sync(0xffffffff, running.sum, lanes);
    running = merge(running, {largest, sum});
  }
  for (int i = threadIdx.x; i < columns; i += 32) out[i] = expf(in[i] - running.largest) / running.sum;
}
