// How often each of 32 grades occurs. Each thread counts for itself, so that none waits for another.
#define THREADS 64
#define GRADES 32

__global__ void countsPerThread(const unsigned char* __restrict__ grades, unsigned int* __restrict__ counts, int count) {
  __shared__ unsigned int own[THREADS * GRADES];
  for (int k = threadIdx.x; k < THREADS * GRADES; k += THREADS) own[k] = 0;
  __syncthreads();

  const int step = gridDim.x * THREADS;
  for (int i = blockIdx.x * THREADS + threadIdx.x; i < count; i += step) {
    own[grades[i] * THREADS + threadIdx.x]++;
  }
  __syncthreads();

  if (threadIdx.x >= GRADES) return;
  unsigned int sum = 0;
  for (int t = 0; t < THREADS; ++t) {
    sum += own[threadIdx.x * THREADS + (t + threadIdx.x) % THREADS];
  }
  counts[blockIdx.x * GRADES + threadIdx.x] = sum;
}
