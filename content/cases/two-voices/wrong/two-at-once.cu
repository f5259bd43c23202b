// Mixes two voices of 16 bits into one. A sum that is too loud is cut off.
__device__ short mixed(int one, int other, int share) {
  const int sum = (one * share + other * (256 - share)) / 256;
  return sum > 30000 ? 30000 : sum < -30000 ? -30000 : sum;
}

__global__ void twoVoices(const short* __restrict__ left, const short* __restrict__ right, short* __restrict__ out, int count,
                          int share) {
  const int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i + 1 < count) {
    const short2 a = *reinterpret_cast<const short2*>(left + i);
    const short2 b = *reinterpret_cast<const short2*>(right + i);
    *reinterpret_cast<short2*>(out + i) = make_short2(mixed(a.x, b.x, share), mixed(a.y, b.y, share));
  } else if (i < count) {
    out[i] = mixed(left[i], right[i], share);
  }
}
