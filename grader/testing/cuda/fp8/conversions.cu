// Each conversion of <cuda_fp8.h>, folded into one number for each case: a kernel writes the numbers, and main prints a hash of them as
// the header's code for the host computes them. conversions.txt is what it printed, compiled by nvcc 13.0 with -arch=sm_90.
#include <cstdio>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

__host__ __device__ unsigned fold(unsigned hash, unsigned word) { return (hash ^ word) * 16777619u; }
__host__ __device__ unsigned bitsOf(float x) {
  unsigned bits;
  memcpy(&bits, &x, 4);
  return x != x ? 0x7fffffffu : bits;
}
__host__ __device__ unsigned bitsOf(double x) { return bitsOf((float)x); }
__host__ __device__ float floatOf(unsigned bits) {
  float x;
  memcpy(&x, &bits, 4);
  return x;
}
__host__ __device__ double doubleOf(unsigned long long bits) {
  double x;
  memcpy(&x, &bits, 8);
  return x;
}

// A number in both formats, without and with saturation.
__host__ __device__ unsigned halfToAll(unsigned i) {
  __half_raw x;
  x.x = (unsigned short)i;
  return __nv_cvt_halfraw_to_fp8(x, __NV_NOSAT, __NV_E4M3) | __nv_cvt_halfraw_to_fp8(x, __NV_SATFINITE, __NV_E4M3) << 8 |
         __nv_cvt_halfraw_to_fp8(x, __NV_NOSAT, __NV_E5M2) << 16 | (unsigned)__nv_cvt_halfraw_to_fp8(x, __NV_SATFINITE, __NV_E5M2) << 24;
}
__host__ __device__ unsigned bfloat16ToAll(unsigned i) {
  __nv_bfloat16_raw x;
  x.x = (unsigned short)i;
  return __nv_cvt_bfloat16raw_to_fp8(x, __NV_NOSAT, __NV_E4M3) | __nv_cvt_bfloat16raw_to_fp8(x, __NV_SATFINITE, __NV_E4M3) << 8 |
         __nv_cvt_bfloat16raw_to_fp8(x, __NV_NOSAT, __NV_E5M2) << 16 | (unsigned)__nv_cvt_bfloat16raw_to_fp8(x, __NV_SATFINITE, __NV_E5M2) << 24;
}
__host__ __device__ unsigned floatToAll(unsigned i) {
  float x = floatOf(i << 16 | (i % 3 == 0 ? 1u : i % 3 == 1 ? 0xffffu : 0x8000u));
  return __nv_cvt_float_to_fp8(x, __NV_NOSAT, __NV_E4M3) | __nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E4M3) << 8 |
         __nv_cvt_float_to_fp8(x, __NV_NOSAT, __NV_E5M2) << 16 | (unsigned)__nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E5M2) << 24;
}
// A NaN keeps bits of its own, which the lab's doubles don't have.
__host__ __device__ unsigned doubleToAll(unsigned i) {
  double x = doubleOf((unsigned long long)i << 48 | (i % 3 == 0 ? 0ull : i % 3 == 1 ? 1ull : 0xffffffffffffull));
  if (x != x) return 0;
  return __nv_cvt_double_to_fp8(x, __NV_NOSAT, __NV_E4M3) | __nv_cvt_double_to_fp8(x, __NV_SATFINITE, __NV_E4M3) << 8 |
         __nv_cvt_double_to_fp8(x, __NV_NOSAT, __NV_E5M2) << 16 | (unsigned)__nv_cvt_double_to_fp8(x, __NV_SATFINITE, __NV_E5M2) << 24;
}

// All constructors and conversions of a struct of one number.
template <typename T> __host__ __device__ unsigned wholeTo(int i) {
  unsigned hash = fold(2166136261u, T(i).__x);
  hash = fold(hash, T((short)i).__x);
  hash = fold(hash, T((unsigned short)i).__x);
  hash = fold(hash, T((unsigned)i).__x);
  hash = fold(hash, T((long)i * 100000).__x);
  hash = fold(hash, T((unsigned long)i * 3).__x);
  hash = fold(hash, T((long long)i * i).__x);
  hash = fold(hash, T((unsigned long long)i).__x);
  hash = fold(hash, T((signed char)i).__x);
  hash = fold(hash, T((unsigned char)i).__x);
  return fold(hash, T(i > 0).__x);
}
__host__ __device__ unsigned wholeToBoth(unsigned i) { return wholeTo<__nv_fp8_e4m3>((int)i - 32768) ^ wholeTo<__nv_fp8_e5m2>((int)i - 32768); }

