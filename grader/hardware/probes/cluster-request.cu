// One warp reaches into shared memory of its cluster once, for Nsight Compute to count: see cluster-requests.py.
//
//   nvcc -O3 -std=c++17 -arch=sm_90a -o cluster-request cluster-request.cu
//   echo "load 4 cluster 2 0 0xffffffff $(seq -s ' ' 2048 4 2172) $(yes 1 | head -32 | paste -sd ' ')" | ncu --metrics "$METRICS" ./cluster-request
//
// It reads requests from standard input, a line each, and launches one after the other, as a cluster of blocks of one warp:
//
//   <operation> <bytes per lane> <cluster|generic> <blocks> <asking block> <active mask, hexadecimal> <32 addresses> <32 blocks>
//
// A lane reaches into the memory of its block of the 32, at its address there, in bytes of that block's shared memory, as the instructions
// take them: from 2,048 on, for 32 KiB. The instructions name the space (`.shared::cluster`), or take a generic address, as C++ has it from
// cluster.map_shared_rank. Operations:
//
//   nothing, load, store
//   atomic     adds a number of each lane, and uses the result
//   reduction  the same without using it
//   add 1      the constant 1, without using the result
//   compare    compares and swaps, and uses the result
//   add float  atomicAdd of floats, without using the result; generic only
//   st.async, red.async (which adds 1), with a barrier in the block that they reach
//
// All blocks do the rest alike, whatever the request: a barrier for bytes to arrive, and two barriers of the cluster.

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
constexpr uint32_t kMostBlocks = 8;
constexpr uint32_t kSharedBytes = 32 * 1024;
// Where the memory begins that requests may reach: above it lies what the system reserves, and the barrier.
constexpr uint32_t kFirstByte = 2048;

struct PerLane {
  uint32_t of[kWarpSize];
};
struct PerBlock {
  uint32_t of[kMostBlocks];
};

enum class Op { nothing, load, store, atomic, reduction, addOne, compare, addFloat, asyncStore, asyncAdd };

__device__ uint32_t sharedAddress(const void* place) { return static_cast<uint32_t>(__cvta_generic_to_shared(place)); }

__device__ uint32_t mapped(uint32_t address, uint32_t block) {
  uint32_t there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(block));
  return there;
}

__device__ uint32_t folded(const uint32_t* value) { return value[0] ^ value[1] ^ value[2] ^ value[3]; }

// What instructions without a state space do, as nvcc makes them from C++.
template <Op op, int bytes>
__device__ uint32_t reachGeneric(void* place, uint32_t operand) {
  uint32_t* const word = static_cast<uint32_t*>(place);
  if constexpr (op == Op::load && bytes == 4) return *static_cast<volatile uint32_t*>(place);
  if constexpr (op == Op::store && bytes == 4) *static_cast<volatile uint32_t*>(place) = operand;
  if constexpr (op == Op::atomic) return atomicAdd(word, operand);
  if constexpr (op == Op::reduction) atomicAdd(word, operand);
  if constexpr (op == Op::addOne) atomicAdd(word, 1u);
  if constexpr (op == Op::compare) return atomicCAS(word, 0u, operand);
  if constexpr (op == Op::addFloat) atomicAdd(static_cast<float*>(place), static_cast<float>(operand));
  return 0;
}

