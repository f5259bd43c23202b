// Bytes in flight: how fast does an SM's share of the GPU read, with so many warps, each with so many loads of so many bytes under way?
#include "probe.h"

constexpr size_t kBytes = size_t(1) << 30;

// Each thread keeps `loads` independent loads under way.
template <typename T, int loads>
__global__ void read_in_flight(const T* in, float* out, size_t count) {
  float total = 0;
  size_t threads = size_t(gridDim.x) * blockDim.x;
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += threads * loads) {
    T values[loads];
#pragma unroll
    for (int k = 0; k < loads; k++) values[k] = in[i + k * threads < count ? i + k * threads : i];
#pragma unroll
    for (int k = 0; k < loads; k++) total += *reinterpret_cast<const float*>(&values[k]);
  }
  if (total == 1.5f) *out = total;
}

template <typename T, int loads>
__global__ void copy_in_flight(const T* in, T* out, size_t count) {
  size_t threads = size_t(gridDim.x) * blockDim.x;
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += threads * loads) {
    T values[loads];
#pragma unroll
    for (int k = 0; k < loads; k++)
      if (i + k * threads < count) values[k] = in[i + k * threads];
#pragma unroll
    for (int k = 0; k < loads; k++)
      if (i + k * threads < count) out[i + k * threads] = values[k];
  }
}

// A chain of dependent loads by one thread, from where the last launch stopped: its time over its steps is the latency.
__global__ void chase(const uint32_t* next, uint32_t* out, int steps) {
  uint32_t at = *out;
  for (int i = 0; i < steps; i++) at = next[at];
  *out = at;
}

template <typename T, int loads>
void sweep(const char* type, const char* in, char* out) {
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  char name[64];
  for (int warps : {4, 8, 16, 24, 32, 48, 64}) {
    // So many warps per SM, all resident, in blocks of four warps.
    int grid = device.multiProcessorCount * warps / 4;
    snprintf(name, sizeof name, "read_%s_x%d", type, loads);
    probe::measure(name, warps, kBytes, [&] {
      read_in_flight<T, loads><<<grid, 128>>>(reinterpret_cast<const T*>(in), reinterpret_cast<float*>(out), kBytes / sizeof(T));
    });
    snprintf(name, sizeof name, "copy_%s_x%d", type, loads);
    probe::measure(name, warps, 2.0 * kBytes, [&] {
      copy_in_flight<T, loads><<<grid, 128>>>(reinterpret_cast<const T*>(in), reinterpret_cast<T*>(out), kBytes / sizeof(T));
    });
  }
}

// The same through shared memory: neighbouring words, each of which names the next.
__global__ void chase_shared(uint32_t* out, uint32_t words, int steps) {
  extern __shared__ uint32_t chain[];
  for (uint32_t i = threadIdx.x; i < words; i += blockDim.x) chain[i] = i + 1 == words ? 0 : i + 1;
  __syncthreads();
  if (threadIdx.x != 0) return;
  uint32_t at = *out;
  for (int step = 0; step < steps; step++) at = chain[at];
  *out = at;
}

__global__ void nothing() {}

int main(int count, char** words) {
  probe::start(count, words);
  char* in = probe::array<char>(kBytes);
  char* out = probe::array<char>(kBytes);
  probe::measure("empty_kernel", 1, 0, [] { nothing<<<1, 32>>>(); });
  probe::measure("empty_kernel", 1056, 0, [] { nothing<<<1056, 256>>>(); });
  probe::measure("empty_kernel", 65536, 0, [] { nothing<<<65536, 256>>>(); });
  probe::measure("empty_kernel", 1048576, 0, [] { nothing<<<1048576, 256>>>(); });
  sweep<float, 1>("float", in, out);
  sweep<float, 4>("float", in, out);
  sweep<float4, 1>("float4", in, out);
  sweep<float4, 4>("float4", in, out);
  if (!probe::mode()->once) {
    CHECK(cudaMemset(out, 0, 4));
    probe::measure("chase_shared_20000_steps", 4096, 20000 * 4.0, [&] { chase_shared<<<1, 1024, 4096>>>(reinterpret_cast<uint32_t*>(out), 1024, 20000); });
  }
  // Latency: a cycle without pattern through so many bytes, one step per 128-byte line.
  if (!probe::mode()->once) {
    for (size_t bytes : {size_t(1) << 14, size_t(1) << 17, size_t(1) << 20, size_t(1) << 23, size_t(1) << 24, size_t(1) << 25, size_t(3) << 24,
                         size_t(1) << 27, size_t(1) << 29, size_t(1) << 32}) {
      size_t lines = bytes / 128;
      std::vector<uint32_t> order(lines);
      for (size_t i = 0; i < lines; i++) order[i] = i;
      uint64_t state = 88172645463325252ull;
      for (size_t i = lines - 1; i > 0; i--) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        std::swap(order[i], order[state % (i + 1)]);
      }
      std::vector<uint32_t> next(bytes / 4);
      for (size_t i = 0; i < lines; i++) next[size_t(order[i]) * 32] = order[(i + 1) % lines] * 32u;
      uint32_t* chain = probe::array<uint32_t>(bytes / 4);
      CHECK(cudaMemset(out, 0, 4));
      CHECK(cudaMemcpy(chain, next.data(), bytes, cudaMemcpyHostToDevice));
      probe::measure("chase_20000_steps", bytes, 20000 * 4.0, [&] { chase<<<1, 1>>>(chain, reinterpret_cast<uint32_t*>(out), 20000); });
      CHECK(cudaFree(chain));
    }
  }
}
