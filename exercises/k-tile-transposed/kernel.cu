#include <cuda_fp16.h>

constexpr int HEAD_DIM = 64;
constexpr int VECTOR = 8;
constexpr int KEYS = 32;
constexpr int QUERIES = 4;

/** 16 bytes: what a lane moves at once. */
struct alignas(16) Halves {
  half lane[VECTOR];
};

__global__ void attentionScores(const half* q, const half* k, float* scores, int queries, int keys, int heads) {
  __shared__ alignas(16) half tile[KEYS * {{pitch}}];
  for (int pass = 0; pass < 2; pass++) {
    const int from = {{readK(pass)}};
    const int to = {{toTile(pass)}};
    if (from >= 0 && to >= 0) reinterpret_cast<Halves&>(tile[to]) = reinterpret_cast<const Halves&>(k[from]);
  }
  __syncthreads();
  const int head = blockIdx.z;
  const int query = blockIdx.y * QUERIES + threadIdx.y;
  const int key = blockIdx.x * KEYS + threadIdx.x;
  if (query >= queries || key >= keys) return;
  float score = 0;
  for (int chunk = 0; chunk < HEAD_DIM / VECTOR; chunk++) {
    const Halves a = reinterpret_cast<const Halves&>(q[(query * heads + head) * HEAD_DIM + VECTOR * chunk]);
    const Halves b = reinterpret_cast<const Halves&>(tile[{{fromTile(chunk)}}]);
    for (int i = 0; i < VECTOR; i++) score += __half2float(a.lane[i]) * __half2float(b.lane[i]);
  }
  scores[(head * queries + query) * keys + key] = score;
}
