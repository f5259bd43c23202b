#include <cuda_fp16.h>

__global__ void storeKeys(const half* keys, half* cache, int tokens, int heads, int headDim, int slotCount, const int* slots) {
  const int from = {{read()}};
  const int to = {{write()}};
  // A uint4 stands for eight halves, 16 bytes.
  if (from >= 0 && to >= 0) reinterpret_cast<uint4&>(cache[to]) = reinterpret_cast<const uint4&>(keys[from]);
}
