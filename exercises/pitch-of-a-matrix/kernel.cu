__global__ void readMatrix(const float* matrix, int rows, int columns) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows || column >= columns) return;
  const int distance = {{pitch(columns)}};
  const float value = matrix[row * distance + column];
  // What follows works in registers.
}
