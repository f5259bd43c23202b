__global__ void countPositive(const int* __restrict__ in, int* __restrict__ counts) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (in[blockIdx.x * blockDim.x + threadIdx.x] > 0) atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0) counts[blockIdx.x] = count;
}
