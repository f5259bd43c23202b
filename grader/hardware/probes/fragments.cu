// Which lane holds which element of a matrix: the fragments of ldmatrix, stmatrix, movmatrix, mma.sync and wmma, found by running them.
//
//   nvcc -O3 -std=c++17 -arch=sm_90a -o fragments fragments.cu && ./fragments > ../data/fragments-<gpu>.jsonl
//
// A line is a fragment: `perLane` elements of each lane, lane 0 first, with the `rows` and `columns` that they have in the matrix.
// What a load brings is read from tiles that hold their own row and column numbers. What mma.sync makes is read from products whose value
// says the row and column; its operands come from ldmatrix. The last lines say how many of the `compared` elements of products were `differing`
// from those that the host computes, over every column of A and row of B by itself and over random operands.

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <mma.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

constexpr int kWarpSize = 32;

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  fprintf(stderr, "fragments: %s\n", cudaGetErrorString(status));
  exit(3);
}

// A fragment as it is found, element by element.
struct Fragment {
  std::string instruction, operand;
  int perLane;
  std::vector<int> rows, columns;

  Fragment(std::string instruction, std::string operand, int perLane)
      : instruction(std::move(instruction)), operand(std::move(operand)), perLane(perLane), rows(kWarpSize * perLane, -1), columns(kWarpSize * perLane, -1) {}

  void set(int lane, int index, int row, int column) {
    rows.at(lane * perLane + index) = row;
    columns.at(lane * perLane + index) = column;
  }

  void print() const {
    printf("{\"instruction\":\"%s\",\"operand\":\"%s\",\"perLane\":%d,\"rows\":", instruction.c_str(), operand.c_str(), perLane);
    printList(rows);
    printf(",\"columns\":");
    printList(columns);
    printf("}\n");
  }

 private:
  static void printList(const std::vector<int>& numbers) {
    for (size_t i = 0; i < numbers.size(); i++) printf("%c%d", i ? ',' : '[', numbers[i]);
    printf("]");
  }
};

template <typename T>
T* zeros(size_t count) {
  T* memory = nullptr;
  check(cudaMalloc(&memory, count * sizeof(T)));
  check(cudaMemset(memory, 0, count * sizeof(T)));
  return memory;
}

template <typename T>
std::vector<T> fetched(const T* device, size_t count) {
  check(cudaDeviceSynchronize());
  std::vector<T> values(count);
  check(cudaMemcpy(values.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
  return values;
}

template <typename T>
T* sent(const std::vector<T>& values) {
  T* device = zeros<T>(values.size());
  check(cudaMemcpy(device, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}

__device__ uint32_t sharedAddress(const void* place) { return static_cast<uint32_t>(__cvta_generic_to_shared(place)); }

// Matrices of 8 x 8 halves: four of them, in memory one after the other, element (matrix, row, column) holding its number.

__global__ void loadMatrices(bool transposed, uint32_t* registers) {
  __shared__ __align__(128) uint16_t tile[4 * 64];
  const int lane = threadIdx.x;
  for (int i = lane; i < 4 * 64; i += kWarpSize) tile[i] = static_cast<uint16_t>(i);
  __syncwarp();
  uint32_t r[4];
  const uint32_t row = sharedAddress(tile + lane * 8);
  if (transposed)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(row));
  else
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(row));
  for (int i = 0; i < 4; i++) registers[lane * 4 + i] = r[i];
}

// Stores registers that hold their own number (8 halves of each lane).
__global__ void storeMatrices(bool transposed, uint16_t* memory) {
  __shared__ __align__(128) uint16_t tile[4 * 64];
  const int lane = threadIdx.x;
  uint32_t r[4];
  for (uint32_t i = 0; i < 4; i++) r[i] = (lane * 8 + 2 * i) | ((lane * 8 + 2 * i + 1) << 16);
  const uint32_t row = sharedAddress(tile + lane * 8);
  if (transposed)
    asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(row), "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]) : "memory");
  else
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(row), "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]) : "memory");
  __syncwarp();
  for (int i = lane; i < 4 * 64; i += kWarpSize) memory[i] = tile[i];
}

// movmatrix of the registers that ldmatrix brings.
__global__ void moveMatrix(uint32_t* registers) {
  __shared__ __align__(128) uint16_t tile[64];
  const int lane = threadIdx.x;
  for (int i = lane; i < 64; i += kWarpSize) tile[i] = static_cast<uint16_t>(i);
  __syncwarp();
  uint32_t r, moved;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r) : "r"(sharedAddress(tile + (lane % 8) * 8)));
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(moved) : "r"(r));
  registers[lane] = moved;
}

