// The brightest pixel in each row of a 32 x 32 patch, for the exposure of the camera.
#define PATCH 32

__global__ void brightestInRow(const float* __restrict__ image, float* __restrict__ brightest, int width, float gain) {
  __shared__ float patch[PATCH][PATCH];
  const int x = blockIdx.x * PATCH + threadIdx.x;
  const int y = blockIdx.y * PATCH + threadIdx.y;
  patch[threadIdx.y][threadIdx.x] = image[y * width + x] * gain;
  __syncthreads();

  if (threadIdx.y != 0) return;
  float most = 0.0f;
  for (int column = 0; column < PATCH; ++column) {
    most = fmaxf(most, patch[threadIdx.x][column]);
  }
  const int patchNumber = blockIdx.y * gridDim.x + blockIdx.x;
  brightest[patchNumber * PATCH + threadIdx.x] = most;
}
