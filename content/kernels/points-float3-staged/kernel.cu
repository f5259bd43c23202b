constexpr int kThreads = 256;

// points holds x, y, z, x, y, z …; the grid covers it exactly.
__global__ void squareDistances(const float* __restrict__ points, float* __restrict__ out) {
  __shared__ float staged[3 * kThreads];
  const int first = blockIdx.x * kThreads;
  #pragma unroll
  for (int pass = 0; pass < 3; pass++) {
    const int word = pass * kThreads + threadIdx.x;
    staged[word] = points[3 * first + word];
  }
  __syncthreads();
  const float x = staged[3 * threadIdx.x];
  const float y = staged[3 * threadIdx.x + 1];
  const float z = staged[3 * threadIdx.x + 2];
  out[first + threadIdx.x] = x * x + y * y + z * z;
}
