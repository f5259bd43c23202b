#include <cuda.h>
#include <cuda_fp16.h>
#include <cstdint>

constexpr int kTile = 64;  // of C per block, and of K per step: 64 halves are a row of 128 bytes
constexpr int kStages = 2;
constexpr int kTileBytes = kTile * kTile * 2;

__device__ uint32_t shared(const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }

// Rows of 128 bytes with the 128-byte swizzle: eight of them are 1,024 bytes.
__device__ uint64_t describe(const half* rows) {
  return (shared(rows) & 0x3ffff) >> 4 | static_cast<uint64_t>(1024 >> 4) << 32 | static_cast<uint64_t>(1) << 62;
}

__device__ void loadTile(const half* tile, const CUtensorMap* map, int column, int row, const uint64_t* arrived) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
               ::"r"(shared(tile)), "l"(map), "r"(column), "r"(row), "r"(shared(arrived)) : "memory");
}

// Four warps add A (64 x 16, rows along K) times B (16 x 64, rows along N) to their 64 x 64 of C.
__device__ void multiplyAdd(float (&c)[32], uint64_t a, uint64_t b) {
  asm volatile("{\n"
               ".reg .pred adds;\n"
               "setp.ne.b32 adds, 1, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
               "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
               "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, "
               "%32, %33, adds, 1, 1, 0, 1;\n"
               "}"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]), "+f"(c[4]), "+f"(c[5]), "+f"(c[6]), "+f"(c[7]), "+f"(c[8]),
                 "+f"(c[9]), "+f"(c[10]), "+f"(c[11]), "+f"(c[12]), "+f"(c[13]), "+f"(c[14]), "+f"(c[15]), "+f"(c[16]),
                 "+f"(c[17]), "+f"(c[18]), "+f"(c[19]), "+f"(c[20]), "+f"(c[21]), "+f"(c[22]), "+f"(c[23]), "+f"(c[24]),
                 "+f"(c[25]), "+f"(c[26]), "+f"(c[27]), "+f"(c[28]), "+f"(c[29]), "+f"(c[30]), "+f"(c[31])
               : "l"(a), "l"(b));
}

__device__ void storeTile(float* C, const float (&c)[32], int n) {
  const int lane = threadIdx.x % 32;
  const int top = blockIdx.y * kTile + threadIdx.x / 32 * 16 + lane / 4, left = blockIdx.x * kTile + lane % 4 * 2;
  for (int i = 0; i < 32; i += 2)
    *reinterpret_cast<float2*>(&C[(top + i / 2 % 2 * 8) * n + left + i / 4 * 8]) = make_float2(c[i], c[i + 1]);
}

__global__ void multiply(float* __restrict__ C, const __grid_constant__ CUtensorMap A, const __grid_constant__ CUtensorMap B, int n) {
  __shared__ __align__(1024) half a[kStages][kTile * kTile], b[kStages][kTile * kTile];
  __shared__ uint64_t arrived[kStages];
  const int steps = n / kTile;
  const auto fetch = [&](int step) {
    if (threadIdx.x != 0 || step >= steps) return;
    const int stage = step % kStages;
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(&arrived[stage])), "r"(2 * kTileBytes) : "memory");
    loadTile(a[stage], &A, step * kTile, blockIdx.y * kTile, &arrived[stage]);
    loadTile(b[stage], &B, blockIdx.x * kTile, step * kTile, &arrived[stage]);
  };
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < kStages; stage++) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared(&arrived[stage])) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  for (int step = 0; step < kStages; step++) fetch(step);
  float c[32] = {};
  for (int step = 0; step < steps; step++) {
    const int stage = step % kStages;
    asm volatile(
        "{\n"
        ".reg .pred done;\n"
        "again:\n"
        "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
        "@done bra.uni over;\n"
        "bra.uni again;\n"
        "over:\n"
        "}\n" ::"r"(shared(&arrived[stage])), "r"(step / kStages % 2) : "memory");
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    #pragma unroll
    for (int k = 0; k < kTile; k += 16) multiplyAdd(c, describe(a[stage] + k), describe(b[stage] + k * kTile));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    __syncthreads();  // all products with this stage's tiles are done
    fetch(step + kStages);
  }
  storeTile(C, c, n);
}
