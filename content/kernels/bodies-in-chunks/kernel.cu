constexpr int kChunk = 32;

// 32 bodies, field by field.
struct Chunk {
  float x[kChunk], y[kChunk], z[kChunk];
  float vx[kChunk], vy[kChunk], vz[kChunk];
};

__global__ void drift(Chunk* chunks, int count, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  Chunk& chunk = chunks[i / kChunk];
  const int slot = i % kChunk;
  chunk.x[slot] += chunk.vx[slot] * dt;
  chunk.y[slot] += chunk.vy[slot] * dt;
  chunk.z[slot] += chunk.vz[slot] * dt;
}
