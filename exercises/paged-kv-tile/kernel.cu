#include <cuda_fp16.h>

/** Four registers: 16 bytes. */
struct alignas(16) Fragment {
  unsigned registers[4];
};

/** Copies 16 bytes to shared memory, past L1 and past the registers. */
__device__ void copy16(half* to, const half* from) {
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(address), "l"(from) : "memory");
}

/** Waits until this thread's copies have landed; those of the others, after the barrier that follows. */
__device__ void waitForCopies() {
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group 0;" : : : "memory");
}

/** Four matrices of 8 × 8 halves: each lane gives the address of one row, and gets two halves of each matrix. */
__device__ Fragment ldmatrix(const half* row) {
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(row));
  Fragment f;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(f.registers[0]), "=r"(f.registers[1]), "=r"(f.registers[2]), "=r"(f.registers[3])
               : "r"(address));
  return f;
}

__global__ void fragmentsOfPages(const half* in, half* out, const int* table, int tiles) {
  __shared__ alignas(128) half tile[64 * 64];
  const int firstOfTile = blockIdx.x * 64 * 64;
  for (int pass = 0; pass < 4; pass++) {
    const int item = pass * 128 + threadIdx.x;
    const int row = item / 8;
    const int column = item % 8 * 8;
    copy16(&tile[{{offset(row, column)}}], &in[{{source(row, column)}}]);
  }
  waitForCopies();
  __syncthreads();
  for (int pass = 0; pass < 4; pass++) {
    const int square = pass * 4 + threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    const int row = square / 4 * 16 + lane % 16;
    const int column = square % 4 * 16 + lane / 16 * 8;
    *reinterpret_cast<Fragment*>(&out[firstOfTile + (pass * 128 + threadIdx.x) * 8]) = ldmatrix(&tile[{{offset(row, column)}}]);
  }
}
