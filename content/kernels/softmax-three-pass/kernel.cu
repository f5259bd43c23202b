constexpr int kThreads = 256;
constexpr int kWarps = kThreads / 32;

struct Sum { __device__ float operator()(float a, float b) const { return a + b; } };
struct Max { __device__ float operator()(float a, float b) const { return fmaxf(a, b); } };

// Combines one value per thread; every thread of the block gets the result.
template <typename Op>
__device__ float blockReduce(float value, Op op) {
  __shared__ float partial[kWarps];
  for (int lanes = 16; lanes > 0; lanes /= 2) value = op(value, __shfl_xor_sync(0xffffffff, value, lanes));
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = value;
  __syncthreads();
  value = partial[0];
  #pragma unroll
  for (int warp = 1; warp < kWarps; warp++) value = op(value, partial[warp]);
  return value;
}

// One block per row.
__global__ void softmax(const float* __restrict__ in, float* __restrict__ out, int columns) {
  const float* row = in + blockIdx.x * columns;
  float largest = -INFINITY;
  for (int i = threadIdx.x; i < columns; i += kThreads) largest = fmaxf(largest, row[i]);
  largest = blockReduce(largest, Max());
  float sum = 0;
  for (int i = threadIdx.x; i < columns; i += kThreads) sum += expf(row[i] - largest);
  sum = blockReduce(sum, Sum());
  for (int i = threadIdx.x; i < columns; i += kThreads) {
    out[blockIdx.x * columns + i] = expf(row[i] - largest) / sum;
  }
}
