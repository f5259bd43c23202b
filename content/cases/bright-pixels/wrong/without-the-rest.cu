// Marks the pixels that are brighter than the level: 255 where they are, 0 where they are not.
__global__ void brightPixels(const unsigned char* __restrict__ pixels, unsigned char* __restrict__ mask, int count, int level) {
  const int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i + 3 < count) {
    const uchar4 four = *reinterpret_cast<const uchar4*>(pixels + i);
    *reinterpret_cast<uchar4*>(mask + i) =
        make_uchar4(four.x > level ? 255 : 0, four.y > level ? 255 : 0, four.z > level ? 255 : 0, four.w > level ? 255 : 0);
  }
}
