constexpr int kRowVectors = 32;  // a row holds 128 floats: one float4 per lane

// One warp per token: threadIdx.x is the lane, threadIdx.y the warp of the block.
__global__ void lookUp(const float4* __restrict__ table, const int* __restrict__ tokens,
                       float4* __restrict__ out, int tokenCount) {
  const int position = blockIdx.x * blockDim.y + threadIdx.y;
  if (position >= tokenCount) return;
  const int token = tokens[position];
  out[position * kRowVectors + threadIdx.x] = table[token * kRowVectors + threadIdx.x];
}
