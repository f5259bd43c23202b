// A thread for each column; rows are a multiple of 32.
__global__ void sumColumns(float* sums, const float* matrix, int rows,
    int columns) {
  __shared__ float tile[32][32];
  int mine = blockIdx.x * 32 + threadIdx.x;
  float sum = 0;
  for (int top = 0; top < rows; top += 32) {
    for (int row = 0; row < 32; row++)
      tile[row][threadIdx.x] = matrix[(top + row) * columns + mine];
    for (int row = 0; row < 32; row++) sum += tile[row][threadIdx.x];
  }
  sums[mine] = sum;
}
