__global__ void sumRows(const float* in, float* totals, int rows, int d) {
  extern __shared__ float partials[];  // blockDim.x words
  const int count = {{passes()}};
  float sum = 0;
  for (int pass = 0; pass < count; pass++) {
    const int from = {{read(pass)}};
    const float4 v = reinterpret_cast<const float4&>(in[from]);
    sum += v.x + v.y + v.z + v.w;
  }
  partials[threadIdx.x] = sum;
  __syncthreads();
  for (int step = 0; 1 << step < blockDim.x; step++) {
    const int other = {{partner(step)}};
    if (other >= 0) {
      sum += partials[other];
      partials[threadIdx.x] = sum;
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) totals[blockIdx.x] = sum;
}
