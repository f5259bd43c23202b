// Packs every stride-th element of in into out.
__global__ void packStrided(const float* __restrict__ in, float* __restrict__ out, int count, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i * stride];
}
