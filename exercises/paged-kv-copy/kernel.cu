#include <cuda_fp16.h>

__global__ void copyPages(const half* cache, half* keys, int tokens, int heads, int headDim, const int* blockTable) {
  const int vectorsOfPage = 16 * heads * headDim / 8;
  for (int pass = 0; pass * 128 < vectorsOfPage; pass++) {
    const int from = {{read(pass)}};
    const int to = {{write(pass)}};
    // A uint4 stands for eight halves, 16 bytes.
    if (from >= 0 && to >= 0) reinterpret_cast<uint4&>(keys[to]) = reinterpret_cast<const uint4&>(cache[from]);
  }
}
