// Before the scores of attention: the keys of each sequence, one row per channel instead of one per token.
#define TILE 32
#define ROWS 8

__global__ void keysByChannel(const float* __restrict__ keys, float* __restrict__ byChannel, int tokens, int channels, float scale) {
  const int sequence = blockIdx.z * tokens * channels;
  const int channel = blockIdx.y * TILE + threadIdx.x;
  if (channel >= channels) return;
  for (int r = 0; r < TILE; r += ROWS) {
    const int token = blockIdx.x * TILE + r + threadIdx.y;
    if (token >= tokens) break;
    const float key = keys[sequence + token * channels + channel];
    byChannel[sequence + channel * tokens + token] = key * scale;
  }
}
