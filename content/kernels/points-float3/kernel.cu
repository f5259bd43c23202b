__global__ void squareDistances(const float3* __restrict__ points, float* __restrict__ out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float3 p = points[i];
  out[i] = p.x * p.x + p.y * p.y + p.z * p.z;
}
