// Horner's rule; the coefficients stand in order of falling degree.
template <int terms>
__global__ void evaluate(const float* __restrict__ x, const float* __restrict__ coefficients,
                         float* __restrict__ y) {
  __shared__ float shared[terms];
  if (threadIdx.x < terms) shared[threadIdx.x] = coefficients[threadIdx.x];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float at = x[i];
  float value = 0;
  #pragma unroll
  for (int term = 0; term < terms; term++) value = value * at + shared[term];
  y[i] = value;
}
