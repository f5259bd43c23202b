// Which loads does nvcc leave in a kernel, and how wide are they?
//
//   nvcc -O3 -std=c++17 -arch=sm_90 -cubin -o compiled-loads.cubin compiled-loads.cu
//   cuobjdump -sass compiled-loads.cubin | grep -E 'Function|LDG|STG'
//
// CUDA 13.0 shows, for each kernel, what its comment says.

// No load: nothing uses the value.
extern "C" __global__ void unused(const float* in) { float value = in[threadIdx.x]; }
extern "C" __global__ void unused_along_rows(const float* matrix, int columns) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  float value = matrix[blockIdx.y * columns + column];
}

// Four loads of 4 bytes (LDG.E) and four stores: that both pointers are multiples of 16 isn't known.
extern "C" __global__ void four_floats(float* __restrict__ out, const float* __restrict__ in) {
  int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int k = 0; k < 4; k++) out[i + k] = in[i + k];
}
struct Four {
  float part[4];
};
extern "C" __global__ void plain_struct(Four* __restrict__ out, const Four* __restrict__ in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

// One load of 16 bytes (LDG.E.128) and one store: it was promised.
struct alignas(16) AlignedFour {
  float part[4];
};
extern "C" __global__ void aligned_struct(AlignedFour* __restrict__ out, const AlignedFour* __restrict__ in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}
extern "C" __global__ void four_floats_assumed(float* __restrict__ out, const float* __restrict__ in) {
  float* to = static_cast<float*>(__builtin_assume_aligned(out, 16));
  const float* from = static_cast<const float*>(__builtin_assume_aligned(in, 16));
  int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int k = 0; k < 4; k++) to[i + k] = from[i + k];
}

// Each byte by itself (LDG.E.U8, STG.E.U8), whatever the pointer's type: memcpy and memset promise no alignment.
#include <cstring>
extern "C" __global__ void memcpy_aligned(AlignedFour* out, const AlignedFour* in) {
  AlignedFour own;
  memcpy(&own, &in[threadIdx.x], sizeof own);
  own.part[1] += 1;
  memcpy(&out[threadIdx.x], &own, sizeof own);
}
extern "C" __global__ void memset_aligned(AlignedFour* out) { memset(&out[threadIdx.x], 0, sizeof *out); }
// At once (LDS.128, STS.128), in a variable of the text: its alignment is known.
extern "C" __global__ void memcpy_shared(AlignedFour* out, const AlignedFour* in, int n) {
  __shared__ AlignedFour tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  AlignedFour own;
  memcpy(&own, &tile[(threadIdx.x + n) & 63], sizeof own);
  own.part[1] += 1;
  __syncthreads();
  memcpy(&tile[threadIdx.x], &own, sizeof own);
  __syncthreads();
  out[threadIdx.x] = tile[(threadIdx.x + 2 * n) & 63];
}
extern "C" __global__ void memset_shared(AlignedFour* out, int n) {
  __shared__ AlignedFour tile[64];
  memset(&tile[threadIdx.x], 0, sizeof(AlignedFour));
  __syncthreads();
  tile[(threadIdx.x + n) & 63].part[0] += 1;
  __syncthreads();
  out[threadIdx.x] = tile[(threadIdx.x + n) & 63];
}

// No access to local memory (LDL, STL), one load and one store: what is copied or read as other numbers stays in registers.
extern "C" __global__ void memcpy_of_bits(const float* in, float* out) {
  float value = in[threadIdx.x];
  int bits;
  memcpy(&bits, &value, sizeof bits);
  bits ^= 1;
  memcpy(&value, &bits, sizeof value);
  out[threadIdx.x] = value;
}
extern "C" __global__ void other_numbers(const float* in, float* out) {
  float value = in[threadIdx.x];
  *(unsigned*)&value |= 1u << 31;
  out[threadIdx.x] = value;
}
extern "C" __global__ void memset_own(const float* in, float* out) {
  unsigned own[4];
  memset(own, 0xff, sizeof own);
  own[1] = in[threadIdx.x];
  out[threadIdx.x] = own[1] + own[2];
}
extern "C" __global__ void volatile_own(const float* in, float* out, int n) {
  volatile float sum = 0;
  for (int i = 0; i < n; i++) sum += in[i * 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}

// The loads of four passes before the first store, where the pointer that is stored through has __restrict__; with the word on one of two
// that are loaded through, only the loads through that one.
extern "C" __global__ void restrict_stored(const float* a, const float* b, float* __restrict__ c, int n) {
  for (int i = 0; i < n; i++) c[i * 32 + threadIdx.x] = a[i * 32 + threadIdx.x] + b[i * 32 + threadIdx.x];
}
extern "C" __global__ void restrict_one_of_two(const float* __restrict__ a, const float* b, float* c, int n) {
  for (int i = 0; i < n; i++) c[i * 32 + threadIdx.x] = a[i * 32 + threadIdx.x] + b[i * 32 + threadIdx.x];
}

// Registers alone for a tile whose size a template gives, as a constant or as a const variable; its loops are unrolled without a word.
template <int BM>
__device__ void multiply_tile(const float* a, float* c) {
  constexpr int TM = BM / 16;
  const int TN = TM;
  float sums[TM * TN] = {0.0f};
  for (int m = 0; m < TM; m++)
    for (int n = 0; n < TN; n++) sums[m * TN + n] += a[m] * a[n + 8];
  for (int m = 0; m < TM; m++)
    for (int n = 0; n < TN; n++) c[(m * TN + n) * 32 + threadIdx.x] = sums[m * TN + n];
}
extern "C" __global__ void tile_of_template(const float* a, float* c) { multiply_tile<128>(a, c); }
