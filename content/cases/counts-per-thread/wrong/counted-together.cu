// How often each of 32 grades occurs. Each thread counts for itself, so that none waits for another.
#define THREADS 64
#define GRADES 32

__global__ void countsPerThread(const unsigned char* __restrict__ grades, unsigned int* __restrict__ counts, int count) {
  __shared__ unsigned int own[GRADES];
  for (int k = threadIdx.x; k < GRADES; k += THREADS) own[k] = 0;
  __syncthreads();

  const int step = gridDim.x * THREADS;
  for (int i = blockIdx.x * THREADS + threadIdx.x; i < count; i += step) {
    own[grades[i]]++;
  }
  __syncthreads();

  if (threadIdx.x >= GRADES) return;
  unsigned int sum = 0;
  {
    sum += own[threadIdx.x];
  }
  counts[blockIdx.x * GRADES + threadIdx.x] = sum;
}
