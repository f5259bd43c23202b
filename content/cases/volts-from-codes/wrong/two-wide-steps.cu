// Turns the codes of the converter into volts, before the filters.
#define SAMPLES_PER_THREAD 8

__global__ void voltsFromCodes(const float* __restrict__ codes, const float* __restrict__ zeroOfBoard,
                               float* __restrict__ volts, int count, float voltsPerCode) {
  const float zero = zeroOfBoard[blockIdx.x % 4];
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * SAMPLES_PER_THREAD;
  for (int k = 0; k < SAMPLES_PER_THREAD; k += 4) {
    const int i = first + k;
    if (i + 3 < count) {
      float4 four = *reinterpret_cast<const float4*>(codes + i);
      four.x = (four.x - zero) * voltsPerCode;
      four.y = (four.y - zero) * voltsPerCode;
      four.z = (four.z - zero) * voltsPerCode;
      four.w = (four.w - zero) * voltsPerCode;
      *reinterpret_cast<float4*>(volts + i) = four;
    } else {
      for (int j = i; j < count; ++j) volts[j] = (codes[j] - zero) * voltsPerCode;
      return;
    }
  }
}
