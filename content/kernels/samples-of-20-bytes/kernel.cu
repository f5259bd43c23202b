struct Sample {
  float time;
  float value;
  float error;
  float weight;
  float channel;
};

__global__ void weigh(const Sample* __restrict__ samples, float* __restrict__ out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = samples[i].value * samples[i].weight;
}
