// Turns the codes of the converter into volts, before the filters.
#define SAMPLES_PER_THREAD 8

__global__ void voltsFromCodes(const float* __restrict__ codes, const float* __restrict__ zeroOfBoard,
                               float* __restrict__ volts, int count, float voltsPerCode) {
  const float zero = zeroOfBoard[blockIdx.x % 4];
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += threads) {
    volts[i] = (codes[i] - zero) * voltsPerCode;
  }
}
