// One warp executes one atomic operation, for Nsight Compute to count: all launches of data/atomic-requests.jsonl, one after the other.
//
//   python3 atomics.py > ../data/atomic-requests.jsonl
//
// The script builds this file, runs it under ncu for each space and operation, and joins the counts to the lines that this program prints, one JSON object a launch.
// As in warp-request.cu, addresses arrive as kernel arguments, and a result that is used leaves by a store that never happens.

#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

constexpr int kWarpSize = 32;
constexpr uint32_t kBytes = 32 * 1024;  // of global and of shared memory that the addresses may name

struct Addresses {
  uint32_t byte[kWarpSize];
};

__device__ uint32_t fold(int v) { return v; }
__device__ uint32_t fold(float v) { return __float_as_uint(v); }
__device__ uint32_t fold(double v) { return __double2loint(v) ^ __double2hiint(v); }
__device__ uint32_t fold(unsigned long long v) { return v ^ (v >> 32); }
__device__ uint32_t fold(__half2 v) { return reinterpret_cast<uint32_t&>(v); }
__device__ uint32_t fold(float2 v) { return fold(v.x) ^ fold(v.y); }

// The operand differs from lane to lane, unless the operation adds the constant 1.
struct AddOne { using Type = int; static __device__ int apply(int* p, int) { return atomicAdd(p, 1); } };
struct AddInt { using Type = int; static __device__ int apply(int* p, int v) { return atomicAdd(p, v); } };
struct MaxInt { using Type = int; static __device__ int apply(int* p, int v) { return atomicMax(p, v); } };
struct ExchangeInt { using Type = int; static __device__ int apply(int* p, int v) { return atomicExch(p, v); } };
struct CompareInt { using Type = int; static __device__ int apply(int* p, int v) { return atomicCAS(p, 0, v); } };
struct AddLong {
  using Type = unsigned long long;
  static __device__ Type apply(Type* p, int v) { return atomicAdd(p, static_cast<Type>(v)); }
};
struct AddFloat { using Type = float; static __device__ float apply(float* p, int v) { return atomicAdd(p, static_cast<float>(v)); } };
struct AddDouble { using Type = double; static __device__ double apply(double* p, int v) { return atomicAdd(p, static_cast<double>(v)); } };
struct AddHalf2 {
  using Type = __half2;
  static __device__ __half2 apply(__half2* p, int v) { return atomicAdd(p, __float2half2_rn(v)); }
};
struct AddFloat2 { using Type = float2; static __device__ float2 apply(float2* p, int v) { return atomicAdd(p, make_float2(v, v)); } };

template <typename Op, bool shared, bool returns>
__global__ void atomicRequest(unsigned char* base, Addresses addresses, uint32_t activeMask, int operand, uint32_t never, uint32_t* out) {
  using T = typename Op::Type;
  extern __shared__ __align__(1024) uint32_t tile[];
  const int lane = threadIdx.x;
  if (shared) {
    for (int word = lane; word < kBytes / 4; word += kWarpSize) tile[word] = 0;
    __syncwarp();
  }
  if (((activeMask >> lane) & 1u) == 0) return;
  T old;
  if constexpr (shared) {
    old = Op::apply(reinterpret_cast<T*>(reinterpret_cast<unsigned char*>(tile) + addresses.byte[lane]), operand + lane);
  } else {
    old = Op::apply(reinterpret_cast<T*>(base + addresses.byte[lane]), operand + lane);
  }
  if (returns && fold(old) == never) out[lane] = never;
}

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  fprintf(stderr, "atomics: %s\n", cudaGetErrorString(status));
  exit(2);
}

struct Pattern {
  std::string name;
  uint32_t activeMask;
  std::function<uint32_t(uint32_t)> element;  // of a lane
};

