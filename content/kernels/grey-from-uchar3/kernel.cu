// Integer weights of red, green and blue; they add up to 256.
__global__ void toGrey(const uchar3* __restrict__ pixels, unsigned char* __restrict__ grey, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const uchar3 p = pixels[i];
  grey[i] = (77 * p.x + 150 * p.y + 29 * p.z) >> 8;
}
