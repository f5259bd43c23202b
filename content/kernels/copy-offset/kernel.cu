// Copies count elements, beginning at in[offset].
__global__ void copyFrom(const float* __restrict__ in, float* __restrict__ out, int count, int offset) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i + offset];
}
