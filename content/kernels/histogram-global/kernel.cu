__global__ void histogram(const unsigned char* __restrict__ in, unsigned int* bins, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    atomicAdd(&bins[in[i]], 1u);
  }
}
