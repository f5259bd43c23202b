// A 3 x 3 filter over `channels` planes: one thread per inner pixel.
__global__ void convolve(const float* image, const float* weights,
    float* out, int channels, int height, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y + 1;
  if (x < 1 || x > width - 2) return;
  float sum = 0;
  for (int c = 0; c < channels; c++) {
    for (int tap = 0; tap < 9; tap++) {
      const int row = y + tap / 3 - 1, column = x + tap % 3 - 1;
      sum += weights[c * 9 + tap] *
             image[(c * height + row) * width + column];
    }
  }
  out[y * width + x] = sum;
}
