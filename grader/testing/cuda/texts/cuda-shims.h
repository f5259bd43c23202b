// What a C++ compiler needs to compile the kernels of `random-program.ts`. The threads of a block are contexts of one thread of the
// processor: each runs until it waits for others.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <ucontext.h>
#define __global__
#define __device__
#define __host__
#define __constant__
#define __shared__ static
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
static inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
static inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(x); }
static inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(x); }
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline int __ffsll(long long x) { return __builtin_ffsll(x); }
static inline int min(int a, int b) { return a < b ? a : b; }
static inline int max(int a, int b) { return a > b ? a : b; }
static inline int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
static inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a * b) >> 32); }
static inline unsigned __brev(unsigned x) {
  unsigned reversed = 0;
  for (int i = 0; i < 32; i++) reversed |= ((x >> i) & 1u) << (31 - i);
  return reversed;
}
static inline unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
  unsigned long long bytes = ((unsigned long long)b << 32) | a;
  unsigned result = 0;
  for (int i = 0; i < 4; i++) result |= (unsigned)((bytes >> (8 * ((selector >> (4 * i)) & 7))) & 255) << (8 * i);
  return result;
}
static inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned count) {
  return (unsigned)((((((unsigned long long)high << 32) | low)) << (count & 31)) >> 32);
}
static inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned count) {
  return (unsigned)((((unsigned long long)high << 32) | low) >> (count & 31));
}
static inline int __float_as_int(float x) { int bits; memcpy(&bits, &x, 4); return bits; }
static inline long long __double_as_longlong(double x) { long long bits; memcpy(&bits, &x, 8); return bits; }

// Of zeros of either sign C leaves open which one is less; CUDA's -0 is.
static inline double smaller(double a, double b) { return a != a ? b : b != b ? a : a < b || (a == b && std::signbit(a)) ? a : b; }
static inline double larger(double a, double b) { return a != a ? b : b != b ? a : a > b || (a == b && std::signbit(b)) ? a : b; }
#define fmin smaller
#define fmax larger

struct half { _Float16 value; };
struct __nv_bfloat16 { unsigned short bits; };
static inline half __float2half(float x) { return {(_Float16)x}; }
static inline float __half2float(half x) { return (float)x.value; }
static inline half __hadd(half a, half b) { return {(_Float16)((float)a.value + (float)b.value)}; }
static inline half __hsub(half a, half b) { return {(_Float16)((float)a.value - (float)b.value)}; }
static inline half __hmul(half a, half b) { return {(_Float16)((float)a.value * (float)b.value)}; }
static inline half __hfma(half a, half b, half c) { return {(_Float16)((long double)a.value * (long double)b.value + (long double)c.value)}; }
static inline bool __hlt(half a, half b) { return a.value < b.value; }
static inline bool __heq(half a, half b) { return a.value == b.value; }
static inline half __hmax(half a, half b) { return {(_Float16)fmaxf((float)a.value, (float)b.value)}; }
static inline half __hmin(half a, half b) { return {(_Float16)fminf((float)a.value, (float)b.value)}; }
static inline __nv_bfloat16 __float2bfloat16(float x) {
  unsigned bits = (unsigned)__float_as_int(x);
  return {(unsigned short)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16)};
}
static inline float __bfloat162float(__nv_bfloat16 x) { unsigned bits = (unsigned)x.bits << 16; float value; memcpy(&value, &bits, 4); return value; }

// ── threads of a block ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

static const int MOST_THREADS = 64, STACK_BYTES = 65536;
static ucontext_t scheduler, contexts[MOST_THREADS];
static char stacks[MOST_THREADS][STACK_BYTES];
static bool hasEnded[MOST_THREADS];
static int alive;

static void wait() {
  unsigned own = threadIdx.x;
  swapcontext(&contexts[own], &scheduler);
  threadIdx.x = own;
}

/** Threads that wait for each other. What they bring is there for all of them when the last has come. */
struct Meeting {
  int generation = 0, arrived = 0;
  unsigned long long brought[MOST_THREADS], seen[MOST_THREADS];
  void meet(int place, unsigned long long value, int expected) {
    brought[place] = value;
    int mine = generation;
    if (++arrived < expected) {
      while (generation == mine) wait();
      return;
    }
    memcpy(seen, brought, sizeof seen);
    arrived = 0;
    generation++;
  }
};
static Meeting block;
static std::map<unsigned long long, Meeting> warps;

/** The lanes of a mask meet: one meeting for each warp and mask. */
static Meeting& together(unsigned mask, unsigned long long value) {
  unsigned warp = threadIdx.x / 32;
  Meeting& meeting = warps[((unsigned long long)warp << 32) | mask];
  meeting.meet(threadIdx.x & 31, value, __popc(mask));
  return meeting;
}