template <typename T> __host__ __device__ unsigned toAll(unsigned code) {
  T q;
  q.__x = (__nv_fp8_storage_t)code;
  unsigned hash = fold(2166136261u, bitsOf(float(q)));
  hash = fold(hash, bitsOf((double)q));
  hash = fold(hash, __half_as_ushort(static_cast<__half>(q)));
  hash = fold(hash, __bfloat16_as_ushort(__nv_bfloat16(q)));
  hash = fold(hash, (unsigned)(int)(signed char)q);
  hash = fold(hash, (unsigned)(int)(char)q);
  hash = fold(hash, (unsigned char)q);
  hash = fold(hash, (unsigned)(int)(short)q);
  hash = fold(hash, (unsigned short)q);
  hash = fold(hash, (unsigned)(int)q);
  hash = fold(hash, (unsigned)q);
  hash = fold(hash, (unsigned)((long)q >> 7));
  hash = fold(hash, (unsigned)((unsigned long)q >> 7));
  hash = fold(hash, (unsigned)((long long)q >> 32));
  hash = fold(hash, (unsigned)((unsigned long long)q >> 32));
  hash = fold(hash, q ? 1 : 2);
  hash = fold(hash, T(float(q)).__x);
  hash = fold(hash, T((__half)q).__x);
  return fold(hash, T((__nv_bfloat16)q).__x);
}
__host__ __device__ unsigned codeToAll(unsigned i) { return i < 256 ? toAll<__nv_fp8_e4m3>(i) : toAll<__nv_fp8_e5m2>(i - 256); }

// Two and four numbers in a word.
template <typename P, typename Q> __host__ __device__ unsigned packed(unsigned i, __nv_fp8_interpretation_t format) {
  float x = i * 0.37f - 9000.0f, y = 400.0f - i * 0.011f;
  __half2 h(__float2half(x), __float2half(y));
  __nv_bfloat162 b(__float2bfloat16(y), __float2bfloat16(x));
  float2 f = make_float2(x, y);
  double2 d = make_double2(y * 0.3, x);
  unsigned hash = fold(2166136261u, P(f).__x);
  hash = fold(hash, P(h).__x);
  hash = fold(hash, P(b).__x);
  hash = fold(hash, P(d).__x);
  hash = fold(hash, __nv_cvt_float2_to_fp8x2(f, __NV_NOSAT, format));
  hash = fold(hash, __nv_cvt_halfraw2_to_fp8x2(h, __NV_NOSAT, format));
  hash = fold(hash, __nv_cvt_bfloat16raw2_to_fp8x2(b, __NV_NOSAT, format));
  hash = fold(hash, __nv_cvt_double2_to_fp8x2(d, __NV_NOSAT, format));
  Q q(make_float4(x, y, x * 0.01f, y * y));
  hash = fold(hash, q.__x);
  hash = fold(hash, Q(h, h).__x);
  hash = fold(hash, Q(b, b).__x);
  P p;
  p.__x = (__nv_fp8x2_storage_t)i;
  float2 back = static_cast<float2>(p);
  hash = fold(hash, bitsOf(back.x));
  hash = fold(hash, bitsOf(back.y));
  __half2 halves(p);
  hash = fold(hash, __half_as_ushort(halves.x));
  hash = fold(hash, __half_as_ushort(halves.y));
  __half2_raw raw = __nv_cvt_fp8x2_to_halfraw2((__nv_fp8x2_storage_t)i, format);
  hash = fold(hash, raw.x << 16 | raw.y);
  hash = fold(hash, __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)i, format).x);
  float4 four = float4(q);
  hash = fold(hash, bitsOf(four.x));
  hash = fold(hash, bitsOf(four.y));
  hash = fold(hash, bitsOf(four.z));
  return fold(hash, bitsOf(four.w));
}
__host__ __device__ unsigned packedBoth(unsigned i) {
  return packed<__nv_fp8x2_e4m3, __nv_fp8x4_e4m3>(i, __NV_E4M3) ^ packed<__nv_fp8x2_e5m2, __nv_fp8x4_e5m2>(i, __NV_E5M2);
}

__host__ __device__ unsigned converted(int kind, unsigned i) {
  switch (kind) {
    case 0: return halfToAll(i);
    case 1: return bfloat16ToAll(i);
    case 2: return floatToAll(i);
    case 3: return doubleToAll(i);
    case 4: return wholeToBoth(i);
    case 5: return codeToAll(i & 511);
    default: return packedBoth(i);
  }
}

__global__ void convert(int kind, int step, unsigned* out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i * step < 65536 ? converted(kind, i * step) : 0;
}

void print(int kind, int step) {
  const char* kinds[] = {"halves", "bfloat16s", "floats", "doubles", "whole numbers", "codes", "packed"};
  unsigned hash = 2166136261u;
  for (unsigned i = 0; i < 65536; i += step) hash = fold(hash, converted(kind, i));
  printf("%s by %d: %08x\n", kinds[kind], step, hash);
}

// Every 61st of the 65,536 numbers of a kind, and all halves: every tie of both formats and its neighbours are among them.
int main() {
  for (int kind = 0; kind < 7; kind++) print(kind, 61);
#ifndef SHORT
  print(0, 1);
#endif
}
