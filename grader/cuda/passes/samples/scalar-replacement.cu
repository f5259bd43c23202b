__global__ void k(const float* in, float* out) {
  float own[4];
  *reinterpret_cast<float4*>(&own[0]) = *reinterpret_cast<const float4*>(&in[4 * threadIdx.x]);
  float sum = 0;
  for (int half = 0; half < 2; half++)
    for (int i = 2 * half; i < 2 * half + 2; i++) sum += own[i];
  out[threadIdx.x] = sum;
}
