constexpr int pitch = 34;

__global__ void turnTile(float* out, const float* in) {
  __shared__ float tile[32 * pitch];
  const int lane = threadIdx.x;
  for (int row = 0; row < 32; row++) {
    tile[row * pitch + lane] = in[row * 32 + lane];
  }
  __syncthreads();
  for (int column = 0; column < 32; column++) {
    out[column * 32 + lane] = tile[lane * pitch + column];
  }
}
