// One warp executes one ldmatrix, stmatrix or cp.async, for Nsight Compute to count: see async-requests.py.
//
//   nvcc -O3 -std=c++17 -arch=native -o async-request async-request.cu
//   echo "ldmatrix 1 0 $(seq -s ' ' 0 16 496)" | ncu --metrics "$METRICS" ./async-request
//
// It reads requests from standard input, a line each, and launches one after the other:
//
//   <ldmatrix|ldmatrix.trans|stmatrix|stmatrix.trans> <matrices> 0 <32 shared addresses>
//   <cp.async.ca|cp.async.cg> <bytes per lane> <active mask, hexadecimal> <32 shared addresses> <32 global ones> [<32 source sizes>]
//
// Addresses are in bytes, from bases of shared memory (1,024-byte-aligned) and of global memory (a multiple of 128 MiB). With source sizes,
// each lane copies only so many bytes and fills the rest with zeros (PTX ISA, cp.async: src-size). The warp does nothing else in shared memory:
// addresses arrive as kernel arguments, and what is loaded leaves by a store that the compiler cannot rule out and that never happens.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

constexpr int kWarpSize = 32;
constexpr int kRowsPerMatrix = 8;
constexpr uint32_t kSharedBytes = 64 * 1024;
constexpr size_t kBoundary = size_t(128) << 20;

struct PerLane {
  uint32_t of[kWarpSize];
};

__device__ uint32_t sharedAddress(const void* place) { return static_cast<uint32_t>(__cvta_generic_to_shared(place)); }

template <int matrices, bool transposed>
__global__ void loadRequest(const __grid_constant__ PerLane rows, uint32_t never, uint32_t* out) {
  extern __shared__ __align__(1024) unsigned char tile[];
  const uint32_t row = sharedAddress(tile) + rows.of[threadIdx.x];
  uint32_t a = 0, b = 0, c = 0, d = 0;
  if constexpr (matrices == 1 && !transposed) asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(row));
  if constexpr (matrices == 1 && transposed) asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(row));
  if constexpr (matrices == 2 && !transposed) asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(row));
  if constexpr (matrices == 2 && transposed) asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(row));
  if constexpr (matrices == 4 && !transposed)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(row));
  if constexpr (matrices == 4 && transposed)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(row));
  const uint32_t value = a ^ b ^ c ^ d;
  if (value == never) out[threadIdx.x] = value;
}

template <int matrices, bool transposed>
__global__ void storeRequest(const __grid_constant__ PerLane rows, uint32_t a) {
  extern __shared__ __align__(1024) unsigned char tile[];
  const uint32_t row = sharedAddress(tile) + rows.of[threadIdx.x];
  if constexpr (matrices == 1 && !transposed) asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(row), "r"(a));
  if constexpr (matrices == 1 && transposed) asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};" ::"r"(row), "r"(a));
  if constexpr (matrices == 2 && !transposed) asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %1};" ::"r"(row), "r"(a));
  if constexpr (matrices == 2 && transposed) asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %1};" ::"r"(row), "r"(a));
  if constexpr (matrices == 4 && !transposed) asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %1, %1, %1};" ::"r"(row), "r"(a));
  if constexpr (matrices == 4 && transposed) asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %1, %1, %1};" ::"r"(row), "r"(a));
}

template <int bytes, bool cached, bool fills>
__global__ void copyRequest(const __grid_constant__ PerLane to, const unsigned char* base, const __grid_constant__ PerLane from, uint32_t activeMask,
                            const __grid_constant__ PerLane sizes) {
  extern __shared__ __align__(1024) unsigned char tile[];
  const int lane = threadIdx.x;
  if (((activeMask >> lane) & 1u) == 0) return;
  const uint32_t place = sharedAddress(tile) + to.of[lane];
  const unsigned char* source = base + from.of[lane];
  if constexpr (fills && cached) asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(place), "l"(source), "n"(bytes), "r"(sizes.of[lane]));
  if constexpr (fills && !cached) asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(place), "l"(source), "r"(sizes.of[lane]));
  if constexpr (!fills && cached) asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(place), "l"(source), "n"(bytes));
  if constexpr (!fills && !cached) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(place), "l"(source));
  asm volatile("cp.async.wait_all;" ::: "memory");
}

[[noreturn]] void refuse(const std::string& why) {
  fprintf(stderr, "async-request: %s\n", why.c_str());
  exit(2);
}

void check(cudaError_t status) {
  if (status != cudaSuccess) refuse(cudaGetErrorString(status));
}

