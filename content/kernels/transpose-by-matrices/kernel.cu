#include <cuda_fp16.h>
#include <cstdint>

constexpr int kSide = 64;  // of a tile: 64 rows of 128 bytes, each of 8 chunks

// Where the chunk of 16 bytes lies: XOR with the row spreads a column of chunks over all banks.
__device__ uint32_t place(const half* tile, int row, int chunk) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(tile + row * kSide + (chunk ^ row % 8) * 8));
}

// ldmatrix.trans turns each matrix of 8 x 8 halves as it loads it, stmatrix puts it where its mirror image was.
__global__ void transpose(half* __restrict__ out, const half* __restrict__ in, int side) {
  __shared__ __align__(128) half read[kSide * kSide], turned[kSide * kSide];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int i = threadIdx.x; i < kSide * 8; i += blockDim.x) {
    const int row = i / 8, chunk = i % 8;
    const half* from = in + (blockIdx.y * kSide + row) * side + blockIdx.x * kSide + chunk * 8;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(place(read, row, chunk)), "l"(from) : "memory");
  }
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  // Each of 8 warps takes the matrices of eight rows, four at a time.
  for (int first = 0; first < 8; first += 4) {
    const int row = lane % 8, matrix = first + lane / 8;
    uint32_t a, b, c, d;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(place(read, warp * 8 + row, matrix)) : "memory");
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
                 ::"r"(place(turned, matrix * 8 + row, warp)), "r"(a), "r"(b), "r"(c), "r"(d) : "memory");
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kSide * 8; i += blockDim.x) {
    const int row = i / 8, chunk = i % 8;
    half* to = out + (blockIdx.x * kSide + row) * side + blockIdx.y * kSide + chunk * 8;
    *reinterpret_cast<uint4*>(to) = *reinterpret_cast<const uint4*>(turned + row * kSide + (chunk ^ row % 8) * 8);
  }
}
