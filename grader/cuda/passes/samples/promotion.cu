__global__ void k(const float* __restrict__ in, float* __restrict__ out, int n) {
  for (int i = 0; i < n; i++) out[threadIdx.x] += in[i];
}
