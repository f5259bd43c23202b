// The camera gives red, green and blue of each pixel one after the other; the detector wants the luma.
#define BLOCK 256

__global__ void lumaOfRgb(const float* __restrict__ rgb, float* __restrict__ luma, int pixels, float exposure) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= pixels) return;
  const float3 pixel = reinterpret_cast<const float3*>(rgb)[i];
  const float red = pixel.x, green = pixel.y, blue = pixel.z;
  luma[i] = exposure * (0.2126f * red + 0.7152f * green + 0.0722f * blue);
}
