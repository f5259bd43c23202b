// How the tensor cores of a warpgroup round: products by wgmma whose sums lose bits, with every bit of the operands and of the result.
//
//   nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -o wgmma-rounding wgmma-rounding.cu
//   ./wgmma-rounding [products of each kind] > ../data/wgmma-rounding-<gpu>.jsonl
//
// A line is one product m64n8: `a` by rows, `b` by columns, `c` and `d` by rows, all as hexadecimal digits; `kind` as in mma-rounding.cu. a is taken
// from registers and again from shared memory: a result that differs ends the program.

#include <cstdlib>
#include <cstring>

#include "rounding-operands.h"
#include "wgmma.h"

SHARED(HalfShared, "k16.f32.f16.f16", 8, 4, f, float, 4, 5, 6, ", 1, 1, 0, 0")
HELD(HalfHeld, "k16.f32.f16.f16", 8, 4, f, float, 4, 5, 6, 7, 8, 9, ", 1, 1, 0")
SHARED(HalfSumShared, "k16.f16.f16.f16", 8, 2, r, uint32_t, 2, 3, 4, ", 1, 1, 0, 0")
HELD(HalfSumHeld, "k16.f16.f16.f16", 8, 2, r, uint32_t, 2, 3, 4, 5, 6, 7, ", 1, 1, 0")
SHARED(BfloatShared, "k16.f32.bf16.bf16", 8, 4, f, float, 4, 5, 6, ", 1, 1, 0, 0")
HELD(BfloatHeld, "k16.f32.bf16.bf16", 8, 4, f, float, 4, 5, 6, 7, 8, 9, ", 1, 1, 0")
SHARED(TfShared, "k8.f32.tf32.tf32", 8, 4, f, float, 4, 5, 6, ", 1, 1")
HELD(TfHeld, "k8.f32.tf32.tf32", 8, 4, f, float, 4, 5, 6, 7, 8, 9, ", 1, 1")
SHARED(E4m3Shared, "k32.f32.e4m3.e4m3", 8, 4, f, float, 4, 5, 6, ", 1, 1")
HELD(E4m3Held, "k32.f32.e4m3.e4m3", 8, 4, f, float, 4, 5, 6, 7, 8, 9, ", 1, 1")
SHARED(E5m2Shared, "k32.f32.e5m2.e5m2", 8, 4, f, float, 4, 5, 6, ", 1, 1")
HELD(E5m2Held, "k32.f32.e5m2.e5m2", 8, 4, f, float, 4, 5, 6, 7, 8, 9, ", 1, 1")
SHARED(E4m3SumShared, "k32.f16.e4m3.e4m3", 8, 2, r, uint32_t, 2, 3, 4, ", 1, 1")
HELD(E4m3SumHeld, "k32.f16.e4m3.e4m3", 8, 2, r, uint32_t, 2, 3, 4, 5, 6, 7, ", 1, 1")
SHARED(E5m2SumShared, "k32.f16.e5m2.e5m2", 8, 2, r, uint32_t, 2, 3, 4, ", 1, 1")
HELD(E5m2SumHeld, "k32.f16.e5m2.e5m2", 8, 2, r, uint32_t, 2, 3, 4, 5, 6, 7, ", 1, 1")
SHARED(ShortLongShared, "k32.f32.e4m3.e5m2", 8, 4, f, float, 4, 5, 6, ", 1, 1")
HELD(ShortLongHeld, "k32.f32.e4m3.e5m2", 8, 4, f, float, 4, 5, 6, 7, 8, 9, ", 1, 1")
SHARED(LongShortShared, "k32.f16.e5m2.e4m3", 8, 2, r, uint32_t, 2, 3, 4, ", 1, 1")
HELD(LongShortHeld, "k32.f16.e5m2.e4m3", 8, 2, r, uint32_t, 2, 3, 4, 5, 6, 7, ", 1, 1")
SHARED(S8Shared, "k32.s32.s8.s8", 8, 4, r, uint32_t, 4, 5, 6, "")
HELD(S8Held, "k32.s32.s8.s8", 8, 4, r, uint32_t, 4, 5, 6, 7, 8, 9, "")
SHARED(U8Shared, "k32.s32.u8.u8", 8, 4, r, uint32_t, 4, 5, 6, "")
HELD(U8Held, "k32.s32.u8.u8", 8, 4, r, uint32_t, 4, 5, 6, 7, 8, 9, "")
SHARED(MixedShared, "k32.s32.s8.u8", 8, 4, r, uint32_t, 4, 5, 6, "")
HELD(MixedHeld, "k32.s32.s8.u8", 8, 4, r, uint32_t, 4, 5, 6, 7, 8, 9, "")
SHARED(S8SatShared, "k32.s32.s8.s8.satfinite", 8, 4, r, uint32_t, 4, 5, 6, "")
HELD(S8SatHeld, "k32.s32.s8.s8.satfinite", 8, 4, r, uint32_t, 4, 5, 6, 7, 8, 9, "")

