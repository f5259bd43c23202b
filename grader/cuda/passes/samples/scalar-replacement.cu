__global__ void k(const float* in, float* out) {
  float own[4];
  *reinterpret_cast<float4*>(&own[0]) = *reinterpret_cast<const float4*>(&in[4 * threadIdx.x]);
  out[threadIdx.x] = own[3];
}
