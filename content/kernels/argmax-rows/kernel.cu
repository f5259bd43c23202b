#define FULL_WARP 0xffffffffu

// One warp per row; of equal values the first wins.
__global__ void argmax(const float* __restrict__ in, int* __restrict__ best, int columns) {
  const int lane = threadIdx.x % warpSize;
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
  float value = -INFINITY;
  int index = 0;
  for (int i = lane; i < columns; i += warpSize) {
    const float candidate = in[row * columns + i];
    if (candidate > value) {
      value = candidate;
      index = i;
    }
  }
  for (int lanes = warpSize / 2; lanes > 0; lanes /= 2) {
    const float otherValue = __shfl_down_sync(FULL_WARP, value, lanes);
    const int otherIndex = __shfl_down_sync(FULL_WARP, index, lanes);
    if (otherValue > value || (otherValue == value && otherIndex < index)) {
      value = otherValue;
      index = otherIndex;
    }
  }
  if (lane == 0) best[row] = index;
}
