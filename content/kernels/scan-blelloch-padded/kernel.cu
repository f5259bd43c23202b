constexpr int kThreads = 128;
constexpr int kElements = 2 * kThreads;

// One spare word after every 32.
#define PLACE(i) ((i) + ((i) >> 5))

// Exclusive prefix sums within each block: sums rise through a tree, then offsets descend.
__global__ void scan(const int* __restrict__ in, int* __restrict__ out) {
  __shared__ int tree[PLACE(kElements - 1) + 1];
  const int t = threadIdx.x;
  const int first = blockIdx.x * kElements;
  tree[PLACE(t)] = in[first + t];
  tree[PLACE(t + kThreads)] = in[first + t + kThreads];
  int step = 1;
  #pragma unroll 1
  for (int pairs = kThreads; pairs > 0; pairs /= 2) {
    __syncthreads();
    if (t < pairs) tree[PLACE(step * (2 * t + 2) - 1)] += tree[PLACE(step * (2 * t + 1) - 1)];
    step *= 2;
  }
  if (t == 0) tree[PLACE(kElements - 1)] = 0;
  #pragma unroll 1
  for (int pairs = 1; pairs < kElements; pairs *= 2) {
    step /= 2;
    __syncthreads();
    if (t < pairs) {
      const int left = PLACE(step * (2 * t + 1) - 1), right = PLACE(step * (2 * t + 2) - 1);
      const int sum = tree[left], offset = tree[right];
      tree[left] = offset;
      tree[right] = offset + sum;
    }
  }
  __syncthreads();
  out[first + t] = tree[PLACE(t)];
  out[first + t + kThreads] = tree[PLACE(t + kThreads)];
}
