#include <cuda.h>
#include <cuda_fp16.h>
#include <cstdint>

constexpr int kSide = 64;                    // of a tile, in halves
constexpr int kTileBytes = kSide * kSide * 2;

__device__ uint32_t shared(const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }

// Where a chunk of 16 bytes lies: boxes of 64 rows beside each other, and in them the swizzle of the address.
template <int swizzleBits, int rowBytes>
__device__ uint32_t place(const half* tile, int row, int chunk) {
  constexpr int chunks = rowBytes / 16;
  const int a = chunk / chunks * kSide * rowBytes + row * rowBytes + chunk % chunks * 16;
  return shared(tile) + (a ^ ((a >> 7 & ((1 << swizzleBits) - 1)) << 4));
}

// A transpose of halves whose tiles come and go by TMA, in boxes of `rowBytes` x 64. Between, each matrix of 8 x 8 is turned by ldmatrix.
template <int swizzleBits, int rowBytes>
__global__ void transpose(const __grid_constant__ CUtensorMap out, const __grid_constant__ CUtensorMap in) {
  __shared__ __align__(1024) half read[kSide * kSide], turned[kSide * kSide];
  __shared__ uint64_t arrived;
  constexpr int boxes = kSide * 2 / rowBytes, boxHalves = rowBytes / 2;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared(&arrived)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(&arrived)), "r"(kTileBytes) : "memory");
    for (int box = 0; box < boxes; box++)
      asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                   ::"r"(shared(read + box * kSide * boxHalves)), "l"(&in), "r"(static_cast<int>(blockIdx.x * kSide + box * boxHalves)),
                     "r"(static_cast<int>(blockIdx.y * kSide)), "r"(shared(&arrived)) : "memory");
  }
  __syncthreads();
  asm volatile(
      "{\n"
      ".reg .pred done;\n"
      "again:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
      "@done bra.uni over;\n"
      "bra.uni again;\n"
      "over:\n"
      "}\n" ::"r"(shared(&arrived)) : "memory");
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int first = 0; first < 8; first += 4) {
    const int row = lane % 8, matrix = first + lane / 8;
    uint32_t a, b, c, d;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(place<swizzleBits, rowBytes>(read, warp * 8 + row, matrix)) : "memory");
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
                 ::"r"(place<swizzleBits, rowBytes>(turned, matrix * 8 + row, warp)), "r"(a), "r"(b), "r"(c), "r"(d) : "memory");
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");  // what threads have written, TMA reads
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int box = 0; box < boxes; box++)
      asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];"
                   ::"l"(&out), "r"(static_cast<int>(blockIdx.y * kSide + box * boxHalves)), "r"(static_cast<int>(blockIdx.x * kSide)),
                     "r"(shared(turned + box * kSide * boxHalves)) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}
