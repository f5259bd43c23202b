// index is a permutation: no two threads write the same element.
__global__ void scatter(const float* __restrict__ in, const int* __restrict__ index,
                        float* __restrict__ out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[index[i]] = in[i];
}
