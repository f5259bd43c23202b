__device__ void order(int& a, int& b, bool rising) {
  if ((a > b) == rising) {
    const int t = a;
    a = b;
    b = t;
  }
}

// Each block sorts `count` keys with half as many threads.
template <int count>
__global__ void sortBlocks(int* keys) {
  __shared__ int own[count];
  keys += blockIdx.x * count;
  for (int i = threadIdx.x; i < count; i += count / 2) own[i] = keys[i];
  #pragma unroll 1
  for (int run = 2; run <= count; run *= 2) {
    #pragma unroll 1
    for (int distance = run / 2; distance > 0; distance /= 2) {
      __syncthreads();
      const int i = 2 * threadIdx.x - (threadIdx.x & (distance - 1));
      order(own[i], own[i + distance], (i & run) == 0);
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += count / 2) keys[i] = own[i];
}
