#include <cstdint>

constexpr int kFloats = 2048;  // per tile
constexpr uint32_t kBytes = kFloats * sizeof(float);
constexpr int kStages = 3;

__device__ uint32_t shared(const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }

__device__ void wait(uint64_t* barrier, uint32_t phase) {
  asm volatile(
      "{\n"
      ".reg .pred done;\n"
      "again:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
      "@done bra.uni over;\n"
      "bra.uni again;\n"
      "over:\n"
      "}\n" ::"r"(shared(barrier)), "r"(phase) : "memory");
}

__device__ void fetch(void* tile, const float* from, uint64_t* barrier) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(barrier)), "r"(kBytes) : "memory");
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               ::"r"(shared(tile)), "l"(from), "r"(kBytes), "r"(shared(barrier)) : "memory");
}

// One thread asks for a whole tile, and all wait at its barrier. A tile leaves as it came.
__global__ void copy(float* __restrict__ out, const float* __restrict__ in, int tiles) {
  __shared__ __align__(128) float stages[kStages][kFloats];
  __shared__ uint64_t arrived[kStages];
  if (threadIdx.x != 0) return;
  for (int stage = 0; stage < kStages; stage++) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared(&arrived[stage])) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  const int mine = (tiles - blockIdx.x + gridDim.x - 1) / gridDim.x;
  const auto offset = [&](int i) { return (blockIdx.x + static_cast<size_t>(i) * gridDim.x) * kFloats; };
  for (int i = 0; i < kStages - 1 && i < mine; i++) fetch(stages[i], in + offset(i), &arrived[i]);
  for (int i = 0; i < mine; i++) {
    const int stage = i % kStages, next = i + kStages - 1;
    wait(&arrived[stage], i / kStages % 2);
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out + offset(i)), "r"(shared(stages[stage])), "r"(kBytes) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");  // the stage before is free again
    if (next < mine) fetch(stages[next % kStages], in + offset(next), &arrived[next % kStages]);
  }
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
