#include <cuda_fp16.h>

/** Four registers: 16 bytes. */
struct alignas(16) Fragment {
  unsigned registers[4];
};

/** The bits by which a mode of TMA swizzles: none, 32, 64 or 128 bytes. */
__device__ int swizzled(int byteAddress, int bits) {
  return byteAddress ^ ((byteAddress >> 7 & ((1 << bits) - 1)) << 4);
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

__global__ void fragmentsOfBoxes(const half* in, half* out, int tiles) {
  __shared__ alignas(1024) half tile[{{mode}} == 3 ? 32 * 64 : 32 * 32];
  const int firstOfTile = blockIdx.x * 32 * 32;
  // What one thread's cp.async.bulk.tensor does, written out for all: a unit beside the warps puts each piece of 16 bytes into its place.
  const int pitch = {{mode}} == 0 ? 64 : 16 << {{mode}};
  for (int pass = 0; pass < 2; pass++) {
    const int item = pass * 64 + threadIdx.x;
    const int row = item / 4;
    const int column = item % 4 * 8;
    const int byteAddress = swizzled(0 + row * pitch + column * 2, {{mode}});
    *reinterpret_cast<Fragment*>(&tile[byteAddress / 2]) = *reinterpret_cast<const Fragment*>(&in[firstOfTile + row * 32 + column]);
  }
  __syncthreads();
  for (int pass = 0; pass < 2; pass++) {
    const int square = pass * 2 + threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    const int row = square / 2 * 16 + lane % 16;
    const int column = square % 2 * 16 + lane / 16 * 8;
    *reinterpret_cast<Fragment*>(&out[firstOfTile + (pass * 64 + threadIdx.x) * 8]) = ldmatrix(&tile[{{offset(row, column)}}]);
  }
}
