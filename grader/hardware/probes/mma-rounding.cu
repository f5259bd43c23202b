// How tensor cores round: products of matrices whose sums lose bits, with every bit of the operands and of the result.
//
//   nvcc -O3 -std=c++17 -arch=sm_90a -o mma-rounding mma-rounding.cu && ./mma-rounding [products of each kind] > ../data/mma-rounding-<gpu>.jsonl
//
// A line is one product: `a` by rows, `b` by columns, `c` and `d` by rows, all as hexadecimal digits, each element as wide as its type. `kind`
// says how the operands were chosen:
//   plain       numbers about 1
//   wide        exponents far apart, so that most products are shifted out of the sum
//   cancelling  large products that cancel and leave small ones
//   addend      a large c, of which products are small parts
//   subnormal   the smallest numbers of each type
//   overflow    sums about the largest number
//   special     some infinities and NaN
//   bits        any bits
//   single      one product and c, exponents at every distance

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include "rounding-operands.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using namespace nvcuda;

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  fprintf(stderr, "mma-rounding: %s\n", cudaGetErrorString(status));
  exit(3);
}

// mma.sync, its registers filled by the layouts of the PTX ISA.

template <typename T> __device__ uint32_t packed(const T* elements, int stride) {
  uint32_t bits = 0;
  for (int i = 0; i < static_cast<int>(4 / sizeof(T)); i++) {
    uint32_t own = 0;
    memcpy(&own, elements + i * stride, sizeof(T));
    bits |= own << (8 * sizeof(T) * i % 32);
  }
  return bits;
}

