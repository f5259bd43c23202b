#include <cuda_fp16.h>

constexpr int TILE = 64;

__global__ void transpose(const half* in, half* out, int rows, int columns) {
  __shared__ alignas(4) half tile[TILE * (TILE + 2)];
  for (int pass = 0; pass < 8; pass++) {
    const int from = {{read(pass)}};
    const int to = {{toTile(pass)}};
    if (from >= 0 && to >= 0) reinterpret_cast<half2&>(tile[to]) = reinterpret_cast<const half2&>(in[from]);
  }
  __syncthreads();
  for (int pass = 0; pass < 8; pass++) {
    const int i = {{first(pass)}};
    const int j = {{second(pass)}};
    const int to = {{write(pass)}};
    if (i >= 0 && j >= 0 && to >= 0) reinterpret_cast<half2&>(out[to]) = __halves2half2(tile[i], tile[j]);
  }
}
