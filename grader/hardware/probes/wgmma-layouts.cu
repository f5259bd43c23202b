// From where wgmma takes its matrices, by what the descriptor says, and what the profiler counts of that.
//
//   nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -o wgmma-layouts wgmma-layouts.cu
//   ./wgmma-layouts > ../data/wgmma-layouts-<gpu>.jsonl
//
// A line is one matrix: `places` has for each of its elements, by rows of a (64 × k) or by columns of b (k × n), the element of shared memory that
// was taken for it, counted from an address that is a multiple of 1,024. Shared memory has the numbers of its elements, digit by digit, and the
// other matrix is the identity, so a sum is a number that was read. `./wgmma-layouts count` launches one block for each number of products of
// each instruction and layout in the order in which it prints them, for the profiler to count.

#include <cstring>
#include <string>
#include <vector>

#include "wgmma.h"

// b is sought: a is the identity, in registers. a is sought: b is the identity, in shared memory without a swizzle.
HELD(HalfOfB, "k16.f32.f16.f16", 64, 32, f, float, 32, 33, 34, 35, 36, 37, ", 1, 1, 0")
HELD(HalfOfTurnedB, "k16.f32.f16.f16", 64, 32, f, float, 32, 33, 34, 35, 36, 37, ", 1, 1, 1")
HELD(ByteOfB, "k32.s32.u8.u8", 64, 32, r, uint32_t, 32, 33, 34, 35, 36, 37, "")
HELD(TfOfB, "k8.f32.tf32.tf32", 64, 32, f, float, 32, 33, 34, 35, 36, 37, ", 1, 1")
SHARED(HalfOfA, "k16.f32.f16.f16", 16, 8, f, float, 8, 9, 10, ", 1, 1, 0, 0")
SHARED(HalfOfTurnedA, "k16.f32.f16.f16", 16, 8, f, float, 8, 9, 10, ", 1, 1, 1, 0")
SHARED(ByteOfA, "k32.s32.u8.u8", 32, 16, r, uint32_t, 16, 17, 18, "")
SHARED(TfOfA, "k8.f32.tf32.tf32", 8, 4, f, float, 4, 5, 6, ", 1, 1")

constexpr int kRegion = 32 * 1024;
struct Layout {
  int swizzle, leading, stride, start, baseOffset;
};

// A digit of a number, as an element that holds it exactly.
constexpr int kDigitBits = 7;
template <typename T> __device__ T element(uint32_t digit);
template <> __device__ uint8_t element(uint32_t digit) { return static_cast<uint8_t>(digit); }
template <> __device__ uint32_t element(uint32_t digit) { return __float_as_uint(static_cast<float>(digit)); }
template <> __device__ uint16_t element(uint32_t digit) {
  if (digit == 0) return 0;
  const int exponent = 31 - __clz(digit);
  return static_cast<uint16_t>((exponent + 15) << 10 | ((digit << (10 - exponent)) & 0x3ff));
}

template <typename Instruction, typename T, bool isB>
__global__ void seek(Layout layout, uint32_t* places) {
  constexpr int k = 32 / sizeof(T), n = Instruction::n;
  extern __shared__ __align__(1024) unsigned char region[];
  unsigned char* identity = region + kRegion;
  T* elements = reinterpret_cast<T*>(region);
  const int warp = threadIdx.x / 32, group = threadIdx.x / 4 % 8, place = threadIdx.x % 4;
  for (int i = threadIdx.x; i < n * 32 / static_cast<int>(sizeof(T)); i += 128) {
    const int row = i / k, column = i % k, byte = column * sizeof(T);
    const int at = row / 8 * 256 + byte / 16 * 128 + row % 8 * 16 + byte % 16;
    if (!isB) *reinterpret_cast<T*>(identity + at) = element<T>(row == column);
  }
  uint32_t ofA[4] = {};
  for (int r = 0; r < 4; r++) {
    const int row = 16 * warp + group + 8 * (r % 2), first = (16 * (r / 2) + 4 * place) / static_cast<int>(sizeof(T));
    for (int i = 0; i < 4 / static_cast<int>(sizeof(T)); i++)
      ofA[r] |= static_cast<uint32_t>(element<T>(row == first + i)) << (8 * sizeof(T) * i % 32);
  }
  uint32_t found[Instruction::sums] = {};
  for (int shift = 0; shift < 21; shift += kDigitBits) {
    __syncthreads();
    for (int i = threadIdx.x; i < kRegion / static_cast<int>(sizeof(T)); i += 128) elements[i] = element<T>((i >> shift) & ((1 << kDigitBits) - 1));
    proxyFence();
    __syncthreads();
    typename Instruction::Sum sums[Instruction::sums] = {};
    const uint64_t sought = descriptor(static_cast<uint32_t>(__cvta_generic_to_shared(region)) + layout.start, layout.leading, layout.stride, layout.swizzle, layout.baseOffset);
    const uint64_t ofIdentity = descriptor(static_cast<uint32_t>(__cvta_generic_to_shared(identity)), 128, 256, 0);
    fence();
    Instruction::run(sums, ofA, isB ? 0 : sought, isB ? sought : ofIdentity, 0);
    commit();
    wait<0>();
    for (int i = 0; i < Instruction::sums; i++) found[i] |= static_cast<uint32_t>(sums[i]) << shift;
  }
  for (int i = 0; i < Instruction::sums; i++) {
    const int row = 16 * warp + group + 8 * (i / 2 % 2), column = 8 * (i / 4) + 2 * place + i % 2;
    if (!isB) places[row * k + column] = found[i];
    else if (row < k) places[column * k + row] = found[i];
  }
}

