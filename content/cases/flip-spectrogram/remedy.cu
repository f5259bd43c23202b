// The transform leaves one row per frame; the plot wants one row per frequency.
#define BLOCK 32

__global__ void flipSpectrogram(const float* __restrict__ levels, float* __restrict__ plot, int frames, int bins, float quietest) {
  __shared__ float tile[BLOCK][BLOCK + 1];
  const int bin = blockIdx.x * BLOCK + threadIdx.x;
  const int frame = blockIdx.y * BLOCK + threadIdx.y;
  if (bin < bins && frame < frames) tile[threadIdx.y][threadIdx.x] = fmaxf(levels[frame * bins + bin], quietest);
  __syncthreads();
  const int plotBin = blockIdx.x * BLOCK + threadIdx.y;
  const int plotFrame = blockIdx.y * BLOCK + threadIdx.x;
  if (plotBin < bins && plotFrame < frames) plot[plotBin * frames + plotFrame] = tile[threadIdx.x][threadIdx.y];
}
