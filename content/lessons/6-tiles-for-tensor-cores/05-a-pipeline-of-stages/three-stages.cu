#include <cuda_pipeline.h>

constexpr int stages = 3;
constexpr int tiles = 8;

__global__ void sums(float* out, const float* in) {
  __shared__ __align__(16) float tile[stages][128];
  const int i = threadIdx.x;
  for (int s = 0; s < stages - 1; s++) {
    __pipeline_memcpy_async(&tile[s][i], &in[s * 128 + i], 4);
    __pipeline_commit();
  }
  float sum = 0;
  for (int t = 0; t < tiles; t++) {
    __pipeline_wait_prior(stages - 2);
    __syncthreads();
    sum += tile[t % stages][127 - i];
    const int next = t + stages - 1;
    if (next < tiles) {
      __pipeline_memcpy_async(
          &tile[next % stages][i], &in[next * 128 + i], 4);
    }
    __pipeline_commit();
  }
  out[i] = sum;
}
