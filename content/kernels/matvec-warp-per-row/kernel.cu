__device__ float dot(float4 a, float4 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

// y = A x; a row of A holds `vectors` float4.
__global__ void multiply(const float4* __restrict__ matrix, const float4* __restrict__ x,
                         float* __restrict__ y, int rows, int vectors) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  float sum = 0;
  for (int i = threadIdx.x; i < vectors; i += 32) sum += dot(matrix[row * vectors + i], x[i]);
  for (int lanes = 16; lanes > 0; lanes >>= 1) sum += __shfl_down_sync(~0u, sum, lanes);
  if (threadIdx.x == 0) y[row] = sum;
}