static int heldFor(bool holds) {
  block.meet(threadIdx.x, holds, alive);
  int count = 0;
  for (unsigned i = 0; i < blockDim.x; i++) count += (int)block.seen[i];
  return count;
}
static void __syncthreads() { heldFor(false); }
static int __syncthreads_count(int test) { return heldFor(test != 0); }
static int __syncthreads_and(int test) { return heldFor(test != 0) == (int)blockDim.x; }
static int __syncthreads_or(int test) { return heldFor(test != 0) != 0; }

template <typename T> static T shuffled(unsigned mask, T value, int lane) {
  unsigned long long bits = 0;
  memcpy(&bits, &value, sizeof value);
  Meeting& meeting = together(mask, bits);
  T result;
  memcpy(&result, &meeting.seen[lane], sizeof result);
  return result;
}
template <typename T> static T __shfl_sync(unsigned mask, T value, int lane, int width = 32) {
  int own = threadIdx.x & 31;
  return shuffled(mask, value, (own & ~(width - 1)) | (lane & (width - 1)));
}
template <typename T> static T __shfl_up_sync(unsigned mask, T value, unsigned by, int width = 32) {
  int own = threadIdx.x & 31, from = own - (int)by;
  return shuffled(mask, value, from < (own & ~(width - 1)) ? own : from);
}
template <typename T> static T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32) {
  int own = threadIdx.x & 31, from = own + (int)by;
  return shuffled(mask, value, from > (own | (width - 1)) ? own : from);
}
template <typename T> static T __shfl_xor_sync(unsigned mask, T value, int bits, int width = 32) {
  int own = threadIdx.x & 31, from = own ^ bits;
  return shuffled(mask, value, from > (own | (width - 1)) ? own : from);
}
static unsigned __ballot_sync(unsigned mask, int test) {
  Meeting& meeting = together(mask, test != 0);
  unsigned lanes = 0;
  for (int i = 0; i < 32; i++) if ((mask >> i) & 1) lanes |= (unsigned)meeting.seen[i] << i;
  return lanes;
}
static int __any_sync(unsigned mask, int test) { return __ballot_sync(mask, test) != 0; }
static int __all_sync(unsigned mask, int test) { return __ballot_sync(mask, test) == mask; }
static unsigned __match_any_sync(unsigned mask, int value) {
  Meeting& meeting = together(mask, (unsigned)value);
  unsigned lanes = 0;
  for (int i = 0; i < 32; i++) if ((mask >> i) & 1 && (unsigned)meeting.seen[i] == (unsigned)value) lanes |= 1u << i;
  return lanes;
}
#define REDUCTION(name, combined) \
  static unsigned __reduce_##name##_sync(unsigned mask, unsigned value) { \
    Meeting& meeting = together(mask, value); \
    bool isFirst = true; \
    unsigned a = 0; \
    for (int i = 0; i < 32; i++) { \
      if (!((mask >> i) & 1)) continue; \
      unsigned b = (unsigned)meeting.seen[i]; \
      a = isFirst ? b : (combined); \
      isFirst = false; \
    } \
    return a; \
  }
REDUCTION(add, a + b)
REDUCTION(min, a < b ? a : b)
REDUCTION(max, a > b ? a : b)
REDUCTION(and, a & b)
REDUCTION(or, a | b)
REDUCTION(xor, a ^ b)
#define ATOMIC(name, combined) \
  template <typename T> static T atomic##name(T* place, T b) { T a = *place; *place = (combined); return a; }
ATOMIC(Add, a + b)
ATOMIC(Max, a > b ? a : b)
ATOMIC(Min, a < b ? a : b)
ATOMIC(And, a & b)
ATOMIC(Or, a | b)
ATOMIC(Xor, a ^ b)

/** What one thread does, and how it ends. */
static void (*job)();
static void runThread() {
  job();
  hasEnded[threadIdx.x] = true;
  alive--;
  swapcontext(&contexts[threadIdx.x], &scheduler);
}

static void runBlock(void (*work)()) {
  job = work;
  alive = blockDim.x;
  block = Meeting();
  warps.clear();
  for (unsigned t = 0; t < blockDim.x; t++) {
    hasEnded[t] = false;
    getcontext(&contexts[t]);
    contexts[t].uc_stack.ss_sp = stacks[t];
    contexts[t].uc_stack.ss_size = STACK_BYTES;
    contexts[t].uc_link = nullptr;
    makecontext(&contexts[t], runThread, 0);
  }
  while (alive > 0)
    for (unsigned t = 0; t < blockDim.x; t++) {
      if (hasEnded[t]) continue;
      threadIdx.x = t;
      swapcontext(&scheduler, &contexts[t]);
    }
}
