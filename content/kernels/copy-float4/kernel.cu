__global__ void copyVectors(const float4* __restrict__ in, float4* __restrict__ out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i];
}
