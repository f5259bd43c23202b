// How much of what a launch touches is still in L2 when an equal launch comes after it: footprints around the size of L2, read, copied, and
// changed in place. Under ncu with --cache-control none, the last of three launches shows what DRAM has left to do.
#include "probe.h"

__global__ void read_all(const float4* in, float* out, uint32_t count) {
  float total = 0;
  for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    float4 v = in[i];
    total += v.x + v.y + v.z + v.w;
  }
  if (total == 1.5f) *out = total;
}

__global__ void copy_all(const float4* in, float4* out, uint32_t count) {
  uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i];
}

__global__ void change_all(float4* data, uint32_t count) {
  uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  float4 v = data[i];
  data[i] = make_float4(v.x + 1, v.y, v.z, v.w);
}

int main(int count, char** words) {
  probe::start(count, words);
  constexpr uint32_t kMost = 96;
  float4* data = probe::array<float4>(kMost << 16);
  float* out = probe::array<float>(1);
  const int launches = probe::mode()->once ? 3 : 1;
  for (uint32_t mebibytes : {16, 20, 24, 28, 32, 36, 40, 44, 48, 56, 64, 80, 96}) {
    const uint32_t vectors = mebibytes << 16;
    double bytes = 16.0 * vectors;
    for (int i = 0; i < launches; i++) probe::measure("warm_read", mebibytes, bytes, [=] { read_all<<<132 * 8, 256>>>(data, out, vectors); });
    for (int i = 0; i < launches; i++)
      probe::measure("warm_copy", mebibytes, bytes, [=] { copy_all<<<vectors / 512, 256>>>(data, data + vectors / 2, vectors / 2); });
    for (int i = 0; i < launches; i++) probe::measure("warm_change", mebibytes, bytes, [=] { change_all<<<vectors / 256, 256>>>(data, vectors); });
  }
}
