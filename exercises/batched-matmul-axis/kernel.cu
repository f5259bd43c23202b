/** Where element (i, j) of matrix m is in a batch of rows × columns matrices. */
__device__ int elementOf(int m, int i, int j, int rows, int columns, int batches, int batchInnermost) {
  return batchInnermost == 1 ? (i * columns + j) * batches + m : (m * rows + i) * columns + j;
}

__global__ void multiplyBatch(const float* a, const float* b, float* c, int batches, int rows, int columns, int inner,
                              int batchInnermost) {
  const int m = {{batch()}};
  const int i = {{row()}};
  const int j = {{column()}};
  if (m < 0 || i < 0 || j < 0) return;
  float sum = 0;
  for (int k = 0; k < inner; k++) {
    sum += a[elementOf(m, i, k, rows, inner, batches, batchInnermost)] * b[elementOf(m, k, j, inner, columns, batches, batchInnermost)];
  }
  c[elementOf(m, i, j, rows, columns, batches, batchInnermost)] = sum;
}