#define MMA(name, text, registersA, sums)                                                                                                  \
  struct name {                                                                                                                            \
    __device__ static void run(uint32_t* d, const uint32_t* a, const uint32_t* b) {                                                        \
      if constexpr (registersA == 4 && sums == 4)                                                                                          \
        asm volatile("mma.sync.aligned." text " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                            \
                     : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1])); \
      else if constexpr (registersA == 2 && sums == 4)                                                                                     \
        asm volatile("mma.sync.aligned." text " {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"                                        \
                     : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));                                  \
      else if constexpr (registersA == 4)                                                                                                  \
        asm volatile("mma.sync.aligned." text " {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"                                            \
                     : "+r"(d[0]), "+r"(d[1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));                         \
      else                                                                                                                                 \
        asm volatile("mma.sync.aligned." text " {%0, %1}, {%2, %3}, {%4}, {%0, %1};" : "+r"(d[0]), "+r"(d[1]) : "r"(a[0]), "r"(a[1]), "r"(b[0])); \
    }                                                                                                                                      \
  };
#define MMA32(name, text, registersA)                                                                                                      \
  struct name {                                                                                                                            \
    __device__ static void run(uint32_t* d, const uint32_t* a, const uint32_t* b) {                                                        \
      float* f = reinterpret_cast<float*>(d);                                                                                              \
      if constexpr (registersA == 4)                                                                                                       \
        asm volatile("mma.sync.aligned." text " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                            \
                     : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1])); \
      else                                                                                                                                 \
        asm volatile("mma.sync.aligned." text " {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"                                        \
                     : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));                                  \
    }                                                                                                                                      \
  };
MMA32(FloatOfHalf8, "m16n8k8.row.col.f32.f16.f16.f32", 2)
MMA32(FloatOfHalf16, "m16n8k16.row.col.f32.f16.f16.f32", 4)
MMA(HalfOfHalf8, "m16n8k8.row.col.f16.f16.f16.f16", 2, 2)
MMA(HalfOfHalf16, "m16n8k16.row.col.f16.f16.f16.f16", 4, 2)
MMA32(FloatOfBfloat8, "m16n8k8.row.col.f32.bf16.bf16.f32", 2)
MMA32(FloatOfBfloat16, "m16n8k16.row.col.f32.bf16.bf16.f32", 4)
MMA32(FloatOfTf4, "m16n8k4.row.col.f32.tf32.tf32.f32", 2)
MMA32(FloatOfTf8, "m16n8k8.row.col.f32.tf32.tf32.f32", 4)
MMA32(FloatOfE4m3, "m16n8k32.row.col.f32.e4m3.e4m3.f32", 4)
MMA32(FloatOfE5m2, "m16n8k32.row.col.f32.e5m2.e5m2.f32", 4)
MMA(IntOfBytes16, "m16n8k16.row.col.s32.s8.s8.s32", 2, 4)
MMA(IntOfBytes32, "m16n8k32.row.col.s32.s8.s8.s32", 4, 4)

// T: an unsigned integer as wide as an element; S: one as wide as a sum.
template <typename Instruction, typename T, typename S, int k>
__global__ void multiply(const T* a, const T* b, const S* c, S* d) {
  a += blockIdx.x * 16 * k, b += blockIdx.x * 8 * k, c += blockIdx.x * 16 * 8, d += blockIdx.x * 16 * 8;
  constexpr int per = 4 / sizeof(T), registers = 16 * k / 32 / per;
  const int group = threadIdx.x / 4, place = threadIdx.x % 4;
  uint32_t ofA[4] = {}, ofB[2] = {}, sums[4] = {};
  for (int r = 0; r < registers; r++) ofA[r] = packed(a + (group + 8 * (r % 2)) * k + 4 * per * (r / 2) + per * place, 1);
  for (int r = 0; r < registers / 2; r++) ofB[r] = packed(b + group * k + 4 * per * r + per * place, 1);
  constexpr int perSum = 4 / sizeof(S);
  for (int i = 0; i < 4; i++) {
    const int at = (group + 8 * (i / 2)) * 8 + 2 * place + i % 2;
    sums[i / perSum] |= static_cast<uint32_t>(c[at]) << (8 * sizeof(S) * (i % perSum) % 32);
  }
  Instruction::run(sums, ofA, ofB);
  for (int i = 0; i < 4; i++)
    d[(group + 8 * (i / 2)) * 8 + 2 * place + i % 2] = static_cast<S>(sums[i / perSum] >> (8 * sizeof(S) * (i % perSum) % 32));
}

// wmma.

template <typename F, typename A, typename Sum, typename T, typename S, int m, int n, int k>
__global__ void multiplyFragments(const T* a, const T* b, const S* c, S* d) {
  a += blockIdx.x * m * k, b += blockIdx.x * n * k, c += blockIdx.x * m * n, d += blockIdx.x * m * n;
  wmma::fragment<wmma::matrix_a, m, n, k, F, wmma::row_major> ofA;
  wmma::fragment<wmma::matrix_b, m, n, k, F, wmma::col_major> ofB;
  wmma::fragment<wmma::accumulator, m, n, k, Sum> sum;
  wmma::load_matrix_sync(ofA, reinterpret_cast<const A*>(a), k);
  wmma::load_matrix_sync(ofB, reinterpret_cast<const A*>(b), k);
  wmma::load_matrix_sync(sum, reinterpret_cast<const Sum*>(c), n, wmma::mem_row_major);
  wmma::mma_sync(sum, ofA, ofB, sum);
  wmma::store_matrix_sync(reinterpret_cast<Sum*>(d), sum, n, wmma::mem_row_major);
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

int trials = 2;
template <typename T, typename S, typename Launch>
void print(const Shape& shape, Launch launch) {
  std::vector<Product> products;
  for (const char* kind : {"plain", "wide", "cancelling", "addend", "subnormal", "overflow", "special", "bits", "single"})
    for (int trial = 0; trial < trials; trial++) products.push_back(chosen(kind, shape, trial));
  std::vector<std::vector<Bits>> a, b, c;
  for (const Product& p : products) a.push_back(p.a), b.push_back(p.b), c.push_back(p.c);
  T *ofA = sent<T>(a), *ofB = sent<T>(b);
  S *ofC = sent<S>(c), *ofD = sent<S>(c);
  launch(static_cast<int>(products.size()), ofA, ofB, ofC, ofD);
  check(cudaDeviceSynchronize());
  std::vector<S> found(products.size() * shape.m * shape.n);
  check(cudaMemcpy(found.data(), ofD, found.size() * sizeof(S), cudaMemcpyDeviceToHost));
  for (size_t i = 0; i < products.size(); i++) {
    const Product& p = products[i];
    const std::vector<Bits> d(found.begin() + i * shape.m * shape.n, found.begin() + (i + 1) * shape.m * shape.n);
    printf("{\"instruction\":\"%s\",\"kind\":\"%s\",\"a\":\"%s\",\"b\":\"%s\",\"c\":\"%s\",\"d\":\"%s\"}\n", shape.instruction.c_str(), p.kind.c_str(),
           hexadecimal(p.a, sizeof(T)).c_str(), hexadecimal(p.b, sizeof(T)).c_str(), hexadecimal(p.c, sizeof(S)).c_str(), hexadecimal(d, sizeof(S)).c_str());
  }
  check(cudaFree(ofA)), check(cudaFree(ofB)), check(cudaFree(ofC)), check(cudaFree(ofD));
}

template <typename Instruction, typename T, typename S, int k>
void printMma(const char* name, Format operand, Format sum) {
  print<T, S>({std::string("mma.") + name, 16, 8, k, operand, sum},
              [](int count, const T* a, const T* b, const S* c, S* d) { multiply<Instruction, T, S, k><<<count, 32>>>(a, b, c, d); });
}

template <typename F, typename A, typename Sum, typename T, typename S, int m, int n, int k>
void printWmma(const char* name, Format operand, Format sum) {
  print<T, S>({std::string("wmma.") + name, m, n, k, operand, sum},
              [](int count, const T* a, const T* b, const S* c, S* d) { multiplyFragments<F, A, Sum, T, S, m, n, k><<<count, 32>>>(a, b, c, d); });
}

int main(int argc, char** argv) {
  if (argc > 1) trials = atoi(argv[1]);
  using U8 = uint8_t; using U16 = uint16_t; using U32 = uint32_t; using U64 = uint64_t;
  printMma<FloatOfHalf8, U16, U32, 8>("m16n8k8.row.col.f32.f16.f16.f32", kHalf, kFloat);
  printMma<FloatOfHalf16, U16, U32, 16>("m16n8k16.row.col.f32.f16.f16.f32", kHalf, kFloat);
  printMma<HalfOfHalf8, U16, U16, 8>("m16n8k8.row.col.f16.f16.f16.f16", kHalf, kHalf);
  printMma<HalfOfHalf16, U16, U16, 16>("m16n8k16.row.col.f16.f16.f16.f16", kHalf, kHalf);
  printMma<FloatOfBfloat8, U16, U32, 8>("m16n8k8.row.col.f32.bf16.bf16.f32", kBfloat, kFloat);
  printMma<FloatOfBfloat16, U16, U32, 16>("m16n8k16.row.col.f32.bf16.bf16.f32", kBfloat, kFloat);
  printMma<FloatOfTf4, U32, U32, 4>("m16n8k4.row.col.f32.tf32.tf32.f32", kTf32, kFloat);
  printMma<FloatOfTf8, U32, U32, 8>("m16n8k8.row.col.f32.tf32.tf32.f32", kTf32, kFloat);
  printMma<FloatOfE4m3, U8, U32, 32>("m16n8k32.row.col.f32.e4m3.e4m3.f32", kE4m3, kFloat);
  printMma<FloatOfE5m2, U8, U32, 32>("m16n8k32.row.col.f32.e5m2.e5m2.f32", kE5m2, kFloat);
  printWmma<half, half, float, U16, U32, 16, 16, 16>("m16n16k16.f16.f32", kHalf, kFloat);
  printWmma<half, half, half, U16, U16, 16, 16, 16>("m16n16k16.f16.f16", kHalf, kHalf);
  printWmma<half, half, float, U16, U32, 8, 32, 16>("m8n32k16.f16.f32", kHalf, kFloat);
  printWmma<__nv_bfloat16, __nv_bfloat16, float, U16, U32, 16, 16, 16>("m16n16k16.bf16.f32", kBfloat, kFloat);
  printWmma<wmma::precision::tf32, float, float, U32, U32, 16, 16, 8>("m16n16k8.tf32.f32", kTf32, kFloat);
  printWmma<double, double, double, U64, U64, 8, 8, 4>("m8n8k4.f64.f64", kDouble, kDouble);
  // Integers: any bits, and sums that wrap around.
  trials = 1;
  printMma<IntOfBytes16, U8, U32, 16>("m16n8k16.row.col.s32.s8.s8.s32", kE4m3, kFloat);
  printMma<IntOfBytes32, U8, U32, 32>("m16n8k32.row.col.s32.s8.s8.s32", kE4m3, kFloat);
}
