// Sums the neighbours of each element through a device function that nvcc writes out in the kernel.
#include <cstdio>

template <typename T>
__device__ T at(const T* values, int index, int count) {
  return index >= 0 && index < count ? values[index] : T(0);
}

template <typename T>
__global__ void neighbours(T* sums, const T* values, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  sums[i] = at(values, i - 1, count) + at(values, i + 1, count);
}

template <typename T>
void launch(int count) {
  T *values, *sums;
  cudaMalloc(&values, count * sizeof(T));
  cudaMalloc(&sums, count * sizeof(T));
  cudaMemset(values, 0, count * sizeof(T));
  neighbours<T><<<(count + 127) / 128, 128>>>(sums, values, count);
}

int main() {
  launch<float>(10000);
  launch<short>(10000);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
