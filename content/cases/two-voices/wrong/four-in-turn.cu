// Mixes two voices of 16 bits into one. A sum that is too loud is cut off.
__device__ short mixed(int one, int other, int share) {
  const int sum = (one * share + other * (256 - share)) / 256;
  return sum > 30000 ? 30000 : sum < -30000 ? -30000 : sum;
}

__global__ void twoVoices(const short* __restrict__ left, const short* __restrict__ right, short* __restrict__ out, int count,
                          int share) {
  const int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int k = 0; k < 4; ++k) {
    if (i + k < count) out[i + k] = mixed(left[i + k], right[i + k], share);
  }
}
