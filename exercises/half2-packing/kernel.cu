#include <cuda_fp16.h>

__global__ void addBias(const half* in, const half* bias, half* out, int rows, int columns) {
  const int i = {{pair()}};
  const int j = {{biasPair()}};
  if (i < 0 || j < 0) return;
  const half2 value = reinterpret_cast<const half2&>(in[i]);
  reinterpret_cast<half2&>(out[i]) = __hadd2(value, reinterpret_cast<const half2&>(bias[j]));
}
