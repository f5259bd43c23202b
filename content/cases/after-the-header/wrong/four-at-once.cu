// A record is one word with the gain of the recorder, then the samples; there is a thread for each word of it. The gain stays as it is.
__global__ void afterTheHeader(const float* __restrict__ record, float* __restrict__ scaled, int samples, float volume) {
  const float gain = record[0];
  const int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= samples) return;
  const int word = 1 + i;
  float4 four = *reinterpret_cast<const float4*>(record + word);
  four.x *= gain * volume;
  four.y *= gain * volume;
  four.z *= gain * volume;
  four.w *= gain * volume;
  *reinterpret_cast<float4*>(scaled + word) = four;
}