constexpr int kRowBytes = 32;

// a and b without a swizzle: eight rows of 16 bytes are 128 bytes, the second 16 bytes of the rows lie behind them.
__device__ int placeOf(int row, int byte) { return row / 8 * 256 + byte / 16 * 128 + row % 8 * 16 + byte % 16; }

// T: an unsigned integer as wide as an element; S: one as wide as a sum.
template <typename Instruction, typename T, typename S>
__global__ void multiply(const T* a, const T* b, const S* c, S* d) {
  constexpr int k = kRowBytes / sizeof(T);
  a += blockIdx.x * 64 * k, b += blockIdx.x * 8 * k, c += blockIdx.x * 64 * 8, d += blockIdx.x * 64 * 8;
  __shared__ alignas(1024) unsigned char tileA[64 * kRowBytes];
  __shared__ alignas(1024) unsigned char tileB[8 * kRowBytes];
  for (int i = threadIdx.x; i < 64 * kRowBytes; i += 128) tileA[placeOf(i / kRowBytes, i % kRowBytes)] = reinterpret_cast<const unsigned char*>(a)[i];
  for (int i = threadIdx.x; i < 8 * kRowBytes; i += 128) tileB[placeOf(i / kRowBytes, i % kRowBytes)] = reinterpret_cast<const unsigned char*>(b)[i];
  proxyFence();
  __syncthreads();
  const int warp = threadIdx.x / 32, group = threadIdx.x / 4 % 8, place = threadIdx.x % 4;
  uint32_t ofA[4], sums[4] = {};
  for (int r = 0; r < 4; r++) {
    const int row = 16 * warp + group + 8 * (r % 2);
    memcpy(&ofA[r], reinterpret_cast<const unsigned char*>(a) + row * kRowBytes + 16 * (r / 2) + 4 * place, 4);
  }
  constexpr int perSum = 4 / sizeof(S);
  const auto at = [&](int i) { return (16 * warp + group + 8 * (i / 2)) * 8 + 2 * place + i % 2; };
  for (int i = 0; i < 4; i++) sums[i / perSum] |= static_cast<uint32_t>(c[at(i)]) << (8 * sizeof(S) * (i % perSum) % 32);
  typename Instruction::Sum held[Instruction::sums];
  memcpy(held, sums, sizeof held);
  const uint64_t ofTileA = descriptor(static_cast<uint32_t>(__cvta_generic_to_shared(tileA)), 128, 256, 0);
  const uint64_t ofTileB = descriptor(static_cast<uint32_t>(__cvta_generic_to_shared(tileB)), 128, 256, 0);
  fence();
  Instruction::run(held, ofA, ofTileA, ofTileB);
  commit();
  wait<0>();
  memcpy(sums, held, sizeof held);
  for (int i = 0; i < 4; i++) d[at(i)] = static_cast<S>(sums[i / perSum] >> (8 * sizeof(S) * (i % perSum) % 32));
}

