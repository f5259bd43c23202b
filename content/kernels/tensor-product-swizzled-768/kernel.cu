#include <cuda_fp16.h>
#include <cstdint>

constexpr int kTile = 64;  // of C per block, and of K per step
constexpr int kPitch = 64;  // halves from row to row

// XOR with the row: eight rows of one column lie in eight different chunks of 16 bytes.
__device__ uint32_t place(const half* tile, int row, int column) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(tile + row * kPitch + (column ^ row % 8 * 8)));
}

__device__ void loadTile(const half* tile, const half* from, int n) {
  for (int i = threadIdx.x; i < kTile * 8; i += blockDim.x) {
    const int row = i / 8, column = i % 8 * 8;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(place(tile, row, column)), "l"(from + row * n + column) : "memory");
  }
}

__device__ void loadMatrices(uint32_t (&m)[4], uint32_t address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3]) : "r"(address) : "memory");
}

__device__ void loadTransposed(uint32_t (&m)[4], uint32_t address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3]) : "r"(address) : "memory");
}

__device__ void multiplyAdd(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// Each of 4 warps adds to its 32 x 32 of C: two fragments of A by four of B, for 16 of K at a time.
__device__ void multiplyTiles(float (&c)[2][4][4], const half* a, const half* b) {
  const int lane = threadIdx.x % 32, top = threadIdx.x / 64 * 32, left = threadIdx.x / 32 % 2 * 32;
  #pragma unroll
  for (int k = 0; k < kTile; k += 16) {
    uint32_t fragA[2][4], fragB[2][4];
    for (int i = 0; i < 2; i++) loadMatrices(fragA[i], place(a, top + i * 16 + lane % 16, k + lane / 16 * 8));
    for (int j = 0; j < 2; j++) loadTransposed(fragB[j], place(b, k + lane % 16, left + j * 16 + lane / 16 * 8));
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 4; j++) multiplyAdd(c[i][j], fragA[i], fragB[j / 2][j % 2 * 2], fragB[j / 2][j % 2 * 2 + 1]);
  }
}

__device__ void storeTile(float* C, const float (&c)[2][4][4], int n) {
  const int lane = threadIdx.x % 32;
  const int top = blockIdx.y * kTile + threadIdx.x / 64 * 32 + lane / 4, left = blockIdx.x * kTile + threadIdx.x / 32 % 2 * 32 + lane % 4 * 2;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 4; j++)
      for (int half = 0; half < 2; half++)
        *reinterpret_cast<float2*>(&C[(top + i * 16 + half * 8) * n + left + j * 8]) = make_float2(c[i][j][half * 2], c[i][j][half * 2 + 1]);
}

__global__ void multiply(float* __restrict__ C, const half* __restrict__ A, const half* __restrict__ B, int n) {
  __shared__ __align__(128) half a[kTile * kPitch], b[kTile * kPitch];
  float c[2][4][4] = {};
  for (int k = 0; k < n; k += kTile) {
    loadTile(a, A + blockIdx.y * kTile * n + k, n);
    loadTile(b, B + k * n + blockIdx.x * kTile, n);
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    multiplyTiles(c, a, b);
    __syncthreads();
  }
  storeTile(C, c, n);
}
