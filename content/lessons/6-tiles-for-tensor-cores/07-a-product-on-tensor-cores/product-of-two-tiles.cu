#include <cuda_fp16.h>

constexpr int K = 64;

// The half at which a piece of 8 halves begins in its tile.
__device__ int at(int row, int piece) {
  return row * 64 + piece * 8;
}

__device__ unsigned addressOf(const half* p) {
  return __cvta_generic_to_shared(p);
}

// c (16 × 16) = a (16 × 64) · the transpose of b (16 × 64)
__global__ void product(float* c, const half* a, const half* b) {
  __shared__ __align__(128) half as[16 * K];
  __shared__ __align__(128) half bs[16 * K];
  for (int i = threadIdx.x; i < 16 * K / 8; i += blockDim.x) {
    const int place = at(i / 8, i % 8);
    *(float4*)&as[place] = ((const float4*)a)[i];
    *(float4*)&bs[place] = ((const float4*)b)[i];
  }
  __syncthreads();

  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float d[4] = {0, 0, 0, 0};
  for (int piece = 0; piece < K / 8; piece += 2) {
    unsigned x[4], y[2];
    asm volatile(
        "ldmatrix.sync.aligned.m8n8.x4.shared.b16 "
        "{%0, %1, %2, %3}, [%4];"
        : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
        : "r"(addressOf(&as[at(lane % 16, piece + lane / 16)])));
    asm volatile(
        "ldmatrix.sync.aligned.m8n8.x2.shared.b16 "
        "{%0, %1}, [%2];"
        : "=r"(y[0]), "=r"(y[1])
        : "r"(addressOf(&bs[at(8 * warp + lane % 8, piece + lane / 8 % 2)])));
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]),
          "r"(y[0]), "r"(y[1]));
  }
  const int row = lane / 4, column = 8 * warp + lane % 4 * 2;
  *(float2*)&c[row * 16 + column] = make_float2(d[0], d[1]);
  *(float2*)&c[(row + 8) * 16 + column] = make_float2(d[2], d[3]);
}
