constexpr int kThreads = 256;
constexpr int kWarps = kThreads / 32;

// Each block moves its positive elements to the front of its part of out and counts them.
__global__ void compact(const int* __restrict__ in, int* __restrict__ out, int* __restrict__ counts) {
  __shared__ int kept[kWarps];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int first = blockIdx.x * kThreads;
  const int value = in[first + threadIdx.x];
  const unsigned keepers = __ballot_sync(0xffffffff, value > 0);
  if (lane == 0) kept[warp] = __popc(keepers);
  __syncthreads();
  int before = 0;
  for (unsigned other = 0; other < warp; other++) before += kept[other];
  const unsigned lanesBefore = (1u << lane) - 1;
  if (value > 0) out[first + before + __popc(keepers & lanesBefore)] = value;
  if (threadIdx.x == kThreads - 1) counts[blockIdx.x] = before + __popc(keepers);
}
