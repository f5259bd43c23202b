#define FULL_WARP 0xffffffff
constexpr int kLanes = 32;  // keys per tile, and dimensions of a head
constexpr int kWarps = 8;   // queries per block

// blockIdx.y is the head. Each head has its own queries, keys and values, row by row.
__global__ void attend(const float* __restrict__ queries, const float* __restrict__ keys,
                       const float* __restrict__ values, float* __restrict__ out, int queryCount, int keyCount) {
  __shared__ float q[kWarps][kLanes], k[kLanes][kLanes + 1], v[kLanes][kLanes];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int at = (blockIdx.y * queryCount + blockIdx.x * kWarps + warp) * kLanes + lane;
  const int head = blockIdx.y * keyCount * kLanes;
  q[warp][lane] = queries[at];
  float largest = -INFINITY, sum = 0, result = 0;
  for (int first = 0; first < keyCount; first += kLanes) {
    for (int row = warp; row < kLanes; row += kWarps) {
      k[row][lane] = keys[head + (first + row) * kLanes + lane];
      v[row][lane] = values[head + (first + row) * kLanes + lane];
    }
    __syncthreads();
    float score = 0;  // of the key `lane`
    for (int d = 0; d < kLanes; d++) score += q[warp][d] * k[lane][d];
    score *= rsqrtf(kLanes);
    float newLargest = fmaxf(largest, score);
    for (int lanes = 16; lanes > 0; lanes /= 2) newLargest = fmaxf(newLargest, __shfl_xor_sync(FULL_WARP, newLargest, lanes));
    const float weight = __expf(score - newLargest), shrink = __expf(largest - newLargest);
    sum = sum * shrink + weight;
    result *= shrink;  // of the dimension `lane`
    for (int key = 0; key < kLanes; key++) result += __shfl_sync(FULL_WARP, weight, key) * v[key][lane];
    largest = newLargest;
    __syncthreads();
  }
  for (int lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_xor_sync(FULL_WARP, sum, lanes);
  out[at] = result / sum;
}
