// How many clocks of an SM a wgmma takes, and until its sums are there.
//
//   nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -o wgmma-rates wgmma-rates.cu
//   ./wgmma-rates > ../data/wgmma-rates-<gpu>.csv
//
// One block on every SM with `warpgroups` warp groups: each adds product after product to its own sums, all in one group that it waits for at the
// end (`waits` 0), or waits for each product (`waits` 1). `clocks` per product of the SM, by its own clock. Operands are random numbers about 1;
// `layout` says how their rows lie: 128B with that swizzle; none, eight rows of 16 bytes beside each other; apart, the two halves of a row 2,048
// bytes apart; one, all rows in one place.

#include <vector>

#include "wgmma.h"

#define FLOATS(N, registers, p0, p1, p2, p3, p4, p5)                                                     \
  SHARED(Half##N, "k16.f32.f16.f16", N, registers, f, float, p0, p1, p2, ", 1, 1, 0, 0")                 \
  HELD(HalfHeld##N, "k16.f32.f16.f16", N, registers, f, float, p0, p1, p2, p3, p4, p5, ", 1, 1, 0")
FLOATS(8, 4, 4, 5, 6, 7, 8, 9)
FLOATS(16, 8, 8, 9, 10, 11, 12, 13)
FLOATS(32, 16, 16, 17, 18, 19, 20, 21)
FLOATS(64, 32, 32, 33, 34, 35, 36, 37)
FLOATS(128, 64, 64, 65, 66, 67, 68, 69)
FLOATS(256, 128, 128, 129, 130, 131, 132, 133)
SHARED(HalfSum64, "k16.f16.f16.f16", 64, 16, r, uint32_t, 16, 17, 18, ", 1, 1, 0, 0")
SHARED(HalfSum128, "k16.f16.f16.f16", 128, 32, r, uint32_t, 32, 33, 34, ", 1, 1, 0, 0")
SHARED(HalfSum256, "k16.f16.f16.f16", 256, 64, r, uint32_t, 64, 65, 66, ", 1, 1, 0, 0")
#define OTHERS(name, text, letter, type, tail)                          \
  SHARED(name##64, text, 64, 32, letter, type, 32, 33, 34, tail)        \
  SHARED(name##128, text, 128, 64, letter, type, 64, 65, 66, tail)      \
  SHARED(name##256, text, 256, 128, letter, type, 128, 129, 130, tail)
OTHERS(Bfloat, "k16.f32.bf16.bf16", f, float, ", 1, 1, 0, 0")
OTHERS(Tf, "k8.f32.tf32.tf32", f, float, ", 1, 1")
OTHERS(E4m3, "k32.f32.e4m3.e4m3", f, float, ", 1, 1")
OTHERS(S8, "k32.s32.s8.s8", r, uint32_t, "")

constexpr int kProducts = 128;
constexpr int kBytes = 64 * 1024;

template <typename Instruction, bool waits>
__global__ void repeat(const uint32_t* operands, uint32_t swizzle, uint32_t leading, uint32_t stride, uint32_t* results, long long* clocks) {
  extern __shared__ __align__(1024) unsigned char region[];
  for (int i = threadIdx.x; i < kBytes / 4; i += blockDim.x) reinterpret_cast<uint32_t*>(region)[i] = operands[i];
  uint32_t ofA[4];
  for (int i = 0; i < 4; i++) ofA[i] = operands[threadIdx.x * 4 + i];
  proxyFence();
  __syncthreads();
  const uint32_t base = static_cast<uint32_t>(__cvta_generic_to_shared(region));
  const uint64_t a = descriptor(base, leading, stride, swizzle), b = descriptor(base + kBytes / 2, leading, stride, swizzle);
  typename Instruction::Sum sums[Instruction::sums] = {};
  const long long start = clock64();
  fence();
#pragma unroll 8
  for (int i = 0; i < kProducts; i++) {
    Instruction::run(sums, ofA, a, b);
    if (waits) commit(), wait<0>();
  }
  commit();
  wait<0>();
  __syncthreads();
  const long long end = clock64();
  uint32_t all = 0;
  for (int i = 0; i < Instruction::sums; i++) all += static_cast<uint32_t>(sums[i]);
  results[blockIdx.x * blockDim.x + threadIdx.x] = all;
  if (threadIdx.x == 0) clocks[blockIdx.x] = end - start;
}

int sms;
uint32_t *operands, *results;
long long* clocks;

template <typename Instruction, bool waits>
void print(int warpgroups, const char* layout, uint32_t swizzle, uint32_t leading, uint32_t stride) {
  std::vector<long long> found(sms);
  long long least = 1ll << 60;
  check(cudaFuncSetAttribute(repeat<Instruction, waits>, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes));
  for (int run = 0; run < 5; run++) {
    repeat<Instruction, waits><<<sms, 128 * warpgroups, kBytes>>>(operands, swizzle, leading, stride, results, clocks);
    check(cudaMemcpy(found.data(), clocks, sms * sizeof(long long), cudaMemcpyDeviceToHost));
    for (const long long one : found) if (one < least) least = one;
  }
  printf("%s,%s,%s,%d,%d,%.2f\n", Instruction::instruction, Instruction::a, layout, warpgroups, waits, static_cast<double>(least) / (kProducts * warpgroups));
}

template <typename Instruction>
void printAll() {
  print<Instruction, true>(1, "128B", 1, 16, 1024);
  for (const int warpgroups : {1, 2, 3, 4}) if (Instruction::sums * warpgroups <= 256) print<Instruction, false>(warpgroups, "128B", 1, 16, 1024);
  print<Instruction, false>(2, "none", 0, 128, 256);
  print<Instruction, false>(2, "apart", 0, 2048, 128);
  print<Instruction, false>(2, "one", 0, 0, 0);
}

int main() {
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0));
  sms = properties.multiProcessorCount;
  std::vector<uint32_t> bits(kBytes / 4);
  srand(29);
  for (uint32_t& one : bits) one = 0x3c003c00u | (rand() & 0x03ff) | (rand() & 0x03ff) << 16 | (rand() & 1u) << 31 | (rand() & 1u) << 15;
  check(cudaMalloc(&operands, bits.size() * 4));
  check(cudaMemcpy(operands, bits.data(), bits.size() * 4, cudaMemcpyHostToDevice));
  check(cudaMalloc(&results, sms * 1024 * 4));
  check(cudaMalloc(&clocks, sms * sizeof(long long)));
  printf("instruction,a,layout,warpgroups,waits,clocks\n");
  printAll<Half8>(), printAll<Half16>(), printAll<Half32>(), printAll<Half64>(), printAll<Half128>(), printAll<Half256>();
  printAll<HalfHeld8>(), printAll<HalfHeld64>(), printAll<HalfHeld128>(), printAll<HalfHeld256>();
  printAll<HalfSum64>(), printAll<HalfSum128>(), printAll<HalfSum256>();
  printAll<Bfloat64>(), printAll<Bfloat128>(), printAll<Bfloat256>();
  printAll<Tf64>(), printAll<Tf128>(), printAll<Tf256>(), printAll<E4m364>(), printAll<E4m3128>(), printAll<E4m3256>();
  printAll<S864>(), printAll<S8128>(), printAll<S8256>();
}
