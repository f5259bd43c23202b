// One load or one store per lane, each of other bytes: what does the distance between lanes cost, and what does the order of the
// addresses cost where the same sectors are moved?
#include "probe.h"

constexpr int kBlock = 256;
constexpr size_t kLanes = size_t(1) << 25;

// T bytes per lane at a fixed distance.
template <typename T>
__global__ void read_apart(const char* in, float* out, size_t distance) {
  size_t i = blockIdx.x * size_t(kBlock) + threadIdx.x;
  T value = *reinterpret_cast<const T*>(in + i * distance);
  const float* words = reinterpret_cast<const float*>(&value);
  float sum = 0;
  for (int k = 0; k < int(sizeof(T) / 4); k++) sum += words[k];
  if (sum == 1.5f) *out = sum;
}

template <typename T>
__global__ void write_apart(char* out, size_t distance) {
  size_t i = blockIdx.x * size_t(kBlock) + threadIdx.x;
  T value;
  float* words = reinterpret_cast<float*>(&value);
  for (int k = 0; k < int(sizeof(T) / 4); k++) words[k] = float(i);
  *reinterpret_cast<T*>(out + i * distance) = value;
}

// Whole sectors at a fixed distance: two neighbouring lanes take one, 16 bytes each. No store is partial, so nothing is filled.
template <bool isStore>
__global__ void sectors_apart(char* data, float* out, size_t distance) {
  size_t i = blockIdx.x * size_t(kBlock) + threadIdx.x;
  float4* place = reinterpret_cast<float4*>(data + (i / 2) * distance) + i % 2;
  if constexpr (isStore) {
    *place = make_float4(i, i, i, i);
  } else {
    float4 value = *place;
    if (value.x + value.y + value.z + value.w == 1.5f) *out = value.x;
  }
}

// A bijection of the numbers below 2^bits, without pattern: multiplications by odd numbers and shifts, as in a hash.
__device__ inline uint32_t shuffled(uint32_t x, int bits) {
  if (bits < 2) return x;
  uint32_t mask = (1u << bits) - 1;
  for (uint32_t factor : {0x9e3779b1u, 0x85ebca6bu, 0xc2b2ae35u}) {
    x = (x * factor) & mask;
    x ^= x >> ((bits + 1) / 2);
  }
  return x;
}

// Every byte of 2^bitsOfAll pieces once. `lanes` neighbouring lanes take one piece, 16 bytes each; the pieces of each window of
// 2^bits are taken in an order without pattern.
template <bool isStore>
__global__ void move_shuffled(float4* data, float* out, int lanesLog2, int bits) {
  uint32_t i = blockIdx.x * kBlock + threadIdx.x;
  uint32_t piece = i >> lanesLog2, within = i & ((1u << lanesLog2) - 1);
  uint32_t window = piece >> bits;
  piece = (window << bits) + shuffled(piece & ((1u << bits) - 1), bits);
  float4* place = data + ((size_t(piece) << lanesLog2) + within);
  if constexpr (isStore) {
    *place = make_float4(i, i, i, i);
  } else {
    float4 value = *place;
    if (value.x + value.y + value.z + value.w == 1.5f) *out = value.x;
  }
}

int main(int count, char** words) {
  probe::start(count, words);
  int grid = kLanes / kBlock;
  float* out = probe::array<float>(1);
  {
    char* data = probe::array<char>(kLanes * 256);
    for (size_t distance : {4, 8, 16, 32, 64, 128, 256})
      probe::measure("read_4_bytes_apart", distance, kLanes * 4.0, [&] { read_apart<float><<<grid, kBlock>>>(data, out, distance); });
    for (size_t distance : {16, 32, 64, 128, 256})
      probe::measure("read_16_bytes_apart", distance, kLanes * 16.0, [&] { read_apart<float4><<<grid, kBlock>>>(data, out, distance); });
    for (size_t distance : {4, 8, 16, 32, 64, 128, 256})
      probe::measure("write_4_bytes_apart", distance, kLanes * 4.0, [&] { write_apart<float><<<grid, kBlock>>>(data, distance); });
    for (size_t distance : {16, 32, 64, 128, 256})
      probe::measure("write_16_bytes_apart", distance, kLanes * 16.0, [&] { write_apart<float4><<<grid, kBlock>>>(data, distance); });
    for (size_t distance : {32, 64, 128, 256})
      probe::measure("read_32_bytes_apart", distance, kLanes * 32.0, [&] { sectors_apart<false><<<2 * grid, kBlock>>>(data, out, distance); });
    for (size_t distance : {32, 64, 128, 256})
      probe::measure("write_32_bytes_apart", distance, kLanes * 32.0, [&] { sectors_apart<true><<<2 * grid, kBlock>>>(data, out, distance); });
    CHECK(cudaFree(data));
  }
  {
    // 1 GiB: 2^26 lanes of 16 bytes.
    constexpr int kBits = 26;
    float4* data = probe::array<float4>(size_t(1) << kBits);
    char name[64];
    for (int lanesLog2 : {1, 2, 3, 5}) {
      for (int windowLog2 : {0, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 30}) {
        int bits = windowLog2 - 4 - lanesLog2;
        if (windowLog2 != 0 && bits < 1) continue;
        snprintf(name, sizeof name, "read_pieces_of_%d", 16 << lanesLog2);
        probe::measure(name, 1L << windowLog2, 1 << 30, [&] {
          move_shuffled<false><<<(1 << kBits) / kBlock, kBlock>>>(data, out, lanesLog2, windowLog2 ? bits : 0);
        });
        snprintf(name, sizeof name, "write_pieces_of_%d", 16 << lanesLog2);
        probe::measure(name, 1L << windowLog2, 1 << 30, [&] {
          move_shuffled<true><<<(1 << kBits) / kBlock, kBlock>>>(data, out, lanesLog2, windowLog2 ? bits : 0);
        });
      }
    }
  }
}
