// What the size of a table is worth to an embedding: random rows of 256 bytes are gathered from tables of 4 MB to 4 GB, half a warp to a
// row, each lane four floats. The parameter is the size of the table in MB of 2^20 bytes.
#include "probe.h"

constexpr int kVectors = 16;  // float4s in a row

__global__ void gather_rows(const float4* __restrict__ table, const int* __restrict__ rows, float4* __restrict__ out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = table[size_t(rows[i / kVectors]) * kVectors + i % kVectors];
}

// A row for each token, drawn at random.
__global__ void draw_rows(int* rows, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  uint32_t x = i * 2654435761u + 12345u;
  x ^= x >> 16, x *= 0x7feb352du, x ^= x >> 15, x *= 0x846ca68bu, x ^= x >> 16;
  rows[i] = x % uint32_t(count);
}

int main(int count, char** words) {
  probe::start(count, words);
  constexpr int kTokens = 1 << 19;
  size_t largest = size_t(4) << 30;
  float4* table = reinterpret_cast<float4*>(probe::array<float>(largest / 4));
  float4* out = reinterpret_cast<float4*>(probe::array<float>(size_t(kTokens) * kVectors * 4));
  int* rows = probe::array<int>(kTokens);
  for (int megabytes : {4, 8, 16, 32, 64, 128, 256, 1024, 4096}) {
    draw_rows<<<kTokens / 256, 256>>>(rows, (size_t(megabytes) << 20) / 256);
    CHECK(cudaDeviceSynchronize());
    probe::measure("table_rows", megabytes, 2.0 * kTokens * kVectors * 16, [&] { gather_rows<<<kTokens * kVectors / 256, 256>>>(table, rows, out); });
  }
}
