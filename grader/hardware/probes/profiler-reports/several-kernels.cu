// Counts digits in an array per thread, which lies in local memory; scales the counts, twice; lists the numbers that have a seven.
#include <cstdio>

__global__ void digits(int* counts, const unsigned* numbers, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int seen[10];
  for (int d = 0; d < 10; d++) seen[d] = 0;
  for (unsigned n = numbers[i]; n > 0; n /= 10) seen[n % 10]++;
  for (int d = 0; d < 10; d++) counts[i * 10 + d] = seen[d];
}

__global__ void scale(int* counts, int factor, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) counts[i] *= factor;
}

__global__ void append(int* found, int* size, const int* counts, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count && counts[i * 10 + 7] > 0) {
    int place = atomicAdd(size, 1);
    found[place] = i;
  }
}

int main() {
  const int count = 4096;
  unsigned host[count];
  for (int i = 0; i < count; i++) host[i] = i * 2654435761u;
  unsigned* numbers;
  int *counts, *found, *size;
  cudaMalloc(&numbers, sizeof host);
  cudaMalloc(&counts, count * 10 * sizeof(int));
  cudaMalloc(&found, count * sizeof(int));
  cudaMalloc(&size, sizeof(int));
  cudaMemset(size, 0, sizeof(int));
  cudaMemcpy(numbers, host, sizeof host, cudaMemcpyHostToDevice);
  digits<<<count / 256, 256>>>(counts, numbers, count);
  scale<<<count * 10 / 256, 256>>>(counts, 3, count * 10);
  scale<<<count / 256, 256>>>(counts, 5, count);
  append<<<count / 256, 256>>>(found, size, counts, count);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
