// One half-step of a red-black relaxation: cells of one colour take the mean of their neighbours,
// which have the other colour and stay as they are.
__global__ void relax(float* cells, int count, int colour) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0 || i >= count - 1) return;
  if (i % 2 == colour) cells[i] = 0.5f * (cells[i - 1] + cells[i + 1]);
}
