__global__ void move(float* out, const float* in, int side) {
  int column = blockDim.x * blockIdx.x + threadIdx.x;
  int row = blockDim.y * blockIdx.y + threadIdx.y;
  int same = row * side + column;
  int turned = column * side + row;
  out[same] = in[same];
}
