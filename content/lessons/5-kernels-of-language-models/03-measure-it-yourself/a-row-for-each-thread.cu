__global__ void addUp(const float* matrix, float* sums, int side) {
  const int mine = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int pass = 0; pass < side; pass++) {
    sum += matrix[pass * side + mine];
  }
  sums[mine] = sum;
}