void printMatrices() {
  uint32_t* registers = zeros<uint32_t>(kWarpSize * 4);
  uint16_t* memory = zeros<uint16_t>(4 * 64);
  for (const bool transposed : {false, true}) {
    const std::string suffix = transposed ? ".m8n8.x4.trans" : ".m8n8.x4";
    std::vector<Fragment> loaded, stored;
    for (int matrix = 0; matrix < 4; matrix++) {
      loaded.emplace_back("ldmatrix" + suffix, "matrix " + std::to_string(matrix), 2);
      stored.emplace_back("stmatrix" + suffix, "matrix " + std::to_string(matrix), 2);
    }
    loadMatrices<<<1, kWarpSize>>>(transposed, registers);
    const auto bits = fetched(registers, kWarpSize * 4);
    for (int lane = 0; lane < kWarpSize; lane++)
      for (int index = 0; index < 8; index++) {
        const int element = (bits[lane * 4 + index / 2] >> (16 * (index % 2))) & 0xffff;
        if (element / 64 == index / 2) loaded[index / 2].set(lane, index % 2, element / 8 % 8, element % 8);
      }
    storeMatrices<<<1, kWarpSize>>>(transposed, memory);
    const auto halves = fetched(memory, 4 * 64);
    for (int element = 0; element < 4 * 64; element++) {
      const int lane = halves[element] / 8, index = halves[element] % 8;
      if (element / 64 == index / 2) stored[index / 2].set(lane, index % 2, element / 8 % 8, element % 8);
    }
    for (const Fragment& fragment : loaded) fragment.print();
    for (const Fragment& fragment : stored) fragment.print();
  }
  Fragment moved("movmatrix.m8n8.trans", "matrix", 2);
  moveMatrix<<<1, kWarpSize>>>(registers);
  const auto bits = fetched(registers, kWarpSize);
  for (int lane = 0; lane < kWarpSize; lane++)
    for (int index = 0; index < 2; index++) {
      const int element = (bits[lane] >> (16 * index)) & 0xffff;
      moved.set(lane, index, element / 8, element % 8);
    }
  moved.print();
}

// mma.sync.m16n8kK: A of 16 rows, B as 8 columns, each with K elements one after the other; both are loaded as matrices of 8 rows of 16 bytes.

template <typename T> T number(int value) { return T(static_cast<float>(value)); }
template <> int8_t number<int8_t>(int value) { return static_cast<int8_t>(value); }
template <> float number<float>(int value) { return static_cast<float>(value); }

