__global__ void threshold(const unsigned char* __restrict__ in, unsigned char* __restrict__ out,
                          int count, int limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i] > limit ? 255 : 0;
}