template <Op op, int bytes>
__device__ uint32_t reachCluster(uint32_t place, uint32_t barrier, uint32_t operand) {
  uint32_t value[4] = {0, 0, 0, 0};
  if constexpr (op == Op::load && bytes == 4) asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value[0]) : "r"(place));
  if constexpr (op == Op::load && bytes == 8) asm volatile("ld.shared::cluster.v2.u32 {%0, %1}, [%2];" : "=r"(value[0]), "=r"(value[1]) : "r"(place));
  if constexpr (op == Op::load && bytes == 16)
    asm volatile("ld.shared::cluster.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(value[0]), "=r"(value[1]), "=r"(value[2]), "=r"(value[3]) : "r"(place));
  if constexpr (op == Op::store && bytes == 4) asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(place), "r"(operand) : "memory");
  if constexpr (op == Op::store && bytes == 8) asm volatile("st.shared::cluster.v2.u32 [%0], {%1, %1};" ::"r"(place), "r"(operand) : "memory");
  if constexpr (op == Op::store && bytes == 16) asm volatile("st.shared::cluster.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(place), "r"(operand) : "memory");
  if constexpr (op == Op::atomic) asm volatile("atom.shared::cluster.add.u32 %0, [%1], %2;" : "=r"(value[0]) : "r"(place), "r"(operand) : "memory");
  if constexpr (op == Op::reduction) asm volatile("red.shared::cluster.add.u32 [%0], %1;" ::"r"(place), "r"(operand) : "memory");
  if constexpr (op == Op::addOne) asm volatile("red.shared::cluster.add.u32 [%0], 1;" ::"r"(place) : "memory");
  if constexpr (op == Op::compare) asm volatile("atom.shared::cluster.cas.b32 %0, [%1], 0, %2;" : "=r"(value[0]) : "r"(place), "r"(operand) : "memory");
  if constexpr (op == Op::asyncStore && bytes == 4)
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(place), "r"(operand), "r"(barrier) : "memory");
  if constexpr (op == Op::asyncStore && bytes == 8)
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.u32 [%0], {%1, %1}, [%2];" ::"r"(place), "r"(operand), "r"(barrier) : "memory");
  if constexpr (op == Op::asyncStore && bytes == 16)
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.u32 [%0], {%1, %1, %1, %1}, [%2];" ::"r"(place), "r"(operand), "r"(barrier) : "memory");
  if constexpr (op == Op::asyncAdd)
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];" ::"r"(place), "r"(1u), "r"(barrier) : "memory");
  return folded(value);
}

template <Op op, int bytes, bool generic>
__global__ void clusterRequest(const __grid_constant__ PerLane addresses, const __grid_constant__ PerLane blocks, const __grid_constant__ PerBlock arriving,
                               uint32_t asking, uint32_t activeMask, uint32_t operand, uint32_t never, uint32_t* out) {
  __shared__ __align__(8) uint64_t arrived;
  const int lane = threadIdx.x;
  const auto cluster = cooperative_groups::this_cluster();
  const uint32_t block = cluster.block_rank();
  const uint32_t barrier = sharedAddress(&arrived);
  if (lane == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  cluster.sync();
  if (lane == 0) asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(arriving.of[block]) : "memory");
  if (block == asking && ((activeMask >> lane) & 1u)) {
    uint32_t value = 0;
    if constexpr (generic) {
      unsigned char* const first = reinterpret_cast<unsigned char*>(&arrived) - barrier;  // byte 0 of the own block's window
      value = reachGeneric<op, bytes>(cluster.map_shared_rank(first + addresses.of[lane], blocks.of[lane]), operand + lane);
    } else {
      value = reachCluster<op, bytes>(mapped(addresses.of[lane], blocks.of[lane]), mapped(barrier, blocks.of[lane]), operand + lane);
    }
    if constexpr (op == Op::load || op == Op::atomic || op == Op::compare)
      if (value == never) out[lane] = value;
  }
  uint32_t done = 0;
  while (!done)
    asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(done) : "r"(barrier) : "memory");
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
  PerLane addresses, blocks;
  uint32_t count, asking;
  uint32_t activeMask;
};

