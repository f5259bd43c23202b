#include <cuda_pipeline.h>

constexpr int kStages = 3;

// Doubles what it copies. Each thread keeps kStages copies of 16 bytes under way, and reads only what it has copied itself.
__global__ void doubled(float4* __restrict__ out, const float4* __restrict__ in, int count) {
  __shared__ float4 stages[kStages][128];
  const int threads = gridDim.x * blockDim.x;
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  #pragma unroll
  for (int stage = 0; stage < kStages; stage++) {
    const int i = first + stage * threads;
    if (i < count) __pipeline_memcpy_async(&stages[stage][threadIdx.x], &in[i], sizeof(float4));
    __pipeline_commit();
  }
  int stage = 0;
  for (int i = first; i < count; i += threads) {
    __pipeline_wait_prior(kStages - 1);
    float4 v = stages[stage][threadIdx.x];
    const int next = i + kStages * threads;
    if (next < count) __pipeline_memcpy_async(&stages[stage][threadIdx.x], &in[next], sizeof(float4));
    __pipeline_commit();
    v.x *= 2; v.y *= 2; v.z *= 2; v.w *= 2;
    out[i] = v;
    stage = (stage + 1) % kStages;
  }
}