// With two patterns of each random kind, or sixteen and more kinds.
std::vector<Pattern> patterns(bool many) {
  const uint32_t all = 0xffffffffu;
  std::vector<Pattern> list = {
      {"same", all, [](uint32_t) { return 0; }},
      {"unit", all, [](uint32_t lane) { return lane; }},
      {"first half", 0xffffu, [](uint32_t lane) { return lane; }},
      {"even lanes", 0x55555555u, [](uint32_t lane) { return lane; }},
      {"one lane", 1u, [](uint32_t lane) { return lane; }},
      {"same, two lanes", 3u, [](uint32_t) { return 0; }},
      {"stride 32, two lanes", 3u, [](uint32_t lane) { return lane * 32; }},
      {"pairs", all, [](uint32_t lane) { return lane / 2; }},
      {"two in turn", all, [](uint32_t lane) { return lane % 2; }},
      {"sixteen in turn", all, [](uint32_t lane) { return lane % 16; }},
      {"pairs, stride 32", all, [](uint32_t lane) { return lane / 2 * 32; }},
      {"one apart", all, [](uint32_t lane) { return lane == 31 ? 64u : 0u; }},
  };
  for (uint32_t stride : {2, 4, 8, 32, 33}) {
    list.push_back({"stride " + std::to_string(stride), all, [stride](uint32_t lane) { return lane * stride; }});
  }
  const auto addRandom = [&](uint32_t range, uint32_t seed, bool someLanes) {
    std::vector<uint32_t> drawn;
    uint32_t s = seed * 2654435761u + range;
    const auto draw = [&] { return s ^= s << 13, s ^= s >> 17, s ^= s << 5; };
    for (int lane = 0; lane < kWarpSize; lane++) drawn.push_back(draw() % range);
    const std::string name = "random below " + std::to_string(range) + (someLanes ? ", some lanes" : "") + ", seed " + std::to_string(seed);
    list.push_back({name, someLanes ? draw() : all, [drawn](uint32_t lane) { return drawn[lane]; }});
  };
  const uint32_t seeds = many ? 16 : 2;
  for (uint32_t range : {8, 32, 64, 256, 4096})
    for (uint32_t seed = 1; seed <= seeds; seed++) addRandom(range, seed, false);
  if (!many) return list;
  for (uint32_t range : {128, 512, 1024, 2048})
    for (uint32_t seed = 1; seed <= seeds; seed++) addRandom(range, seed, false);
  for (uint32_t seed = 1; seed <= seeds; seed++) addRandom(256, seed, true);
  return list;
}

template <typename Op, bool shared, bool returns>
void launchAll(const char* op, const char* type, unsigned char* base, uint32_t* out, bool many) {
  constexpr uint32_t bytes = sizeof(typename Op::Type);
  for (const Pattern& pattern : patterns(many)) {
    Addresses addresses;
    std::string list;
    for (uint32_t lane = 0; lane < kWarpSize; lane++) {
      addresses.byte[lane] = pattern.element(lane) * bytes;
      if (addresses.byte[lane] + bytes > kBytes) exit(2);
      list += (lane ? "," : "") + std::to_string(addresses.byte[lane]);
    }
    check(cudaMemset(base, 0, kBytes));
    atomicRequest<Op, shared, returns><<<1, kWarpSize, shared ? kBytes : 0>>>(base, addresses, pattern.activeMask, 1, 0x9e3779b9u, out);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    printf("{\"space\":\"%s\",\"op\":\"%s\",\"type\":\"%s\",\"returns\":%s,\"bytesPerLane\":%u,\"activeMask\":\"0x%08x\",\"pattern\":\"%s\",\"addresses\":[%s]}\n",
           shared ? "shared" : "global", op, type, returns ? "true" : "false", bytes, pattern.activeMask, pattern.name.c_str(), list.c_str());
  }
}

template <typename Op, bool shared>
void both(const char* op, const char* type, unsigned char* base, uint32_t* out, bool many = false) {
  launchAll<Op, shared, false>(op, type, base, out, many);
  launchAll<Op, shared, true>(op, type, base, out, many);
}

template <bool shared>
bool named(const std::string& name, unsigned char* base, uint32_t* out) {
  if (name == "add 1 int") both<AddOne, shared>("add 1", "int", base, out);
  else if (name == "add int") both<AddInt, shared>("add", "int", base, out, !shared);
  else if (name == "max int") both<MaxInt, shared>("max", "int", base, out);
  else if (name == "exchange int") both<ExchangeInt, shared>("exchange", "int", base, out);
  else if (name == "compare int") both<CompareInt, shared>("compare", "int", base, out, !shared);
  else if (name == "add long") both<AddLong, shared>("add", "unsigned long long", base, out, !shared);
  else if (name == "add float") both<AddFloat, shared>("add", "float", base, out);
  else if (name == "add double") both<AddDouble, shared>("add", "double", base, out);
  else if (name == "add half2") both<AddHalf2, shared>("add", "half2", base, out);
  else return false;
  return true;
}

int main(int count, char** words) {
  if (count != 3) return 2;
  const bool shared = std::string(words[1]) == "shared";
  const std::string name = words[2];
  unsigned char* base = nullptr;
  uint32_t* out = nullptr;
  check(cudaMalloc(&base, kBytes));
  check(cudaMalloc(&out, kWarpSize * sizeof *out));
  if (shared ? named<true>(name, base, out) : named<false>(name, base, out)) return 0;
  if (shared || name != "add float2") return 2;
  both<AddFloat2, false>("add", "float2", base, out);  // on shared memory there is no such operation
}
