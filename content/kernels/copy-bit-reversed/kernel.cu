constexpr unsigned kWarpSize = 32;

// Within each warp, lane abcde (in binary) reads what lane edcba would have read.
__global__ void copyBitReversed(const float* __restrict__ in, float* __restrict__ out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lane = i % kWarpSize;
  const unsigned reversed = __brev(lane) >> 27;
  out[i] = in[i - lane + reversed];
}
