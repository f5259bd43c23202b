#include <cuda_pipeline.h>

constexpr int apart = 2;  // floats from lane to lane

__global__ void turnRow(float* out, const float* in) {
  __shared__ float row[64];
  const int i = threadIdx.x;
  __pipeline_memcpy_async(&row[i], &in[apart * i], 4);
  __pipeline_commit();
  // other work
  __pipeline_wait_prior(0);
  __syncthreads();
  out[i] = row[63 - i];
}
