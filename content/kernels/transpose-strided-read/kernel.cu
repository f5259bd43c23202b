__global__ void transpose(float* __restrict__ out, const float* __restrict__ in, int side) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  out[row * side + column] = in[column * side + row];
}
