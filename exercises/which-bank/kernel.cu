__global__ void exchange(const float* in, float* out, int start, const int* freeBanks, const int* seated) {
  extern __shared__ float shared[];  // start + 32 words
  const int lane = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // Lanes 0 to 15 use your array, which begins at word start; the words of the others are given.
  const int own = lane < 16 ? {{word(lane)}} : -1;
  const int place = lane < 16 ? start + own : seated[lane - 16];
  const bool takesPart = lane >= 16 || own >= 0;
  if (takesPart) shared[place] = in[i];
  __syncthreads();
  if (takesPart) out[i] = shared[place];
}