uint32_t* onDevice;

template <typename Instruction, typename T, bool isB>
void print(const char* type, const char* major, Layout layout) {
  const int count = (isB ? Instruction::n : 64) * 32 / static_cast<int>(sizeof(T));
  const int bytes = kRegion + 4096;
  check(cudaFuncSetAttribute(seek<Instruction, T, isB>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  seek<Instruction, T, isB><<<1, 128, bytes>>>(layout, onDevice);
  std::vector<uint32_t> places(count);
  check(cudaMemcpy(places.data(), onDevice, count * 4, cudaMemcpyDeviceToHost));
  const char* modes[] = {"none", "128B", "64B", "32B"};
  printf("{\"operand\":\"%s\",\"type\":\"%s\",\"major\":\"%s\",\"swizzle\":\"%s\",\"leading\":%d,\"stride\":%d,\"start\":%d,\"baseOffset\":%d,\"places\":[", isB ? "b" : "a",
         type, major, modes[layout.swizzle], layout.leading, layout.stride, layout.start, layout.baseOffset);
  for (int i = 0; i < count; i++) printf("%s%u", i ? "," : "", places[i]);
  printf("]}\n");
}

#define HALVES(N, registers, p0, p1, p2, p3, p4, p5)                                     \
  SHARED(Half##N, "k16.f32.f16.f16", N, registers, f, float, p0, p1, p2, ", 1, 1, 0, 0") \
  HELD(HalfHeld##N, "k16.f32.f16.f16", N, registers, f, float, p0, p1, p2, p3, p4, p5, ", 1, 1, 0")
HALVES(8, 4, 4, 5, 6, 7, 8, 9)
HALVES(16, 8, 8, 9, 10, 11, 12, 13)
HALVES(24, 12, 12, 13, 14, 15, 16, 17)
HALVES(32, 16, 16, 17, 18, 19, 20, 21)
HALVES(64, 32, 32, 33, 34, 35, 36, 37)
HALVES(128, 64, 64, 65, 66, 67, 68, 69)
HALVES(256, 128, 128, 129, 130, 131, 132, 133)
SHARED(HalfTurned, "k16.f32.f16.f16", 64, 32, f, float, 32, 33, 34, ", 1, 1, 1, 1")
SHARED(HalfSum, "k16.f16.f16.f16", 64, 16, r, uint32_t, 16, 17, 18, ", 1, 1, 0, 0")
SHARED(Tf, "k8.f32.tf32.tf32", 64, 32, f, float, 32, 33, 34, ", 1, 1")
SHARED(Bytes, "k32.s32.u8.u8", 64, 32, r, uint32_t, 32, 33, 34, "")
SHARED(E4m3, "k32.f32.e4m3.e4m3", 64, 32, f, float, 32, 33, 34, ", 1, 1")

// As many products as one asks for, of a layout.
template <typename Instruction>
__global__ void multiply(Layout ofA, Layout ofB, int products, float* out) {
  extern __shared__ __align__(1024) unsigned char region[];
  const uint32_t base = static_cast<uint32_t>(__cvta_generic_to_shared(region));
  const uint64_t a = descriptor(base + ofA.start, ofA.leading, ofA.stride, ofA.swizzle), b = descriptor(base + ofB.start, ofB.leading, ofB.stride, ofB.swizzle);
  typename Instruction::Sum sums[Instruction::sums] = {};
  uint32_t ofRegisters[4] = {threadIdx.x, 1, 2, 3};
#pragma unroll 1
  for (int i = 0; i < products; i++) {
    fence();
    Instruction::run(sums, ofRegisters, a, b);
    commit();
    wait<0>();
  }
  float all = 0;
  for (int i = 0; i < Instruction::sums; i++) all += static_cast<float>(sums[i]);
  out[threadIdx.x] = all;
}

template <typename Instruction>
void countOf(const char* layoutName, const Layout& layout) {
  constexpr int bytes = 64 * 1024;
  check(cudaFuncSetAttribute(multiply<Instruction>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  for (const int products : {0, 64}) {
    printf("%s,%s,%s,%d\n", Instruction::instruction, Instruction::a, layoutName, products);
    Layout ofB = layout;
    ofB.start = 16 * 1024;
    multiply<Instruction><<<1, 128, bytes>>>(layout, ofB, products, reinterpret_cast<float*>(onDevice));
    check(cudaDeviceSynchronize());
  }
}

void count() {
  const Layout swizzled{1, 16, 1024, 0, 0};
  printf("instruction,a,layout,products\n");
  countOf<Half8>("128B", swizzled), countOf<Half16>("128B", swizzled), countOf<Half24>("128B", swizzled), countOf<Half32>("128B", swizzled);
  countOf<Half64>("128B", swizzled), countOf<Half128>("128B", swizzled), countOf<Half256>("128B", swizzled);
  countOf<HalfHeld8>("128B", swizzled), countOf<HalfHeld16>("128B", swizzled), countOf<HalfHeld24>("128B", swizzled), countOf<HalfHeld32>("128B", swizzled);
  countOf<HalfHeld64>("128B", swizzled), countOf<HalfHeld128>("128B", swizzled), countOf<HalfHeld256>("128B", swizzled);
  countOf<HalfSum>("128B", swizzled), countOf<Tf>("128B", swizzled), countOf<Bytes>("128B", swizzled), countOf<E4m3>("128B", swizzled);
  // The other swizzles; without one, the usual rows of eight, the two halves of a row 2,048 bytes apart, and all rows in one place.
  countOf<Half128>("64B", {2, 16, 512, 0, 0}), countOf<Half128>("32B", {3, 16, 256, 0, 0}), countOf<Half128>("none", {0, 128, 256, 0, 0});
  countOf<Half128>("apart", {0, 2048, 128, 0, 0}), countOf<Half128>("one", {0, 0, 0, 0, 0}), countOf<Half128>("unaligned", {1, 16, 1024, 48, 0});
  // Matrices that lie the other way.
  countOf<HalfTurned>("128B turned", {1, 1024, 1024, 0, 0}), countOf<HalfTurned>("32B turned", {3, 256, 512, 0, 0}), countOf<HalfTurned>("none turned", {0, 128, 256, 0, 0});
}

int main(int argc, char** argv) {
  check(cudaMalloc(&onDevice, 1 << 20));
  if (argc > 1 && std::string(argv[1]) == "count") return count(), 0;
  // Rows along k.
  const Layout rows[] = {
      {0, 128, 256, 0, 0}, {0, 1024, 128, 0, 0}, {0, 256, 512, 0, 0}, {0, 144, 288, 16, 0}, {3, 16, 256, 0, 0}, {3, 128, 512, 0, 0}, {3, 16, 256, 128, 0},
      {3, 16, 256, 128, 1}, {2, 16, 512, 0, 0}, {2, 16, 512, 32, 0}, {2, 16, 1024, 0, 0}, {2, 16, 512, 256, 2}, {1, 16, 1024, 0, 0}, {1, 16, 1024, 32, 0},
      {1, 16, 1024, 64, 0}, {1, 16, 1024, 96, 0}, {1, 512, 2048, 0, 0}, {1, 16, 1024, 128, 0}, {1, 16, 1024, 128, 1}, {1, 16, 1024, 512, 4}, {1, 16, 1024, 1024, 0}};
  for (const Layout& layout : rows) print<HalfOfB, uint16_t, true>("f16", "k", layout), print<HalfOfA, uint16_t, false>("f16", "k", layout);
  for (const Layout& layout : {rows[0], rows[4], rows[8], rows[12], rows[13]}) {
    print<ByteOfB, uint8_t, true>("u8", "k", layout), print<ByteOfA, uint8_t, false>("u8", "k", layout);
    print<TfOfB, uint32_t, true>("tf32", "k", layout), print<TfOfA, uint32_t, false>("tf32", "k", layout);
  }
  // Columns along m or n.
  const Layout columns[] = {{0, 128, 256, 0, 0}, {0, 256, 128, 0, 0}, {0, 1024, 128, 0, 0}, {0, 128, 1024, 0, 0}, {3, 256, 512, 0, 0}, {3, 512, 256, 0, 0}, {3, 1024, 256, 0, 0}, {2, 512, 1024, 0, 0},
                            {2, 1024, 512, 0, 0}, {2, 2048, 512, 0, 0}, {1, 1024, 2048, 0, 0}, {1, 2048, 1024, 0, 0}, {1, 4096, 1024, 0, 0}, {1, 2048, 1024, 2048, 0}};
  for (const Layout& layout : columns) print<HalfOfTurnedB, uint16_t, true>("f16", "mn", layout), print<HalfOfTurnedA, uint16_t, false>("f16", "mn", layout);
}
