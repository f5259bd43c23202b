// Multiplies each channel, a run of `length` samples, by its own gain. One block per channel.
__global__ void applyGain(const float* __restrict__ in, const float* __restrict__ gain,
                          float* __restrict__ out, int length) {
  const int channel = blockIdx.x;
  const float factor = gain[channel];
  for (int i = threadIdx.x; i < length; i += blockDim.x) {
    const int at = channel * length + i;
    out[at] = in[at] * factor;
  }
}
