// Loads that nvcc takes out of a loop, puts together, or leaves out: the text has more of them than the machine code.
#include <cstdio>

__global__ void hoisted(float* out, const float* __restrict__ in, const float* __restrict__ gain, int rows) {
  __shared__ float row[256];
  int i = threadIdx.x;
  row[i] = in[blockIdx.x * 256 + i];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 64; k++) sum += row[k] * gain[0];
  for (int r = 0; r < rows; r++) sum += gain[1] * in[r];
  float4 four = reinterpret_cast<const float4*>(in)[i];
  out[blockIdx.x * 256 + i] = sum + four.x;
}

int main() {
  const int blocks = 64;
  float *out, *in, *gain;
  cudaMalloc(&out, blocks * 256 * sizeof(float));
  cudaMalloc(&in, blocks * 256 * sizeof(float));
  cudaMalloc(&gain, 2 * sizeof(float));
  cudaMemset(in, 0, blocks * 256 * sizeof(float));
  cudaMemset(gain, 0, 2 * sizeof(float));
  hoisted<<<blocks, 256>>>(out, in, gain, 10);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
