// How many clocks a matrix instruction takes of an SM, and until its sum can be added to again.
//
//   nvcc -O3 -std=c++17 -arch=sm_90a -o mma-rates mma-rates.cu && ./mma-rates > ../data/mma-rates-<gpu>.csv
//
// One block on every SM: `warps` warps, each with `sums` sums that do not depend on each other; `clocks` per instruction of the SM, by its own
// clock. With one warp and one sum it is the latency of a chain. Operands are random numbers about 1.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  fprintf(stderr, "mma-rates: %s\n", cudaGetErrorString(status));
  exit(3);
}

#define LONG(name, text, type, letter)                                                                                                \
  struct name {                                                                                                                      \
    static constexpr const char* instruction = "mma." text;                                                                          \
    __device__ static void run(uint32_t* bits, const uint32_t* a) {                                                                  \
      type* d = reinterpret_cast<type*>(bits);                                                                                       \
      asm volatile("mma.sync.aligned." text " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                        \
                   : "+" letter(d[0]), "+" letter(d[1]), "+" letter(d[2]), "+" letter(d[3])                                           \
                   : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(a[4]), "r"(a[5]));                                               \
    }                                                                                                                                \
  };
#define SHORT(name, text, type, letter)                                                                                               \
  struct name {                                                                                                                      \
    static constexpr const char* instruction = "mma." text;                                                                          \
    __device__ static void run(uint32_t* bits, const uint32_t* a) {                                                                  \
      type* d = reinterpret_cast<type*>(bits);                                                                                       \
      asm volatile("mma.sync.aligned." text " {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"                                    \
                   : "+" letter(d[0]), "+" letter(d[1]), "+" letter(d[2]), "+" letter(d[3])                                           \
                   : "r"(a[0]), "r"(a[1]), "r"(a[4]));                                                                                \
    }                                                                                                                                \
  };
LONG(FloatOfHalf16, "m16n8k16.row.col.f32.f16.f16.f32", float, "f")
SHORT(FloatOfHalf8, "m16n8k8.row.col.f32.f16.f16.f32", float, "f")
LONG(FloatOfBfloat16, "m16n8k16.row.col.f32.bf16.bf16.f32", float, "f")
SHORT(FloatOfBfloat8, "m16n8k8.row.col.f32.bf16.bf16.f32", float, "f")
LONG(FloatOfTf8, "m16n8k8.row.col.f32.tf32.tf32.f32", float, "f")
SHORT(FloatOfTf4, "m16n8k4.row.col.f32.tf32.tf32.f32", float, "f")
LONG(IntOfBytes32, "m16n8k32.row.col.s32.s8.s8.s32", int, "r")
SHORT(IntOfBytes16, "m16n8k16.row.col.s32.s8.s8.s32", int, "r")
LONG(FloatOfE4m3, "m16n8k32.row.col.f32.e4m3.e4m3.f32", float, "f")
struct HalfOfHalf16 {
  static constexpr const char* instruction = "mma.m16n8k16.row.col.f16.f16.f16.f16";
  __device__ static void run(uint32_t* d, const uint32_t* a) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
                 : "+r"(d[0]), "+r"(d[1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(a[4]), "r"(a[5]));
  }
};
struct HalfOfHalf8 {
  static constexpr const char* instruction = "mma.m16n8k8.row.col.f16.f16.f16.f16";
  __device__ static void run(uint32_t* d, const uint32_t* a) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%0, %1};"
                 : "+r"(d[0]), "+r"(d[1]) : "r"(a[0]), "r"(a[1]), "r"(a[4]));
  }
};
struct DoubleOfDouble {
  static constexpr const char* instruction = "mma.m8n8k4.row.col.f64.f64.f64.f64";
  __device__ static void run(uint32_t* bits, const uint32_t* a) {
    double* d = reinterpret_cast<double*>(bits);
    const double* x = reinterpret_cast<const double*>(a);
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+d"(d[0]), "+d"(d[1]) : "d"(x[0]), "d"(x[2]));
  }
};
struct Movmatrix {
  static constexpr const char* instruction = "movmatrix.m8n8.trans";
  __device__ static void run(uint32_t* d, const uint32_t*) { asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(d[0])); }
};

constexpr int kRounds = 256;

template <typename Instruction, int sums>
__global__ void repeat(const uint32_t* operands, uint32_t* results, long long* clocks) {
  alignas(16) uint32_t d[sums][4], a[6];
  for (int i = 0; i < 6; i++) a[i] = operands[(threadIdx.x % 32) * 6 + i];
  for (int s = 0; s < sums; s++) for (int i = 0; i < 4; i++) d[s][i] = 0;
  __syncthreads();
  const long long start = clock64();
#pragma unroll 4
  for (int round = 0; round < kRounds; round++)
#pragma unroll
    for (int s = 0; s < sums; s++) Instruction::run(d[s], a);
  __syncthreads();
  const long long end = clock64();
  uint32_t all = 0;
  for (int s = 0; s < sums; s++) for (int i = 0; i < 4; i++) all ^= d[s][i];
  results[blockIdx.x * blockDim.x + threadIdx.x] = all;
  if (threadIdx.x == 0) clocks[blockIdx.x] = end - start;
}

int sms;
uint32_t *operands, *results;
long long* clocks;

template <typename Instruction, int sums>
void print(int warps) {
  std::vector<long long> found(sms);
  long long least = 1ll << 60;
  for (int run = 0; run < 5; run++) {
    repeat<Instruction, sums><<<sms, warps * 32>>>(operands, results, clocks);
    check(cudaMemcpy(found.data(), clocks, sms * sizeof(long long), cudaMemcpyDeviceToHost));
    for (const long long one : found) if (one < least) least = one;
  }
  printf("%s,%d,%d,%.3f\n", Instruction::instruction, warps, sums, static_cast<double>(least) / (static_cast<double>(kRounds) * sums * warps));
}

template <typename Instruction>
void printAll() {
  print<Instruction, 1>(1);
  print<Instruction, 4>(1);
  print<Instruction, 8>(1);
  print<Instruction, 1>(4);
  print<Instruction, 4>(4);
  print<Instruction, 8>(4);
  print<Instruction, 4>(8);
  print<Instruction, 8>(8);
  print<Instruction, 4>(16);
  print<Instruction, 4>(32);
}

int main() {
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0));
  sms = properties.multiProcessorCount;
  std::vector<uint32_t> bits(32 * 6);
  srand(29);
  // Two halves, two bfloat16, a float or a quarter of four bytes: all are about 1.
  for (uint32_t& one : bits) one = 0x3c003c00u | (rand() & 0x03ff) | (rand() & 0x03ff) << 16 | (rand() & 1u) << 31 | (rand() & 1u) << 15;
  check(cudaMalloc(&operands, bits.size() * 4));
  check(cudaMemcpy(operands, bits.data(), bits.size() * 4, cudaMemcpyHostToDevice));
  check(cudaMalloc(&results, sms * 1024 * 4));
  check(cudaMalloc(&clocks, sms * sizeof(long long)));
  printf("instruction,warps,sums,clocks\n");
  printAll<FloatOfHalf16>(), printAll<FloatOfHalf8>(), printAll<HalfOfHalf16>(), printAll<HalfOfHalf8>();
  printAll<FloatOfBfloat16>(), printAll<FloatOfBfloat8>(), printAll<FloatOfTf8>(), printAll<FloatOfTf4>();
  printAll<IntOfBytes32>(), printAll<IntOfBytes16>(), printAll<FloatOfE4m3>(), printAll<DoubleOfDouble>(), printAll<Movmatrix>();
}
