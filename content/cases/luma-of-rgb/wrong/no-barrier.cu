// The camera gives red, green and blue of each pixel one after the other; the detector wants the luma.
#define BLOCK 256

__global__ void lumaOfRgb(const float* __restrict__ rgb, float* __restrict__ luma, int pixels, float exposure) {
  __shared__ float nearby[3 * BLOCK];
  const int first = blockIdx.x * BLOCK;
  for (int k = threadIdx.x; k < 3 * BLOCK; k += BLOCK) {
    if (3 * first + k < 3 * pixels) nearby[k] = rgb[3 * first + k];
  }

  const int i = first + threadIdx.x;
  if (i >= pixels) return;
  const float red = nearby[3 * threadIdx.x], green = nearby[3 * threadIdx.x + 1], blue = nearby[3 * threadIdx.x + 2];
  luma[i] = exposure * (0.2126f * red + 0.7152f * green + 0.0722f * blue);
}
