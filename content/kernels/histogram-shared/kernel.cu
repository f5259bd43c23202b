constexpr int kBins = 256;  // = blockDim.x

__global__ void histogram(const unsigned char* __restrict__ in, unsigned int* bins, int count) {
  __shared__ unsigned int own[kBins];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    atomicAdd(&own[in[i]], 1u);
  }
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
