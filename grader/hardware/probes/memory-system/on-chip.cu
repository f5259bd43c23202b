// What L2, L1, shared memory and the issue of instructions can carry: loads that hit, conflicts of known degree, arithmetic.
#include "probe.h"

constexpr int kBlock = 256;

// Every block reads the same `bytes` again and again, from an offset of its own; `past` L1 with __ldcg.
template <typename T, bool past = false>
__global__ void read_again(const T* in, float* out, uint32_t count, int passes) {
  float total = 0;
  for (int pass = 0; pass < passes; pass++)
    for (uint32_t i = threadIdx.x; i < count; i += kBlock) {
      uint32_t at = i + blockIdx.x * 4096 + pass * 64;
      if constexpr (past) total += __ldcg(reinterpret_cast<const float*>(&in[at & (count - 1)]));
      else total += *reinterpret_cast<const float*>(&in[at & (count - 1)]);
    }
  if (total == 1.5f) *out = total;
}

// The same without L1.
template <typename T>
__global__ void read_again_l2(const T* in, float* out, uint32_t count, int passes) {
  float total = 0;
  for (int pass = 0; pass < passes; pass++)
    for (uint32_t i = threadIdx.x; i < count / 64; i += kBlock) {
      T value = __ldcg(&in[(i + blockIdx.x * 4096 + pass * (count / 64)) & (count - 1)]);
      total += *reinterpret_cast<float*>(&value);
    }
  if (total == 1.5f) *out = total;
}

// L1 hits at a stride of so many words: tag wavefronts and data wavefronts per request grow.
__global__ void read_l1_stride(const float* in, float* out, int stride, int passes) {
  float total = 0;
  for (int pass = 0; pass < passes; pass++) total += in[((threadIdx.x & 31) * stride + (pass & 7)) & 4095];
  if (total == 1.5f) *out = total;
}

__global__ void shared_stride(float* out, int stride, int passes) {
  __shared__ float tile[4096];
  for (int i = threadIdx.x; i < 4096; i += kBlock) tile[i] = i;
  __syncthreads();
  float total = 0;
  int at = (threadIdx.x & 31) * stride;
  for (int pass = 0; pass < passes; pass++) total += tile[(at + pass) & 4095];
  if (total == 1.5f) *out = total;
}

__global__ void multiply_add(float* out, float a, int passes) {
  float x = threadIdx.x, y = x + 1, z = x + 2, w = x + 3;
  for (int pass = 0; pass < passes; pass++) x = x * a + 1, y = y * a + 1, z = z * a + 1, w = w * a + 1;
  if (x + y + z + w == 1.5f) *out = x;
}

// Additions: `lanes` lanes of a warp share an address, and all warps of the grid or none do.
__global__ void add_global(int* counters, int lanesLog2, uint32_t addresses) {
  uint32_t i = blockIdx.x * kBlock + threadIdx.x;
  atomicAdd(&counters[(i >> lanesLog2) & (addresses - 1)], 1);
}
__global__ void add_global_float(float* counters, int lanesLog2, uint32_t addresses) {
  uint32_t i = blockIdx.x * kBlock + threadIdx.x;
  atomicAdd(&counters[(i >> lanesLog2) & (addresses - 1)], 2.0f);
}
__global__ void add_shared(int* out, int lanesLog2, uint32_t addresses, int passes) {
  __shared__ int counters[1024];
  for (int i = threadIdx.x; i < 1024; i += kBlock) counters[i] = 0;
  __syncthreads();
  for (int pass = 0; pass < passes; pass++) atomicAdd(&counters[((threadIdx.x >> lanesLog2) + pass) & (addresses - 1)], int(threadIdx.x));
  __syncthreads();
  if (counters[0] == -1) *out = 1;
}

int main(int count, char** words) {
  probe::start(count, words);
  float* out = probe::array<float>(1);
  float* data = probe::array<float>(1 << 26);
  int sms = 132;
  for (uint32_t bytes : {1u << 14, 1u << 16, 1u << 17})
    probe::measure("l1_float4", bytes, double(sms) * 8 * 64 * bytes,
                   [&] { read_again<float4><<<sms * 8, kBlock>>>(reinterpret_cast<float4*>(data), out, bytes / 16, 64); });
  for (uint32_t bytes : {1u << 14, 1u << 16, 1u << 17})
    probe::measure("l1_float", bytes, double(sms) * 8 * 64 * bytes,
                   [&] { read_again<float><<<sms * 8, kBlock>>>(data, out, bytes / 4, 64); });
  probe::measure("l1_float_ldcg", 1 << 14, double(sms) * 8 * 64 * (1 << 14),
                 [&] { read_again<float, true><<<sms * 8, kBlock>>>(data, out, (1 << 14) / 4, 64); });
  for (uint32_t bytes : {1u << 20, 1u << 22, 1u << 23, 1u << 24, 1u << 25, 1u << 26, 1u << 27}) {
    probe::measure("l2_float4", bytes, double(sms) * 8 * bytes,
                   [&] { read_again_l2<float4><<<sms * 8, kBlock>>>(reinterpret_cast<float4*>(data), out, bytes / 16, 64); });
    probe::measure("l2_float", bytes, double(sms) * 8 * bytes,
                   [&] { read_again_l2<float><<<sms * 8, kBlock>>>(data, out, bytes / 4, 64); });
  }
  for (int stride : {1, 2, 4, 8, 16, 32, 33})
    probe::measure("l1_stride", stride, double(sms) * 8 * kBlock * 4 * 4096, [&] { read_l1_stride<<<sms * 8, kBlock>>>(data, out, stride, 4096); });
  for (int stride : {0, 1, 2, 4, 8, 16, 32, 33})
    probe::measure("shared_stride", stride, double(sms) * 8 * kBlock * 4 * 4096, [&] { shared_stride<<<sms * 8, kBlock>>>(out, stride, 4096); });
  probe::measure("multiply_add", 4, double(sms) * 8 * kBlock * 4 * 4096, [&] { multiply_add<<<sms * 8, kBlock>>>(out, 1.0001f, 4096); });
  for (int lanesLog2 : {0, 1, 2, 3, 4, 5})
    for (uint32_t addresses : {1u, 32u, 1024u, 1u << 20})
      for (bool isFloat : {false, true}) {
        char name[64];
        snprintf(name, sizeof name, "atomic_%s_%u_addresses", isFloat ? "float" : "int", addresses);
        probe::measure(name, 1 << lanesLog2, (1 << 24) * 4.0, [&] {
          if (isFloat) add_global_float<<<(1 << 24) / kBlock, kBlock>>>(data, lanesLog2, addresses);
          else add_global<<<(1 << 24) / kBlock, kBlock>>>(reinterpret_cast<int*>(data), lanesLog2, addresses);
        });
      }
  for (int lanesLog2 : {0, 1, 2, 3, 4, 5})
    probe::measure("atomic_shared", 1 << lanesLog2, double(sms) * 8 * kBlock * 4 * 512,
                   [&] { add_shared<<<sms * 8, kBlock>>>(reinterpret_cast<int*>(out), lanesLog2, 1024, 512); });
}
