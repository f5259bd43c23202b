// Marks the pixels that are brighter than the level: 255 where they are, 0 where they are not.
__global__ void brightPixels(const unsigned char* __restrict__ pixels, unsigned char* __restrict__ mask, int count, int level) {
  const int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int k = 0; k < 4; ++k) {
    if (i + k < count) mask[i + k] = pixels[i + k] > level ? 255 : 0;
  }
}