// Zeros, from a multiple of 128 MiB on: which tag bank a line is on depends on its whole address.
unsigned char* globalBase() {
  static unsigned char* base = nullptr;
  if (base == nullptr) {
    unsigned char* block = nullptr;
    check(cudaMalloc(&block, 2 * kBoundary));
    base = block + (kBoundary - reinterpret_cast<uintptr_t>(block) % kBoundary) % kBoundary;
    check(cudaMemset(base, 0, kBoundary));
  }
  return base;
}

uint32_t* output() {
  static uint32_t* out = nullptr;
  if (out == nullptr) check(cudaMalloc(&out, kWarpSize * sizeof *out));
  return out;
}

template <typename Kernel, typename... Arguments>
void launch(Kernel kernel, Arguments... arguments) {
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kSharedBytes));
  kernel<<<1, kWarpSize, kSharedBytes>>>(arguments...);
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
}

void checkPlaces(const PerLane& places, uint32_t lanes, uint32_t bytes, size_t end) {
  for (int lane = 0; lane < kWarpSize; lane++) {
    if (((lanes >> lane) & 1u) == 0) continue;
    if (places.of[lane] % bytes != 0) refuse("an address is not a multiple of the width");
    if (size_t(places.of[lane]) + bytes > end) refuse("an address lies beyond the memory");
  }
}

constexpr uint32_t kNever = 0x9e3779b9u;  // not a value that fresh memory holds

template <int matrices>
void moveMatrices(const std::string& instruction, const PerLane& rows) {
  checkPlaces(rows, 0xffffffffu >> (kWarpSize - kRowsPerMatrix * matrices), 16, kSharedBytes);
  if (instruction == "ldmatrix") launch(loadRequest<matrices, false>, rows, kNever, output());
  if (instruction == "ldmatrix.trans") launch(loadRequest<matrices, true>, rows, kNever, output());
  if (instruction == "stmatrix") launch(storeRequest<matrices, false>, rows, kNever);
  if (instruction == "stmatrix.trans") launch(storeRequest<matrices, true>, rows, kNever);
}

template <int bytes, bool cached>
void copy(uint32_t activeMask, const PerLane& to, const PerLane& from, const PerLane* sizes) {
  checkPlaces(to, activeMask, bytes, kSharedBytes);
  checkPlaces(from, activeMask, bytes, kBoundary);
  if (sizes) launch(copyRequest<bytes, cached, true>, to, globalBase(), from, activeMask, *sizes);
  else launch(copyRequest<bytes, cached, false>, to, globalBase(), from, activeMask, PerLane{});
}

PerLane perLane(const std::vector<std::string>& words, size_t first) {
  PerLane values{};
  for (int lane = 0; lane < kWarpSize; lane++) values.of[lane] = static_cast<uint32_t>(std::stoul(words.at(first + lane)));
  return values;
}

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream parts(line);
    const std::vector<std::string> words(std::istream_iterator<std::string>(parts), {});
    if (words.size() < 3 + kWarpSize) refuse("give an instruction, its width, a mask, and addresses of 32 lanes");
    const std::string& instruction = words[0];
    const int width = std::stoi(words[1]);
    const uint32_t activeMask = static_cast<uint32_t>(std::stoul(words[2], nullptr, 16));
    const PerLane places = perLane(words, 3);
    if (instruction.find("matrix") != std::string::npos) {
      if (width == 1) moveMatrices<1>(instruction, places);
      else if (width == 2) moveMatrices<2>(instruction, places);
      else if (width == 4) moveMatrices<4>(instruction, places);
      else refuse("there are 1, 2 or 4 matrices");
      continue;
    }
    const PerLane from = perLane(words, 3 + kWarpSize);
    const bool fills = words.size() > 3 + 2 * kWarpSize;
    const PerLane sizes = fills ? perLane(words, 3 + 2 * kWarpSize) : PerLane{};
    const PerLane* filled = fills ? &sizes : nullptr;
    if (instruction == "cp.async.cg" && width == 16) copy<16, false>(activeMask, places, from, filled);
    else if (instruction == "cp.async.ca" && width == 4) copy<4, true>(activeMask, places, from, filled);
    else if (instruction == "cp.async.ca" && width == 8) copy<8, true>(activeMask, places, from, filled);
    else if (instruction == "cp.async.ca" && width == 16) copy<16, true>(activeMask, places, from, filled);
    else refuse("there is no " + instruction + " of " + words[1] + " bytes");
  }
}
