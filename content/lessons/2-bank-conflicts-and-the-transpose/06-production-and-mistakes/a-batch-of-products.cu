// c = a b for each matrix of a batch: one thread per element of c.
__global__ void multiplyAll(const float* a, const float* b, float* c,
  int n, int batch) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int column = i % n, row = i / n % n, matrix = i / n / n;
  if (matrix >= batch) return;
  const int first = matrix * n * n;
  float sum = 0;
  for (int k = 0; k < n; k++)
  sum += a[first + row * n + k] * b[first + k * n + column];
  c[first + row * n + column] = sum;
}
