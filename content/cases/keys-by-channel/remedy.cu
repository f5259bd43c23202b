// Before the scores of attention: the keys of each sequence, one row per channel instead of one per token.
#define TILE 32
#define ROWS 8

__global__ void keysByChannel(const float* __restrict__ keys, float* __restrict__ byChannel, int tokens, int channels, float scale) {
  __shared__ float tile[TILE][TILE + 1];
  const int sequence = blockIdx.z * tokens * channels;
  const int channel = blockIdx.y * TILE + threadIdx.x;
  for (int r = threadIdx.y; r < TILE; r += ROWS) {
    const int token = blockIdx.x * TILE + r;
    if (token < tokens && channel < channels) tile[r][threadIdx.x] = keys[sequence + token * channels + channel];
  }
  __syncthreads();
  const int token = blockIdx.x * TILE + threadIdx.x;
  for (int r = threadIdx.y; r < TILE; r += ROWS) {
    const int row = blockIdx.y * TILE + r;
    if (token < tokens && row < channels) byChannel[sequence + row * tokens + token] = tile[threadIdx.x][r] * scale;
  }
}
