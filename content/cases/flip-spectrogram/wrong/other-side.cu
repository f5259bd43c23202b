// The transform leaves one row per frame; the plot wants one row per frequency.
#define BLOCK 32

__global__ void flipSpectrogram(const float* __restrict__ levels, float* __restrict__ plot, int frames, int bins, float quietest) {
  const int bin = blockIdx.x * BLOCK + threadIdx.y;
  const int frame = blockIdx.y * BLOCK + threadIdx.x;
  if (bin >= bins || frame >= frames) return;
  const float level = levels[frame * bins + bin];
  const float audible = fmaxf(level, quietest);
  plot[bin * frames + frame] = audible;
}
