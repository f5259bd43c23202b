// y = a x + y for any count and any grid: each thread goes on by as many elements as there are threads.
__global__ void saxpy(int count, float a, const float* __restrict__ x, float* __restrict__ y) {
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += threads) {
    y[i] = a * x[i] + y[i];
  }
}
