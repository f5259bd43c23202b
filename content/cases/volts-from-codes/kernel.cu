// Turns the codes of the converter into volts, before the filters.
#define SAMPLES_PER_THREAD 8

__global__ void voltsFromCodes(const float* __restrict__ codes, const float* __restrict__ zeroOfBoard,
                               float* __restrict__ volts, int count, float voltsPerCode) {
  const float zero = zeroOfBoard[blockIdx.x % 4];
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * SAMPLES_PER_THREAD;
  for (int k = 0; k < SAMPLES_PER_THREAD; ++k) {
    const int i = first + k;
    if (i >= count) return;
    volts[i] = (codes[i] - zero) * voltsPerCode;
  }
}