template <typename T>
T* sent(const std::vector<std::vector<Bits>>& all) {
  std::vector<T> elements;
  for (const auto& bits : all) for (const Bits one : bits) elements.push_back(static_cast<T>(one));
  T* device = nullptr;
  check(cudaMalloc(&device, elements.size() * sizeof(T)));
  check(cudaMemcpy(device, elements.data(), elements.size() * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}

int trials = 1;
template <typename Shared, typename Held, typename T, typename S>
void print(Format operand, Format sum) {
  const Shape shape{std::string("wgmma.") + Shared::instruction, 64, 8, static_cast<int>(kRowBytes / sizeof(T)), operand, sum};
  std::vector<Product> products;
  for (const char* kind : {"plain", "wide", "cancelling", "addend", "subnormal", "overflow", "special", "bits", "single"})
    for (int trial = 0; trial < trials; trial++) products.push_back(chosen(kind, shape, trial));
  std::vector<std::vector<Bits>> a, b, c;
  for (const Product& p : products) a.push_back(p.a), b.push_back(p.b), c.push_back(p.c);
  T *ofA = sent<T>(a), *ofB = sent<T>(b);
  S *ofC = sent<S>(c), *ofD = sent<S>(c);
  const size_t each = 64 * 8;
  std::vector<S> found(products.size() * each), again(found.size());
  multiply<Shared, T, S><<<products.size(), 128>>>(ofA, ofB, ofC, ofD);
  check(cudaMemcpy(found.data(), ofD, found.size() * sizeof(S), cudaMemcpyDeviceToHost));
  multiply<Held, T, S><<<products.size(), 128>>>(ofA, ofB, ofC, ofD);
  check(cudaMemcpy(again.data(), ofD, found.size() * sizeof(S), cudaMemcpyDeviceToHost));
  if (memcmp(found.data(), again.data(), found.size() * sizeof(S)) != 0) {
    fprintf(stderr, "%s: a from registers gives other sums than a from shared memory\n", Shared::instruction);
    exit(4);
  }
  for (size_t i = 0; i < products.size(); i++) {
    const Product& p = products[i];
    const std::vector<Bits> d(found.begin() + i * each, found.begin() + (i + 1) * each);
    printf("{\"instruction\":\"%s\",\"kind\":\"%s\",\"a\":\"%s\",\"b\":\"%s\",\"c\":\"%s\",\"d\":\"%s\"}\n", shape.instruction.c_str(), p.kind.c_str(),
           hexadecimal(p.a, sizeof(T)).c_str(), hexadecimal(p.b, sizeof(T)).c_str(), hexadecimal(p.c, sizeof(S)).c_str(), hexadecimal(d, sizeof(S)).c_str());
  }
  check(cudaFree(ofA)), check(cudaFree(ofB)), check(cudaFree(ofC)), check(cudaFree(ofD));
}

int main(int argc, char** argv) {
  if (argc > 1) trials = atoi(argv[1]);
  using U8 = uint8_t; using U16 = uint16_t; using U32 = uint32_t;
  print<HalfShared, HalfHeld, U16, U32>(kHalf, kFloat);
  print<HalfSumShared, HalfSumHeld, U16, U16>(kHalf, kHalf);
  print<BfloatShared, BfloatHeld, U16, U32>(kBfloat, kFloat);
  print<TfShared, TfHeld, U32, U32>(kTf32, kFloat);
  print<E4m3Shared, E4m3Held, U8, U32>(kE4m3, kFloat);
  print<E5m2Shared, E5m2Held, U8, U32>(kE5m2, kFloat);
  print<E4m3SumShared, E4m3SumHeld, U8, U16>(kE4m3, kHalf);
  print<E5m2SumShared, E5m2SumHeld, U8, U16>(kE5m2, kHalf);
  // b has the bits that are chosen for a's format.
  print<ShortLongShared, ShortLongHeld, U8, U32>(kE4m3, kFloat);
  print<LongShortShared, LongShortHeld, U8, U16>(kE5m2, kHalf);
  // Integers: any bits, and sums that wrap around.
  print<S8Shared, S8Held, U8, U32>(kE4m3, kFloat);
  print<U8Shared, U8Held, U8, U32>(kE4m3, kFloat);
  print<MixedShared, MixedHeld, U8, U32>(kE4m3, kFloat);
  print<S8SatShared, S8SatHeld, U8, U32>(kE4m3, kFloat);
}
