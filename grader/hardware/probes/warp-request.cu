// Lets one warp execute one load or store, for Nsight Compute to count; warp-requests.py has it count all of data/warp-requests.jsonl.
//
//   nvcc -O3 -arch=sm_90 -o warp-request warp-request.cu
//   ncu --kernel-name regex:request --metrics "$METRICS" ./warp-request <space> <op> <bytesPerLane> <activeMask> <address of lane 0> … <of lane 31>
//
// <space> global|shared, <op> load|store, <bytesPerLane> 1|2|4|8|16, <activeMask> hexadecimal; addresses in bytes from the base.
// The metrics for each field of data/warp-requests.jsonl stand in ../README.md. For example:
//
//   ./warp-request global load 4 0xffffffff $(seq 0 4 124)
//
// With `-` alone, it reads requests from standard input, a line each, and launches one after the other. Built with -Xptxas -dlcm=cg, its
// loads bypass L1.
//
// The warp does nothing else in the probed memory space: addresses arrive as kernel arguments (constant memory), what is
// loaded leaves by a store that the compiler cannot rule out and that never happens.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

constexpr int kWarpSize = 32;
constexpr uint32_t kSharedBytes = 32 * 1024;
constexpr size_t kBoundary = size_t(128) << 20;

struct Addresses {
  uint32_t byte[kWarpSize];
};

// One unsigned integer, or a vector of them, of the width that a lane moves.
template <int bytes> struct Lane;
template <> struct Lane<1> { using type = uint8_t; };
template <> struct Lane<2> { using type = uint16_t; };
template <> struct Lane<4> { using type = uint32_t; };
template <> struct Lane<8> { using type = uint2; };
template <> struct Lane<16> { using type = uint4; };

__device__ uint32_t fold(uint8_t v) { return v; }
__device__ uint32_t fold(uint16_t v) { return v; }
__device__ uint32_t fold(uint32_t v) { return v; }
__device__ uint32_t fold(uint2 v) { return v.x ^ v.y; }
__device__ uint32_t fold(uint4 v) { return v.x ^ v.y ^ v.z ^ v.w; }

template <int bytes, bool store>
__global__ void globalRequest(unsigned char* base, Addresses addresses, uint32_t activeMask, uint32_t never, uint32_t* out) {
  using T = typename Lane<bytes>::type;
  const int lane = threadIdx.x;
  if (((activeMask >> lane) & 1u) == 0) return;
  T* place = reinterpret_cast<T*>(base + addresses.byte[lane]);
  if (store) {
    *place = T{};
  } else {
    const uint32_t value = fold(*place);
    if (value == never) out[lane] = value;
  }
}

template <int bytes, bool store>
__global__ void sharedRequest(Addresses addresses, uint32_t activeMask, uint32_t never, uint32_t* out) {
  using T = typename Lane<bytes>::type;
  extern __shared__ __align__(1024) unsigned char tile[];
  const int lane = threadIdx.x;
  if (((activeMask >> lane) & 1u) == 0) return;
  T* place = reinterpret_cast<T*>(tile + addresses.byte[lane]);
  if (store) {
    // Volatile, or the compiler drops a store that nobody reads.
    if constexpr (bytes == 16) {
      asm volatile("st.shared.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"((uint32_t)__cvta_generic_to_shared(place)), "r"(never));
    } else if constexpr (bytes == 8) {
      asm volatile("st.shared.v2.u32 [%0], {%1, %1};" ::"r"((uint32_t)__cvta_generic_to_shared(place)), "r"(never));
    } else {
      *reinterpret_cast<volatile T*>(place) = static_cast<T>(never);
    }
  } else {
    // Never stored before: the value is whatever the tile holds, which is all that the counters need.
    const uint32_t value = fold(*place);
    if (value == never) out[lane] = value;
  }
}

[[noreturn]] void refuse(const char* why) {
  fprintf(stderr, "warp-request: %s\n", why);
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

struct Request {
  bool shared;
  bool store;
  uint32_t activeMask;
  Addresses addresses;
};

template <int bytes>
void launch(const Request& request) {
  uint32_t last = 0;
  for (int lane = 0; lane < kWarpSize; lane++) {
    if (((request.activeMask >> lane) & 1u) == 0) continue;
    if (request.addresses.byte[lane] % bytes != 0) refuse("an address is not a multiple of the width");
    if (request.addresses.byte[lane] > last) last = request.addresses.byte[lane];
  }
  if (request.shared && last + bytes > kSharedBytes) refuse("a shared address lies beyond the tile");
  uint32_t* out = nullptr;
  check(cudaMalloc(&out, kWarpSize * sizeof *out));
  const uint32_t never = 0x9e3779b9u;  // not a value that fresh memory holds
  if (request.shared) {
    auto kernel = request.store ? sharedRequest<bytes, true> : sharedRequest<bytes, false>;
    kernel<<<1, kWarpSize, kSharedBytes>>>(request.addresses, request.activeMask, never, out);
  } else {
    if (static_cast<size_t>(last) + bytes > kBoundary) refuse("a global address lies beyond 128 MiB");
    auto kernel = request.store ? globalRequest<bytes, true> : globalRequest<bytes, false>;
    kernel<<<1, kWarpSize>>>(globalBase(), request.addresses, request.activeMask, never, out);
  }
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
  check(cudaFree(out));
}

// Space, op, bytes per lane, mask, and an address per lane.
constexpr int kWords = 4 + kWarpSize;

void launch(const std::vector<std::string>& words) {
  if (words.size() != kWords) refuse("give space, op, bytesPerLane, activeMask and 32 addresses");
  Request request{};
  request.shared = words[0] == "shared";
  if (!request.shared && words[0] != "global") refuse("the space is global or shared");
  request.store = words[1] == "store";
  if (!request.store && words[1] != "load") refuse("the op is load or store");
  request.activeMask = static_cast<uint32_t>(std::stoul(words[3], nullptr, 16));
  for (int lane = 0; lane < kWarpSize; lane++) request.addresses.byte[lane] = static_cast<uint32_t>(std::stoul(words[4 + lane]));
  switch (std::stoi(words[2])) {
    case 1: launch<1>(request); break;
    case 2: launch<2>(request); break;
    case 4: launch<4>(request); break;
    case 8: launch<8>(request); break;
    case 16: launch<16>(request); break;
    default: refuse("a lane moves 1, 2, 4, 8 or 16 bytes");
  }
}

int main(int count, char** words) {
  if (count != 2 || std::string(words[1]) != "-") {
    launch(std::vector<std::string>(words + 1, words + count));
    return 0;
  }
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream parts(line);
    launch(std::vector<std::string>(std::istream_iterator<std::string>(parts), {}));
  }
}
