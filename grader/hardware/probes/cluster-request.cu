// One warp reaches into shared memory of its cluster once, for Nsight Compute to count: see cluster-requests.py.
//
//   nvcc -O3 -std=c++17 -arch=sm_90a -o cluster-request cluster-request.cu
//   echo "load 4 other 0xffffffff $(seq -s ' ' 2048 4 2172)" | ncu --metrics "$METRICS" ./cluster-request
//
// It reads requests from standard input, a line each, and launches one after the other, as a cluster of two blocks of one warp:
//
//   <nothing|load|store|atomic|st.async|red.async> <bytes per lane> <own|other> <active mask, hexadecimal> <32 addresses>
//
// Addresses are in bytes of the block's shared memory, as the instructions take them: from 2,048 on, for 32 KiB.
//
// The first block's warp makes the request, of its own shared memory or of the other block's (ld, st, atom and st.async.shared::cluster, and
// red.async, which adds 1). Both blocks do the rest alike, whatever the request: a barrier for bytes to arrive, and two barriers of the cluster.

#include <cooperative_groups.h>

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
// Where the memory begins that requests may reach: above it lies what the system reserves, and the barrier.
constexpr uint32_t kFirstByte = 2048;

struct PerLane {
  uint32_t of[kWarpSize];
};

enum class Op { nothing, load, store, atomic, asyncStore, asyncAdd };

__device__ uint32_t sharedAddress(const void* place) { return static_cast<uint32_t>(__cvta_generic_to_shared(place)); }

__device__ uint32_t mapped(uint32_t address, uint32_t block) {
  uint32_t there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(block));
  return there;
}

template <Op op, int bytes>
__global__ void __cluster_dims__(2, 1, 1) clusterRequest(const __grid_constant__ PerLane addresses, uint32_t target, uint32_t activeMask, uint32_t arriving, uint32_t never, uint32_t* out) {
  __shared__ __align__(8) uint64_t arrived;
  const int lane = threadIdx.x;
  const auto cluster = cooperative_groups::this_cluster();
  const uint32_t block = cluster.block_rank();
  const uint32_t barrier = sharedAddress(&arrived);
  if (lane == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  cluster.sync();
  if (block == target && lane == 0) asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(arriving) : "memory");
  if (block == 0 && ((activeMask >> lane) & 1u)) {
    const uint32_t place = mapped(addresses.of[lane], target);
    const uint32_t there = mapped(barrier, target);
    uint32_t value[4] = {never, never, never, never};
    if constexpr (op == Op::load && bytes == 4) asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value[0]) : "r"(place));
    if constexpr (op == Op::load && bytes == 8) asm volatile("ld.shared::cluster.v2.u32 {%0, %1}, [%2];" : "=r"(value[0]), "=r"(value[1]) : "r"(place));
    if constexpr (op == Op::load && bytes == 16)
      asm volatile("ld.shared::cluster.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(value[0]), "=r"(value[1]), "=r"(value[2]), "=r"(value[3]) : "r"(place));
    if constexpr (op == Op::load) {
      const uint32_t folded = value[0] ^ value[1] ^ value[2] ^ value[3] ^ 1;
      if (folded == never) out[lane] = folded;
    }
    if constexpr (op == Op::store && bytes == 4) asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(place), "r"(never) : "memory");
    if constexpr (op == Op::store && bytes == 8) asm volatile("st.shared::cluster.v2.u32 [%0], {%1, %1};" ::"r"(place), "r"(never) : "memory");
    if constexpr (op == Op::store && bytes == 16) asm volatile("st.shared::cluster.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(place), "r"(never) : "memory");
    if constexpr (op == Op::atomic) {
      asm volatile("atom.shared::cluster.add.u32 %0, [%1], %2;" : "=r"(value[0]) : "r"(place), "r"(never) : "memory");
      if (value[0] == never) out[lane] = value[0];
    }
    if constexpr (op == Op::asyncStore && bytes == 4)
      asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(place), "r"(never), "r"(there) : "memory");
    if constexpr (op == Op::asyncStore && bytes == 8)
      asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.u32 [%0], {%1, %1}, [%2];" ::"r"(place), "r"(never), "r"(there) : "memory");
    if constexpr (op == Op::asyncStore && bytes == 16)
      asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.u32 [%0], {%1, %1, %1, %1}, [%2];" ::"r"(place), "r"(never), "r"(there) : "memory");
    if constexpr (op == Op::asyncAdd)
      asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];" ::"r"(place), "r"(1u), "r"(there) : "memory");
  }
  if (block == target) {
    uint32_t done = 0;
    while (!done)
      asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(done) : "r"(barrier) : "memory");
  }
  cluster.sync();
}

[[noreturn]] void refuse(const std::string& why) {
  fprintf(stderr, "cluster-request: %s\n", why.c_str());
  exit(2);
}

void check(cudaError_t status) {
  if (status != cudaSuccess) refuse(cudaGetErrorString(status));
}

struct Request {
  PerLane addresses;
  bool other;
  uint32_t activeMask;
};

template <Op op, int bytes>
void launch(const Request& request) {
  static uint32_t* out = nullptr;
  if (out == nullptr) check(cudaMalloc(&out, kWarpSize * sizeof *out));
  const uint32_t lanes = __builtin_popcount(request.activeMask);
  const uint32_t arriving = op == Op::asyncStore || op == Op::asyncAdd ? lanes * bytes : 0;
  for (int lane = 0; lane < kWarpSize; lane++)
    if (((request.activeMask >> lane) & 1u) &&
        (request.addresses.of[lane] % bytes || request.addresses.of[lane] < kFirstByte || request.addresses.of[lane] + bytes > kFirstByte + kSharedBytes))
      refuse("an address is not a multiple of the width, or lies outside of the memory");
  clusterRequest<op, bytes><<<2, kWarpSize, kFirstByte + kSharedBytes>>>(request.addresses, request.other ? 1 : 0, request.activeMask, arriving, 0x9e3779b9u, out);
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
}

template <Op op>
void launch(int bytes, const Request& request) {
  if (bytes == 4) return launch<op, 4>(request);
  if constexpr (op == Op::load || op == Op::store || op == Op::asyncStore) {
    if (bytes == 8) return launch<op, 8>(request);
    if (bytes == 16) return launch<op, 16>(request);
  }
  refuse("a lane moves 4 bytes, or 8 or 16 by loads and stores");
}

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream parts(line);
    const std::vector<std::string> words(std::istream_iterator<std::string>(parts), {});
    if (words.size() != 4 + kWarpSize) refuse("give an operation, a width, own or other, a mask, and addresses of 32 lanes");
    Request request{};
    request.other = words[2] == "other";
    request.activeMask = static_cast<uint32_t>(std::stoul(words[3], nullptr, 16));
    for (int lane = 0; lane < kWarpSize; lane++) request.addresses.of[lane] = static_cast<uint32_t>(std::stoul(words[4 + lane]));
    const int bytes = std::stoi(words[1]);
    if (words[0] == "nothing") launch<Op::nothing, 4>(request);
    else if (words[0] == "load") launch<Op::load>(bytes, request);
    else if (words[0] == "store") launch<Op::store>(bytes, request);
    else if (words[0] == "atomic") launch<Op::atomic>(bytes, request);
    else if (words[0] == "st.async") launch<Op::asyncStore>(bytes, request);
    else if (words[0] == "red.async") launch<Op::asyncAdd>(bytes, request);
    else refuse("there is no operation " + words[0]);
  }
}
