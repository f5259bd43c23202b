// Sectors that are written in two halves of 16 bytes: when does L2 write them back before the second half comes? And lines that several
// SMs read at about the same time: does each of them ask L2?
#include "probe.h"

constexpr int kBlock = 256;
constexpr uint32_t kSectors = 1 << 21;  // 64 MiB

// Sector `s` of the order in which they are written: side by side, or one of every 512, as in the columns of a matrix with rows of 16 KiB.
__device__ inline uint32_t sectorAt(uint32_t s, bool isColumn) { return isColumn ? (s % 4096) * 512 + s / 4096 : s; }

// The first halves of `apart` sectors, then their second halves, by other warps; and so on with the next sectors.
__global__ void write_halves(float4* out, uint32_t apart, bool isColumn) {
  for (uint32_t i = blockIdx.x * kBlock + threadIdx.x; i < 2 * kSectors; i += gridDim.x * kBlock) {
    uint32_t group = i / (2 * apart), within = i % (2 * apart);
    uint32_t sector = sectorAt(group * apart + within % apart, isColumn);
    out[2 * sector + within / apart] = make_float4(i, i, i, i);
  }
}

// Both halves by one thread, one after the other.
__global__ void write_halves_by_thread(float4* out, bool isColumn) {
  for (uint32_t i = blockIdx.x * kBlock + threadIdx.x; i < kSectors; i += gridDim.x * kBlock) {
    uint32_t sector = sectorAt(i, isColumn);
    out[2 * sector] = make_float4(i, i, i, i);
    __stcg(&out[2 * sector + 1], make_float4(i, i, i, i));
  }
}

// Each block reads the same 8 MiB, past L1, the next one from `shift` bytes further on.
__global__ void read_together(const float4* in, float* out, uint32_t shift) {
  constexpr uint32_t kVectors = 1 << 19;
  float total = 0;
  for (uint32_t i = threadIdx.x; i < kVectors; i += kBlock) {
    float4 v = __ldcg(&in[(i + blockIdx.x * (shift / 16)) % kVectors]);
    total += v.x + v.y + v.z + v.w;
  }
  if (total == 1.5f) *out = total;
}

int main(int count, char** words) {
  probe::start(count, words);
  float4* data = probe::array<float4>(2 * kSectors);
  float* out = probe::array<float>(1);
  double bytes = 32.0 * kSectors;
  for (bool isColumn : {false, true}) {
    const char* shape = isColumn ? "columns" : "rows";
    char label[64];
    for (uint32_t apart = 1 << 8; apart <= kSectors; apart *= 2) {
      snprintf(label, sizeof label, "write_halves_%s", shape);
      probe::measure(label, apart, bytes, [&] { write_halves<<<132 * 8, kBlock>>>(data, apart, isColumn); });
    }
    for (int blocks : {132, 264, 528, 1056}) {
      snprintf(label, sizeof label, "write_halves_%s_4096_by_blocks", shape);
      probe::measure(label, blocks, bytes, [&] { write_halves<<<blocks, kBlock>>>(data, 4096, isColumn); });
    }
    snprintf(label, sizeof label, "write_halves_%s_by_thread", shape);
    probe::measure(label, 1, bytes, [&] { write_halves_by_thread<<<132 * 8, kBlock>>>(data, isColumn); });
  }
  for (uint32_t shift : {0, 128, 4096, 65536})
    probe::measure("read_together", shift, 132.0 * (1 << 23), [&] { read_together<<<132, kBlock>>>(data, out, shift); });
}