template <Op op, int bytes, bool generic = false>
void launch(const Request& request) {
  static uint32_t* out = nullptr;
  if (out == nullptr) check(cudaMalloc(&out, kWarpSize * sizeof *out));
  PerBlock arriving{};
  for (int lane = 0; lane < kWarpSize; lane++) {
    if (((request.activeMask >> lane) & 1u) == 0) continue;
    const uint32_t address = request.addresses.of[lane], block = request.blocks.of[lane];
    if (address % bytes || address < kFirstByte || address + bytes > kFirstByte + kSharedBytes) refuse("an address is not a multiple of the width, or lies outside of the memory");
    if (block >= request.count) refuse("a lane names a block that the cluster does not have");
    if (op == Op::asyncStore || op == Op::asyncAdd) arriving.of[block] += bytes;
  }
  cudaLaunchAttribute inClusters;
  inClusters.id = cudaLaunchAttributeClusterDimension;
  inClusters.val.clusterDim.x = request.count;
  inClusters.val.clusterDim.y = inClusters.val.clusterDim.z = 1;
  cudaLaunchConfig_t launch{};
  launch.gridDim = request.count;
  launch.blockDim = kWarpSize;
  launch.dynamicSmemBytes = kFirstByte + kSharedBytes;
  launch.attrs = &inClusters;
  launch.numAttrs = 1;
  check(cudaLaunchKernelEx(&launch, clusterRequest<op, bytes, generic>, request.addresses, request.blocks, arriving, request.asking, request.activeMask, 1u, 0x9e3779b9u, out));
  check(cudaDeviceSynchronize());
}

template <Op op>
void launch(int bytes, bool generic, const Request& request) {
  if constexpr (op == Op::addFloat) {
    if (generic && bytes == 4) return launch<op, 4, true>(request);
    refuse("floats are added at generic addresses, 4 bytes each");
  } else {
    if constexpr (op != Op::asyncStore && op != Op::asyncAdd)
      if (generic && bytes == 4) return launch<op, 4, true>(request);
    if (generic) refuse("generic addresses are for 4 bytes, and not for st.async and red.async");
    if (bytes == 4) return launch<op, 4>(request);
    if constexpr (op == Op::load || op == Op::store || op == Op::asyncStore) {
      if (bytes == 8) return launch<op, 8>(request);
      if (bytes == 16) return launch<op, 16>(request);
    }
    refuse("a lane moves 4 bytes, or 8 or 16 by loads and stores");
  }
}

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream parts(line);
    std::vector<std::string> words(std::istream_iterator<std::string>(parts), {});
    // An operation's name may be two words.
    if (words.size() > 1 && words[0] == "add") {
      words[0] += " " + words[1];
      words.erase(words.begin() + 1);
    }
    if (words.size() != 6 + 2 * kWarpSize) refuse("give an operation, a width, cluster or generic, blocks, the asking one, a mask, addresses and blocks of 32 lanes");
    Request request{};
    const int bytes = std::stoi(words[1]);
    const bool generic = words[2] == "generic";
    request.count = static_cast<uint32_t>(std::stoul(words[3]));
    request.asking = static_cast<uint32_t>(std::stoul(words[4]));
    request.activeMask = static_cast<uint32_t>(std::stoul(words[5], nullptr, 16));
    if (request.count > kMostBlocks || request.asking >= request.count) refuse("a cluster has up to 8 blocks, and the asking one is one of them");
    for (int lane = 0; lane < kWarpSize; lane++) {
      request.addresses.of[lane] = static_cast<uint32_t>(std::stoul(words[6 + lane]));
      request.blocks.of[lane] = static_cast<uint32_t>(std::stoul(words[6 + kWarpSize + lane]));
    }
    if (words[0] == "nothing") launch<Op::nothing>(bytes, generic, request);
    else if (words[0] == "load") launch<Op::load>(bytes, generic, request);
    else if (words[0] == "store") launch<Op::store>(bytes, generic, request);
    else if (words[0] == "atomic") launch<Op::atomic>(bytes, generic, request);
    else if (words[0] == "reduction") launch<Op::reduction>(bytes, generic, request);
    else if (words[0] == "add 1") launch<Op::addOne>(bytes, generic, request);
    else if (words[0] == "compare") launch<Op::compare>(bytes, generic, request);
    else if (words[0] == "add float") launch<Op::addFloat>(bytes, generic, request);
    else if (words[0] == "st.async") launch<Op::asyncStore>(bytes, generic, request);
    else if (words[0] == "red.async") launch<Op::asyncAdd>(bytes, generic, request);
    else refuse("there is no operation " + words[0]);
  }
}
