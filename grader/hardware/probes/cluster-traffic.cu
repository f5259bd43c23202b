// Blocks of a cluster reach into their own shared memory and into each other's at the same time, for Nsight Compute to count: see
// cluster-traffic.py.
//
//   nvcc -O3 -std=c++17 -arch=sm_90a -o cluster-traffic cluster-traffic.cu
//   echo "8 8 64 cta-atomic atomic own first" | ncu --metrics "$METRICS" ./cluster-traffic
//
// It reads launches from standard input, a line each:
//
//   <blocks> <warps> <rounds> <own operation> <sent operation> <first block's role> <other blocks' role>
//
// In clusters of eight blocks, each warp repeats, in each round, one access of 32 words that lie side by side, so nothing conflicts within a
// request. Roles:
//
//   idle   no access
//   own    the own operation, on the block's own memory: cta-load, cta-store, cta-atomic by `.shared::cta`; cluster-load, cluster-store,
//          cluster-atomic by `.shared::cluster`
//   first  the sent operation (load, store, atomic), on the first block's memory
//   next   the same on the next block's memory; the first block is not reached
//   mixed  an atomic, of which even lanes reach into the own block's memory and odd ones into the next block's

#include <cooperative_groups.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

constexpr uint32_t kWarpSize = 32;
constexpr uint32_t kMostWarps = 32;
constexpr uint32_t kBlocks = 8;

enum class Op : uint32_t { load, store, atomic, ctaLoad, ctaStore, ctaAtomic };
enum class Role : uint32_t { idle, own, first, next, mixed };

__device__ uint32_t access(Op op, uint32_t place, uint32_t operand) {
  uint32_t value = 0;
  switch (op) {
    case Op::load: asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(place)); break;
    case Op::store: asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(place), "r"(operand) : "memory"); break;
    case Op::atomic: asm volatile("atom.shared::cluster.add.u32 %0, [%1], %2;" : "=r"(value) : "r"(place), "r"(operand) : "memory"); break;
    case Op::ctaLoad: asm volatile("ld.shared::cta.u32 %0, [%1];" : "=r"(value) : "r"(place)); break;
    case Op::ctaStore: asm volatile("st.shared::cta.u32 [%0], %1;" ::"r"(place), "r"(operand) : "memory"); break;
    case Op::ctaAtomic: asm volatile("atom.shared::cta.add.u32 %0, [%1], %2;" : "=r"(value) : "r"(place), "r"(operand) : "memory"); break;
  }
  return value;
}

__global__ void __cluster_dims__(kBlocks, 1, 1) clusterTraffic(uint32_t rounds, Op own, Op sent, Role first, Role others, uint32_t never, uint32_t* out) {
  __shared__ uint32_t tile[kMostWarps * kWarpSize];
  const auto cluster = cooperative_groups::this_cluster();
  const uint32_t block = cluster.block_rank();
  const uint32_t lane = threadIdx.x % kWarpSize;
  const uint32_t next = block + 1 == kBlocks ? 1 : block + 1;
  const Role role = block == 0 ? first : others;
  uint32_t target = block;
  if (role == Role::first) target = 0;
  if (role == Role::next || (role == Role::mixed && lane % 2)) target = next;
  uint32_t place;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(place) : "r"(static_cast<uint32_t>(__cvta_generic_to_shared(&tile[threadIdx.x]))), "r"(target));
  const Op op = role == Role::mixed ? Op::atomic : role == Role::own ? own : sent;
  if (op == Op::ctaLoad || op == Op::ctaStore || op == Op::ctaAtomic) place = static_cast<uint32_t>(__cvta_generic_to_shared(&tile[threadIdx.x]));
  uint32_t sum = 0;
  cluster.sync();
  if (role != Role::idle)
    for (uint32_t round = 0; round < rounds; round++) sum += access(op, place, round + lane);
  if (sum == never) out[threadIdx.x] = sum;
  cluster.sync();
}

[[noreturn]] void refuse(const std::string& why) {
  fprintf(stderr, "cluster-traffic: %s\n", why.c_str());
  exit(2);
}

void check(cudaError_t status) {
  if (status != cudaSuccess) refuse(cudaGetErrorString(status));
}

template <typename Value>
Value named(const std::map<std::string, Value>& values, const std::string& name) {
  const auto found = values.find(name);
  if (found == values.end()) refuse("there is no " + name);
  return found->second;
}

int main() {
  const std::map<std::string, Op> ownOps = {{"cta-load", Op::ctaLoad}, {"cta-store", Op::ctaStore}, {"cta-atomic", Op::ctaAtomic},
                                            {"cluster-load", Op::load}, {"cluster-store", Op::store}, {"cluster-atomic", Op::atomic}};
  const std::map<std::string, Op> sentOps = {{"load", Op::load}, {"store", Op::store}, {"atomic", Op::atomic}};
  const std::map<std::string, Role> roles = {{"idle", Role::idle}, {"own", Role::own}, {"first", Role::first}, {"next", Role::next}, {"mixed", Role::mixed}};
  uint32_t* out = nullptr;
  check(cudaMalloc(&out, kMostWarps * kWarpSize * sizeof *out));
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    uint32_t blocks, warps, rounds;
    std::string own, sent, first, others;
    if (!(words >> blocks >> warps >> rounds >> own >> sent >> first >> others) || blocks % kBlocks || warps > kMostWarps) refuse("cannot read: " + line);
    clusterTraffic<<<blocks, warps * kWarpSize>>>(rounds, named(ownOps, own), named(sentOps, sent), named(roles, first), named(roles, others), 0x9e3779b9u, out);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
  }
}
