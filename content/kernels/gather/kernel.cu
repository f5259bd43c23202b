__global__ void gather(const float* __restrict__ in, const int* __restrict__ index,
                       float* __restrict__ out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[index[i]];
}
