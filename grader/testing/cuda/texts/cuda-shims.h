// What a C++ compiler needs to compile the kernels of `random-program.ts` and of the idioms: one thread after the other, without barriers.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cstddef>
#include <algorithm>
#define __global__
#define __device__
#define __host__
#define __constant__
#define __forceinline__ inline
#define __restrict__
struct Coordinates { unsigned x, y, z; };
static Coordinates threadIdx, blockIdx, blockDim, gridDim;
static const int warpSize = 32;
#define VECTOR2(name, type, bytes) \
  struct alignas(bytes) name { type x, y; }; \
  static inline name make_##name(type x, type y) { return {x, y}; }
#define VECTOR4(name, type, bytes) \
  struct alignas(bytes) name { type x, y, z, w; }; \
  static inline name make_##name(type x, type y, type z, type w) { return {x, y, z, w}; }
VECTOR2(int2, int, 8)
VECTOR2(float2, float, 8)
VECTOR2(double2, double, 16)
VECTOR4(float4, float, 16)
VECTOR4(int4, int, 16)
VECTOR4(uchar4, unsigned char, 4)
VECTOR4(ushort4, unsigned short, 8)
static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(x); }
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline int min(int a, int b) { return a < b ? a : b; }
static inline int max(int a, int b) { return a > b ? a : b; }
