__global__ void reverse(const float* __restrict__ in, float* __restrict__ out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[count - 1 - i];
}
