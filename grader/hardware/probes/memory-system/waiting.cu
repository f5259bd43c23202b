// What a warp waits for: its own instructions, the passes of its own requests, its loads, as far as a compiler puts them together; and
// what L2 takes of stores.
#include "probe.h"

constexpr int kSms = 132;

// Every thread stores to other places in each pass, `words` words from its neighbour's, of a memory of so many words that lies in L2.
template <typename T>
__global__ void write_again(T* out, uint32_t places, uint32_t words, int passes) {
  uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int pass = 0; pass < passes; pass++) {
    T value = {};
    *reinterpret_cast<float*>(&value) = pass;
    out[((thread + pass * 41 * 256) * words) & (places - 1)] = value;
  }
}

// Every thread of the grid adds to one number.
template <typename T>
__global__ void add_to_one(T* sum) {
  atomicAdd(sum, T(2));
}

// Each operation needs the one before it.
__global__ void chain_multiply_add(float* out, float a, int passes) {
  float x = threadIdx.x;
  for (int pass = 0; pass < passes; pass++) x = x * a + 1;
  if (x == 1.5f) *out = x;
}

// Each load needs the one before it, and finds its own place again: the lanes of a warp are on so many lines.
template <bool past>
__global__ void chain_loads(const int* same, int* out, int lines, int passes) {
  int lane = threadIdx.x & 31;
  int at = lane % lines * 32 + lane / lines;
  for (int pass = 0; pass < passes; pass++) at = past ? __ldcg(&same[at]) : same[at];
  if (at < 0) *out = at;
}

// Sums over what lies in L2, each thread over a column of 256 numbers. How many loads does the compiler put together …
// … where it knows the step, but not the number of passes,
__global__ void sum_counted(const float* in, float* out, int count) {
  float sum = 0;
  for (int i = 0; i < count; i++) sum += __ldcg(&in[i * 256 + threadIdx.x]);
  out[threadIdx.x] = sum;
}
// … where it does not know the step either,
__global__ void sum_stepped(const float* in, float* out, int count, int step) {
  float sum = 0;
  for (int i = 0; i < count; i += step) sum += __ldcg(&in[i * 256 + threadIdx.x]);
  out[threadIdx.x] = sum;
}
// … where the step is the size of the block,
__global__ void sum_by_block(const float* in, float* out, int count) {
  float sum = 0;
  for (int i = threadIdx.x; i < count * 256; i += blockDim.x) sum += __ldcg(&in[i]);
  out[threadIdx.x] = sum;
}
// … where it is counted without a sign,
__global__ void sum_unsigned(const float* in, float* out, size_t count) {
  float sum = 0;
  for (size_t i = 0; i < count; i++) sum += __ldcg(&in[i * 256 + threadIdx.x]);
  out[threadIdx.x] = sum;
}
// … where the sum is in shared memory,
__global__ void sum_in_shared(const float* in, float* out, int count) {
  __shared__ float sums[256];
  sums[threadIdx.x] = 0;
  for (int i = 0; i < count; i++) sums[threadIdx.x] += __ldcg(&in[i * 256 + threadIdx.x]);
  out[threadIdx.x] = sums[threadIdx.x];
}
// … where it is in memory that could be what is read,
__global__ void sum_in_global(const float* in, float* out, int count) {
  out += blockIdx.x * 256;
  out[threadIdx.x] = 0;
  for (int i = 0; i < count; i++) out[threadIdx.x] += __ldcg(&in[i * 256 + threadIdx.x]);
}
// … where some passes add nothing,
__global__ void sum_positive(const float* in, float* out, int count) {
  float sum = 0;
  for (int i = 0; i < count; i++) {
    float value = __ldcg(&in[i * 256 + threadIdx.x]);
    if (value > 0) sum += value * value;
  }
  out[threadIdx.x] = sum;
}
// … and where it knows that there are 256?
__global__ void sum_256(const float* in, float* out) {
  float sum = 0;
  for (int i = 0; i < 256; i++) sum += __ldcg(&in[i * 256 + threadIdx.x]);
  out[threadIdx.x] = sum;
}

int main(int count, char** words) {
  probe::start(count, words);
  float* data = probe::array<float>(1 << 26);
  float* out = probe::array<float>(1 << 23);
  for (uint32_t words : {1, 2, 4, 8, 16})
    probe::measure("write_again_words_apart", words, double(kSms) * 8 * 256 * 4 * 256,
                   [&] { write_again<float><<<kSms * 8, 256>>>(out, 1 << 21, words, 256); });
  probe::measure("write_again_float4", 4, double(kSms) * 8 * 256 * 16 * 256,
                 [&] { write_again<float4><<<kSms * 8, 256>>>(reinterpret_cast<float4*>(out), 1 << 19, 1, 256); });
  probe::measure("add_to_one_int", 1, (1 << 20) * 4.0, [&] { add_to_one<<<(1 << 20) / 256, 256>>>(reinterpret_cast<int*>(out)); });
  probe::measure("add_to_one_float", 1, (1 << 20) * 4.0, [&] { add_to_one<<<(1 << 20) / 256, 256>>>(out); });
  probe::measure("add_to_one_double", 1, (1 << 20) * 8.0, [&] { add_to_one<<<(1 << 20) / 256, 256>>>(reinterpret_cast<double*>(out)); });
  for (int warps : {1, 4, 8, 16, 32})
    probe::measure("chain_multiply_add", warps, 0, [&] { chain_multiply_add<<<kSms, warps * 32>>>(out, 1.0001f, 1 << 16); });
  std::vector<int> same(1024);
  for (int i = 0; i < 1024; i++) same[i] = i;
  CHECK(cudaMemcpy(data, same.data(), 4096, cudaMemcpyHostToDevice));
  const int* places = reinterpret_cast<const int*>(data);
  for (int warps : {1, 8})
    for (int lines : {1, 2, 4, 8, 16, 32}) {
      char name[64];
      snprintf(name, sizeof name, "chain_loads_l1_%d_warps", warps);
      probe::measure(name, lines, 0, [&] { chain_loads<false><<<kSms, warps * 32>>>(places, reinterpret_cast<int*>(out), lines, 1 << 14); });
      snprintf(name, sizeof name, "chain_loads_l2_%d_warps", warps);
      probe::measure(name, lines, 0, [&] { chain_loads<true><<<kSms, warps * 32>>>(places, reinterpret_cast<int*>(out), lines, 1 << 13); });
    }
  int n = 8192;  // 8 MiB
  probe::measure("sum_counted", n, n * 1024.0, [&] { sum_counted<<<kSms, 256>>>(data, out, n); });
  probe::measure("sum_stepped", n, n * 1024.0, [&] { sum_stepped<<<kSms, 256>>>(data, out, n, 1); });
  probe::measure("sum_by_block", n, n * 1024.0, [&] { sum_by_block<<<kSms, 256>>>(data, out, n); });
  probe::measure("sum_unsigned", n, n * 1024.0, [&] { sum_unsigned<<<kSms, 256>>>(data, out, n); });
  probe::measure("sum_in_shared", n, n * 1024.0, [&] { sum_in_shared<<<kSms, 256>>>(data, out, n); });
  probe::measure("sum_in_global", n, n * 1024.0, [&] { sum_in_global<<<kSms, 256>>>(data, out, n); });
  probe::measure("sum_positive", n, n * 1024.0, [&] { sum_positive<<<kSms, 256>>>(data, out, n); });
  probe::measure("sum_256", 256, 256 * 1024.0, [&] { sum_256<<<kSms, 256>>>(data, out); });
}
