// A record is one word with the gain of the recorder, then the samples; there is a thread for each word of it. The gain stays as it is.
__global__ void afterTheHeader(const float* __restrict__ record, float* __restrict__ scaled, int samples, float volume) {
  __shared__ float next[257];
  const float gain = record[0];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= samples) next[threadIdx.x] = record[i];
  if (threadIdx.x == 0 && i + blockDim.x <= samples) next[blockDim.x] = record[i + blockDim.x];
  __syncthreads();
  if (i >= samples) return;
  scaled[1 + i] = next[threadIdx.x + 1] * gain * volume;
}