template <typename T, typename Sum, int k> struct Mma;
#define MMA(T, Sum, k, text, registersA, registersB, constraint)                                                                       \
  template <> struct Mma<T, Sum, k> {                                                                                                  \
    static constexpr const char* name = text;                                                                                          \
    __device__ static void run(Sum* d, const uint32_t* a, const uint32_t* b) {                                                         \
      if constexpr (registersA == 4)                                                                                                   \
        asm volatile("mma.sync.aligned." text " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                        \
                     : "+" constraint(d[0]), "+" constraint(d[1]), "+" constraint(d[2]), "+" constraint(d[3])                          \
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));                                              \
      else                                                                                                                             \
        asm volatile("mma.sync.aligned." text " {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"                                    \
                     : "+" constraint(d[0]), "+" constraint(d[1]), "+" constraint(d[2]), "+" constraint(d[3])                          \
                     : "r"(a[0]), "r"(a[1]), "r"(b[0]));                                                                               \
    }                                                                                                                                  \
  }
MMA(__half, float, 8, "m16n8k8.row.col.f32.f16.f16.f32", 2, 1, "f");
MMA(__half, float, 16, "m16n8k16.row.col.f32.f16.f16.f32", 4, 2, "f");
MMA(__nv_bfloat16, float, 8, "m16n8k8.row.col.f32.bf16.bf16.f32", 2, 1, "f");
MMA(__nv_bfloat16, float, 16, "m16n8k16.row.col.f32.bf16.bf16.f32", 4, 2, "f");
MMA(float, float, 4, "m16n8k4.row.col.f32.tf32.tf32.f32", 2, 1, "f");
MMA(float, float, 8, "m16n8k8.row.col.f32.tf32.tf32.f32", 4, 2, "f");
MMA(int8_t, int, 16, "m16n8k16.row.col.s32.s8.s8.s32", 2, 1, "r");
MMA(int8_t, int, 32, "m16n8k32.row.col.s32.s8.s8.s32", 4, 2, "r");
MMA(__nv_fp8_e4m3, float, 32, "m16n8k32.row.col.f32.e4m3.e4m3.f32", 4, 2, "f");

// The same with halves as sums: two registers of two each.
template <> struct Mma<__half, __half, 16> {
  static constexpr const char* name = "m16n8k16.row.col.f16.f16.f16.f16";
  __device__ static void run(__half* d, const uint32_t* a, const uint32_t* b) {
    uint32_t* pairs = reinterpret_cast<uint32_t*>(d);
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
                 : "+r"(pairs[0]), "+r"(pairs[1])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
};

// Register i of A: rows 0 to 7 or 8 to 15 (bit 0 of i), the first or the second 16 bytes of them (bit 1). Register i of B: the i-th 16 bytes.
template <typename T, int k>
__device__ void loadOperands(const T* a, const T* b, uint32_t* ofA, uint32_t* ofB) {
  __shared__ __align__(128) T tileA[16 * k];
  __shared__ __align__(128) T tileB[8 * k];
  const int lane = threadIdx.x;
  for (int i = lane; i < 16 * k; i += kWarpSize) tileA[i] = a[i];
  for (int i = lane; i < 8 * k; i += kWarpSize) tileB[i] = b[i];
  __syncwarp();
  constexpr int perRow = 16 / sizeof(T);
  constexpr int chunks = k / perRow;
  for (int chunk = 0; chunk < chunks; chunk++) {
    for (int half = 0; half < 2; half++)
      asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
                   : "=r"(ofA[2 * chunk + half])
                   : "r"(sharedAddress(tileA + (8 * half + lane % 8) * k + chunk * perRow)));
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(ofB[chunk]) : "r"(sharedAddress(tileB + lane % 8 * k + chunk * perRow)));
  }
}

template <typename T, typename Sum, int k>
__global__ void multiply(const T* a, const T* b, Sum* d) {
  uint32_t ofA[4] = {}, ofB[2] = {};
  loadOperands<T, k>(a, b, ofA, ofB);
  __align__(8) Sum sums[4] = {Sum(0), Sum(0), Sum(0), Sum(0)};
  Mma<T, Sum, k>::run(sums, ofA, ofB);
  for (int i = 0; i < 4; i++) d[threadIdx.x * 4 + i] = sums[i];
}

// The bits of the operands' registers, of tiles that hold whatever the host put there.
template <typename T, int k>
__global__ void operandBits(const T* a, const T* b, uint32_t* bits) {
  uint32_t ofA[4] = {}, ofB[2] = {};
  loadOperands<T, k>(a, b, ofA, ofB);
  for (int i = 0; i < 4; i++) bits[threadIdx.x * 6 + i] = ofA[i];
  for (int i = 0; i < 2; i++) bits[threadIdx.x * 6 + 4 + i] = ofB[i];
}

template <typename T, typename Sum, int k>
std::vector<float> product(const std::vector<T>& a, const std::vector<T>& b) {
  T *ofA = sent(a), *ofB = sent(b);
  Sum* d = zeros<Sum>(kWarpSize * 4);
  multiply<T, Sum, k><<<1, kWarpSize>>>(ofA, ofB, d);
  std::vector<float> sums;
  for (const Sum& sum : fetched(d, kWarpSize * 4)) sums.push_back(static_cast<float>(sum));
  check(cudaFree(ofA)), check(cudaFree(ofB)), check(cudaFree(d));
  return sums;
}

struct Products {
  std::string instruction;
  int differing, compared;
};
std::vector<Products> products;

template <typename T, typename Sum, int k>
void printMma() {
  const std::string name = std::string("mma.") + Mma<T, Sum, k>::name;
  constexpr int perRegister = 4 / sizeof(T);
  // Where the elements of A and B are: their tiles hold row numbers, then column numbers, as integers of the element's width.
  std::vector<T> a(16 * k), b(8 * k);
  std::vector<uint32_t> found[2];
  for (int which = 0; which < 2; which++) {
    for (int i = 0; i < 16 * k; i++) memset(static_cast<void*>(&a[i]), 0, sizeof(T)), *reinterpret_cast<uint8_t*>(&a[i]) = static_cast<uint8_t>(which == 0 ? i / k : i % k);
    for (int i = 0; i < 8 * k; i++) memset(static_cast<void*>(&b[i]), 0, sizeof(T)), *reinterpret_cast<uint8_t*>(&b[i]) = static_cast<uint8_t>(which == 0 ? i % k : i / k);
    T *ofA = sent(a), *ofB = sent(b);
    uint32_t* bits = zeros<uint32_t>(kWarpSize * 6);
    operandBits<T, k><<<1, kWarpSize>>>(ofA, ofB, bits);
    found[which] = fetched(bits, kWarpSize * 6);
  }
  const int perLane[] = {16 * k / kWarpSize, 8 * k / kWarpSize};
  for (int operand = 0; operand < 2; operand++) {
    Fragment fragment(name, operand == 0 ? "a" : "b", perLane[operand]);
    for (int lane = 0; lane < kWarpSize; lane++)
      for (int index = 0; index < perLane[operand]; index++) {
        const int place = lane * 6 + 4 * operand + index / perRegister, shift = 8 * sizeof(T) * (index % perRegister);
        fragment.set(lane, index, found[0][place] >> shift & 0xff, found[1][place] >> shift & 0xff);
      }
    fragment.print();
  }
  // Where the sums are: element (m, n) of the product is m + 16 n.
  for (int i = 0; i < 16 * k; i++) a[i] = number<T>(i % k == 0 ? i / k : i % k == 1 ? 1 : 0);
  for (int i = 0; i < 8 * k; i++) b[i] = number<T>(i % k == 0 ? 1 : i % k == 1 ? 16 * (i / k) : 0);
  const std::vector<float> numbered = product<T, Sum, k>(a, b);
  Fragment sum(name, "d", 4);
  for (int i = 0; i < kWarpSize * 4; i++) sum.set(i / 4, i % 4, static_cast<int>(numbered[i]) % 16, static_cast<int>(numbered[i]) / 16);
  sum.print();
  // Each column of A with each row of B alone, then random numbers.
  int differing = 0, compared = 0;
  srand(29);
  for (int trial = 0; trial < k + 64; trial++) {
    std::vector<int> whole(16 * 8, 0), numbersA(16 * k, 0), numbersB(8 * k, 0);
    for (int i = 0; i < 16 * k; i++) numbersA[i] = trial >= k ? rand() % 9 - 4 : i % k == trial ? i / k + 1 : 0;
    for (int i = 0; i < 8 * k; i++) numbersB[i] = trial >= k ? rand() % 9 - 4 : i % k == trial ? i / k + 1 : 0;
    for (int i = 0; i < 16 * k; i++) a[i] = number<T>(numbersA[i]);
    for (int i = 0; i < 8 * k; i++) b[i] = number<T>(numbersB[i]);
    for (int m = 0; m < 16; m++)
      for (int n = 0; n < 8; n++)
        for (int i = 0; i < k; i++) whole[m * 8 + n] += numbersA[m * k + i] * numbersB[n * k + i];
    const std::vector<float> sums = product<T, Sum, k>(a, b);
    for (int i = 0; i < kWarpSize * 4; i++, compared++) differing += sums[i] != static_cast<float>(whole[sum.rows[i] * 8 + sum.columns[i]]);
  }
  products.push_back({name, differing, compared});
}

// wmma: fragments that hold their own row and column numbers.

template <typename Held, typename T, bool sums>
__global__ void loadFragment(const T* rows, const T* columns, bool rowMajor, int pitch, int* places) {
  Held fragment;
  for (int which = 0; which < 2; which++) {
    const T* from = which == 0 ? rows : columns;
    if constexpr (sums) nvcuda::wmma::load_matrix_sync(fragment, from, pitch, rowMajor ? nvcuda::wmma::mem_row_major : nvcuda::wmma::mem_col_major);
    else nvcuda::wmma::load_matrix_sync(fragment, from, pitch);
    for (int i = 0; i < fragment.num_elements; i++) places[(threadIdx.x * 32 + i) * 2 + which] = static_cast<int>(static_cast<float>(fragment.x[i]));
  }
}

template <typename Held, typename T, bool sums>
void printWmma(const char* name, const char* operand, int rows, int columns, bool rowMajor) {
  std::vector<T> ofRows(rows * columns), ofColumns(rows * columns);
  for (int i = 0; i < rows * columns; i++) {
    const int row = rowMajor ? i / columns : i % rows, column = rowMajor ? i % columns : i / rows;
    ofRows[i] = T(row), ofColumns[i] = T(column);
  }
  int* places = zeros<int>(kWarpSize * 32 * 2);
  loadFragment<Held, T, sums><<<1, kWarpSize>>>(sent(ofRows), sent(ofColumns), rowMajor, rowMajor ? columns : rows, places);
  check(cudaGetLastError());
  const auto found = fetched(places, kWarpSize * 32 * 2);
  Fragment fragment(std::string("wmma.") + name, std::string(operand) + (rowMajor ? ".row" : ".col"), Held::num_elements);
  for (int lane = 0; lane < kWarpSize; lane++)
    for (int i = 0; i < Held::num_elements; i++) fragment.set(lane, i, found[(lane * 32 + i) * 2], found[(lane * 32 + i) * 2 + 1]);
  fragment.print();
}

template <typename T, typename Stored, typename Sum, int m, int n, int k>
void printWmmaShape(const char* name) {
  using namespace nvcuda::wmma;
  printWmma<fragment<matrix_a, m, n, k, T, row_major>, Stored, false>(name, "a", m, k, true);
  printWmma<fragment<matrix_a, m, n, k, T, col_major>, Stored, false>(name, "a", m, k, false);
  printWmma<fragment<matrix_b, m, n, k, T, row_major>, Stored, false>(name, "b", k, n, true);
  printWmma<fragment<matrix_b, m, n, k, T, col_major>, Stored, false>(name, "b", k, n, false);
  printWmma<fragment<accumulator, m, n, k, Sum>, Sum, true>(name, "d", m, n, true);
  printWmma<fragment<accumulator, m, n, k, Sum>, Sum, true>(name, "d", m, n, false);
}

int main() {
  cudaDeviceProp device;
  check(cudaGetDeviceProperties(&device, 0));
  fprintf(stderr, "%s\n", device.name);
  printMatrices();
  printMma<__half, float, 8>();
  printMma<__half, float, 16>();
  printMma<__half, __half, 16>();
  printMma<__nv_bfloat16, float, 8>();
  printMma<__nv_bfloat16, float, 16>();
  printMma<float, float, 4>();
  printMma<float, float, 8>();
  printMma<int8_t, int, 16>();
  printMma<int8_t, int, 32>();
  printMma<__nv_fp8_e4m3, float, 32>();
  printWmmaShape<__half, __half, float, 16, 16, 16>("m16n16k16.f16.f32");
  printWmmaShape<__half, __half, __half, 16, 16, 16>("m16n16k16.f16.f16");
  printWmmaShape<__half, __half, float, 32, 8, 16>("m32n8k16.f16.f32");
  printWmmaShape<__half, __half, float, 8, 32, 16>("m8n32k16.f16.f32");
  printWmmaShape<__nv_bfloat16, __nv_bfloat16, float, 16, 16, 16>("m16n16k16.bf16.f32");
  printWmmaShape<nvcuda::wmma::precision::tf32, float, float, 16, 16, 8>("m16n16k8.tf32.f32");
  printWmmaShape<signed char, signed char, int, 16, 16, 16>("m16n16k16.s8.s32");
  printWmmaShape<double, double, double, 8, 8, 4>("m8n8k4.f64.f64");
  for (const Products& one : products) printf("{\"instruction\":\"%s\",\"differing\":%d,\"compared\":%d}\n", one.instruction.c_str(), one.differing, one.compared);
}
