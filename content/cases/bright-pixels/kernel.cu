// Marks the pixels that are brighter than the level: 255 where they are, 0 where they are not.
__global__ void brightPixels(const unsigned char* __restrict__ pixels, unsigned char* __restrict__ mask, int count, int level) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int brightness = pixels[i];
  mask[i] = brightness > level ? 255 : 0;
}
