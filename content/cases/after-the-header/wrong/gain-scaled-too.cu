// A record is one word with the gain of the recorder, then the samples; there is a thread for each word of it. The gain stays as it is.
__global__ void afterTheHeader(const float* __restrict__ record, float* __restrict__ scaled, int samples, float volume) {
  const float gain = record[0];
  const int word = blockIdx.x * blockDim.x + threadIdx.x;
  if (word > samples) return;
  scaled[word] = record[word] * gain * volume;
}
