// Kernels as people write them in public code bases, each in a namespace of its own. A comment in front of each says how it is launched:
// what `out` holds, and grid, block and dynamic shared memory where they are not 1, 64 and 0. `in` holds 256 ints: 0, 1, 2, …
#include <cassert>
#include <cfloat>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <type_traits>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define FULL_MASK 0xffffffffu
#define DIV_UP(a, b) (((a) + (b) - 1) / (b))
#define FETCH_FLOAT4(pointer) (reinterpret_cast<float4*>(&(pointer))[0])
#define CHECK_BOUNDS(i, n) \
  do {                     \
    if ((i) >= (n)) return; \
  } while (0)

namespace cg = cooperative_groups;

// out: int 64
namespace bitonic_sort {
__device__ inline void comparator(unsigned& keyA, unsigned& keyB, unsigned dir) {
  if ((keyA > keyB) == dir) {
    unsigned t = keyA;
    keyA = keyB;
    keyB = t;
  }
}
__global__ void k(const int* in, int* out) {
  __shared__ unsigned s_key[64];
  s_key[threadIdx.x] = (in[threadIdx.x] * 2654435761u) >> 20;
  for (unsigned size = 2; size < 64; size <<= 1) {
    unsigned ddd = ((threadIdx.x & (size / 2)) != 0);
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      if (threadIdx.x < 32) {
        unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
        ddd = ((threadIdx.x & (size / 2)) != 0);
        comparator(s_key[pos], s_key[pos + stride], ddd ^ 1);
      }
    }
  }
  for (unsigned stride = 32; stride > 0; stride >>= 1) {
    __syncthreads();
    if (threadIdx.x < 32) {
      unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      comparator(s_key[pos], s_key[pos + stride], 1u);
    }
  }
  __syncthreads();
  out[threadIdx.x] = (int)s_key[threadIdx.x];
}
}  // namespace bitonic_sort

// out: int 64
namespace mandelbrot {
typedef struct {
  double x, y;
} Complex;
__device__ __host__ static inline Complex mul(Complex a, Complex b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }
__global__ void k(const int* in, int* out) {
  const int px = in[threadIdx.x] % 8, py = in[threadIdx.x] / 8;
  const Complex c = {-2.0 + px * 0.375, -1.5 + py * 0.375};
  Complex z = c;
  int n = 0;
  while (n < 100 && z.x * z.x + z.y * z.y <= 4.0) {
    z = mul(z, z);
    z.x += c.x;
    z.y += c.y;
    ++n;
  }
  out[threadIdx.x] = n;
}
}  // namespace mandelbrot

// out: int 64
namespace game_of_life {
constexpr int W = 8, H = 8;
__device__ __forceinline__ int wrap(int v, int n) { return (v + n) % n; }
__global__ void k(const int* in, int* out) {
  __shared__ unsigned char cell[2][H][W];
  const int x = threadIdx.x % W, y = threadIdx.x / W;
  cell[0][y][x] = (in[threadIdx.x] * 7 + 3) % 3 == 0;
  __syncthreads();
  int cur = 0;
#pragma unroll 4
  for (int step = 0; step < 5; ++step, cur ^= 1) {
    int sum = 0;
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) sum += (dx || dy) ? cell[cur][wrap(y + dy, H)][wrap(x + dx, W)] : 0;
    cell[cur ^ 1][y][x] = sum == 3 || (sum == 2 && cell[cur][y][x]);
    __syncthreads();
  }
  out[threadIdx.x] = cell[cur][y][x];
}
}  // namespace game_of_life

// out: int 64
namespace sobel {
enum class Border { Clamp, Zero };
template <Border border>
__device__ int at(const int* img, int x, int y) {
  if constexpr (border == Border::Clamp) {
    x = min(max(x, 0), 15);
    y = x < 0 ? 0 : y > 15 ? 15 : y < 0 ? 0 : y;
  } else if (x < 0 || y < 0 || x > 15 || y > 15) {
    return 0;
  }
  return img[y * 16 + x] * img[y * 16 + x] % 251;
}
__constant__ int Gx[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
__constant__ int Gy[9] = {-1, -2, -1, 0, 0, 0, 1, 2, 1};
template <Border b>
__device__ int gradient(const int* in, int x, int y) {
  int gx = 0, gy = 0;
  for (int i = 0; i < 9; i++) {
    const int v = at<b>(in, x + i % 3 - 1, y + i / 3 - 1);
    gx += Gx[i / 3][i % 3] * v;
    gy += Gy[i] * v;
  }
  return abs(gx) + abs(gy);
}
__global__ void k(const int* in, int* out) {
  const int x = threadIdx.x % 8 * 2, y = threadIdx.x / 8 * 2;
  out[threadIdx.x] = gradient<Border::Clamp>(in, x, y) * 1000 + gradient<Border::Zero>(in, x, y) % 1000;
}
}  // namespace sobel

// out: float 64
namespace warp_softmax {
template <template <typename> class Dummy = std::is_integral>
struct Unused {};
template <typename T>
struct MaxOp {
  __device__ __forceinline__ T operator()(T const& x, T const& y) const { return x > y ? x : y; }
};
template <typename T>
struct SumOp {
  __device__ __forceinline__ T operator()(T const& x, T const& y) const { return x + y; }
};
template <class Op, typename T, int kWidth = 32>
__inline__ __device__ T warpAllReduce(T val) {
#pragma unroll
  for (int mask = kWidth / 2; mask > 0; mask /= 2) val = Op()(val, __shfl_xor_sync(FULL_MASK, val, mask, kWidth));
  return val;
}
extern "C" __global__ void __launch_bounds__(64, 1) k(const int* __restrict__ in, float* __restrict__ out) {
  const int lane = threadIdx.x % warpSize;
  const float x = static_cast<float>(in[lane]) * 0.25f;
  const float m = warpAllReduce<MaxOp<float>, float>(x);
  const float e = exp2f(x - m);
  const float s = warpAllReduce<SumOp<float>, float>(e);
  out[threadIdx.x] = rintf(__fdividef(e, s) * 4096.f);
}
}  // namespace warp_softmax

// out: float 64
namespace rms_norm {
template <int BLOCK>
static __device__ float block_reduce_sum(float v, float* smem) {
  static_assert(BLOCK % 32 == 0, "whole warps");
  for (int off = 16; off > 0; off >>= 1) v += __shfl_down_sync(FULL_MASK, v, off);
  if ((threadIdx.x & 31) == 0) smem[threadIdx.x >> 5] = v;
  __syncthreads();
  if (threadIdx.x < 32) {
    v = threadIdx.x < BLOCK / 32 ? smem[threadIdx.x] : 0.f;
    for (int off = 16; off > 0; off >>= 1) v += __shfl_down_sync(FULL_MASK, v, off);
    if (threadIdx.x == 0) smem[0] = v;
  }
  __syncthreads();
  return smem[0];
}
__global__ void k(const int* in, float* out) {
  __shared__ float smem[32];
  const float x = in[threadIdx.x] - 32;
  const float ss = block_reduce_sum<64>(x * x, smem);
  out[threadIdx.x] = rintf(x * rsqrtf(ss / 64 + 1e-5f) * 1000.f);
}
}  // namespace rms_norm

// out: float 64
namespace rope {
__global__ void k(const int* in, float* out) {
  const int i = threadIdx.x & 31, pos = threadIdx.x >> 5;
  const float theta = pos * powf(16.f, -2.f * i / 64.f);
  float c, s;
  sincosf(theta, &s, &c);
  const float x0 = in[2 * i], x1 = in[2 * i + 1];
  reinterpret_cast<float*>(out)[threadIdx.x] = rintf((x0 * c - x1 * s) * 100.f);
}
}  // namespace rope

// out: int 64
namespace quantize_int8 {
union Pack {
  char4 c;
  uint32_t u;
};
__device__ __forceinline__ int8_t quantize(float x, float scale) {
  int q = __float2int_rn(x * scale);
  q = q > 127 ? 127 : q < -128 ? -128 : q;
  return static_cast<int8_t>(q);
}
__global__ void k(const int* in, int* out) {
  const int4 v = reinterpret_cast<const int4*>(in)[threadIdx.x];
  Pack p;
  p.c = make_char4(quantize(v.x - 100, 1.3f), quantize(v.y - 100, 1.3f), quantize(v.z - 100, 1.3f), quantize(v.w - 100, 1.3f));
  out[threadIdx.x] = __dp4a((int)p.u, 0x01020304, (int)(p.u >> 3));
}
}  // namespace quantize_int8

// out: int 64
namespace dequantize_q4 {
struct __align__(4) block_q4 {
  half d;
  uint8_t qs[16];
  uint8_t pad[2];
};
static_assert(sizeof(block_q4) == 20, "as laid out");
static __device__ __forceinline__ void dequantize(const void* vx, const int ib, const int iqs, float2& v) {
  const block_q4* x = (const block_q4*)vx;
  const float d = __half2float(x[ib].d);
  const int vui = x[ib].qs[iqs];
  v.x = ((vui & 0xF) - 8.0f) * d;
  v.y = ((vui >> 4) - 8.0f) * d;
}
__global__ void k(const int* in, int* out) {
  __shared__ block_q4 blocks[4];
  if (threadIdx.x < 4) blocks[threadIdx.x].d = __float2half(0.5f * (threadIdx.x + 1));
  blocks[threadIdx.x / 16].qs[threadIdx.x % 16] = (uint8_t)(in[threadIdx.x] * 37);
  __syncthreads();
  float2 v;
  dequantize(blocks, threadIdx.x / 16, threadIdx.x % 16, v);
  out[threadIdx.x] = (int)(v.x * 100 + v.y);
}
}  // namespace dequantize_q4

// out: float 64
namespace half2_dot {
__global__ void k(const int* in, float* out) {
  half2 acc = __float2half2_rn(0.f);
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const half2 a = __floats2half2_rn(in[threadIdx.x] * 0.5f, in[i] + 0.25f), b = __half2half2(__int2half_rn(i + 1));
    acc = __hfma2(a, b, acc);
  }
  acc += __hmul2(acc, __float2half2_rn(0.5f));
  const float2 f = __half22float2(acc);
  out[threadIdx.x] = f.x + f.y + __high2float(__hmax2(acc, acc)) + (__hgt(__low2half(acc), __high2half(acc)) ? 1.f : 0.f);
}
}  // namespace half2_dot

// out: float 64
namespace bf16_mix {
__global__ void k(const int* in, float* out) {
  __nv_bfloat16 a = __float2bfloat16(in[threadIdx.x] * 1.0078125f), b = __float2bfloat16_rn(3.140625f);
  __nv_bfloat162 p = __halves2bfloat162(__hmul(a, b), __hadd(a, b));
  p = __hfma2(p, __float2bfloat162_rn(0.5f), p);
  out[threadIdx.x] = __bfloat162float(p.x) + __low2float(p) + __bfloat162float(__hmax(p.x, p.y)) + (float)(a < b);
}
}  // namespace bf16_mix

// out: int 64
namespace tiles {
__device__ int tile_scan(cg::thread_block_tile<16> tile, int v) {
  for (int d = 1; d < tile.size(); d *= 2) {
    int n = tile.shfl_up(v, d);
    if (tile.thread_rank() >= d) v += n;
  }
  return v;
}
__global__ void k(const int* in, int* out) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  auto warp = cg::tiled_partition<32>(block);
  int v = tile_scan(tile, in[block.thread_rank()]);
  int total = cg::reduce(warp, v, cg::plus<int>());
  int most = cg::reduce(tile, v, [](int a, int b) { return a > b ? a : b; });
  block.sync();
  out[block.thread_rank()] = v + total * 3 + most * 5 + tile.meta_group_rank() + warp.any(v == 7);
}
}  // namespace tiles

// out: int 64
namespace functors {
template <typename F, typename... Rest>
struct Ignored;
struct Scale {
  int by;
  __host__ __device__ explicit Scale(int b) : by(b) {}
  __device__ int operator()(int x) const { return x * by; }
};
template <int n>
struct Shift {
  const int* table;
  __device__ int operator()(int x) const { return x + table[n]; }
};
template <class F, class G>
struct Composed {
  F f;
  G g;
  __device__ auto operator()(int x) const -> decltype(f(g(x))) { return f(g(x)); }
};
template <class F, class G>
__device__ Composed<F, G> compose(F f, G g) {
  return {f, g};
}
template <typename F>
__device__ void for_each(int n, F&& f) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) f(i);
}
__global__ void k(const int* in, int* out) {
  auto h = compose(Scale(3), Shift<2>{in});
  const int bias = 5;
  for_each(64, [&](int i) { out[i] = h(in[i]) + bias; });
}
}  // namespace functors

// out: int 64
namespace packed_bits {
__global__ void k(const int* in, int* out) {
  const unsigned x = in[threadIdx.x] * 0x9E3779B9u;
  unsigned r = __brev(x) ^ __byte_perm(x, ~x, 0x3715);
  r += __funnelshift_l(x, r, 9) - __funnelshift_rc(r, x, 40);
  r ^= __popc(x) << 3 | __clz(x) << 9 | __ffs(x) << 15;
  r += __vadd4(x, 0x01020304u) ^ __vmaxu4(x, 0x40404040u) ^ __vcmpgts4(x, r) ^ __vsubss2(x, r);
  r ^= __usad(x, r, 3u) + __umulhi(x, r) + (unsigned)__mulhi((int)x, (int)r) + __uhadd(x, r);
  out[threadIdx.x] = (int)r;
}
}  // namespace packed_bits

// out: unsigned long long 64
namespace hashes {
typedef unsigned long long u64;
__device__ __forceinline__ u64 rotl64(u64 x, int8_t r) { return (x << r) | (x >> (64 - r)); }
__device__ u64 fmix64(u64 k) {
  k ^= k >> 33;
  k *= 0xff51afd7ed558ccdULL;
  k ^= k >> 33;
  k *= UINT64_C(0xc4ceb9fe1a85ec53);
  return k ^ (k >> 33);
}
__device__ unsigned long long int splitmix(size_t& state) {
  state += 0x9E3779B97F4A7C15ull;
  return fmix64(state) ^ rotl64(state, 17);
}
__global__ void k(const int* in, unsigned long long* out) {
  size_t state = (size_t)in[threadIdx.x];
  u64 h = 14695981039346656037ull;
  for (int i = 0; i < 4; i++) h = (h ^ (splitmix(state) & 0xff)) * 1099511628211ull;
  h ^= __umul64hi(h, state) + (u64)__popcll(h) + (u64)(long long)(-7 / (int)(threadIdx.x + 1)) + (u64)((long long)h % 1000003);
  out[threadIdx.x] = h;
}
}  // namespace hashes

// out: int 64, grid 4
namespace bfs {
__device__ int visited[64];
__device__ unsigned int frontierSize;
__global__ void k(const int* in, int* out) {
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  for (int e = tid; e < 256; e += gridDim.x * blockDim.x) {
    const int to = (e * 7 + 3) & 63;
    if (atomicCAS(&visited[to], 0, 1) == 0) {
      const unsigned slot = atomicAdd(&frontierSize, 1u);
      out[slot] = 1;
    }
  }
}
}  // namespace bfs

// out: float 64, grid 4
namespace float_atomic_max {
__device__ __forceinline__ float atomicMaxf(float* address, float val) {
  int* address_as_int = (int*)address;
  int old = *address_as_int, assumed;
  while (val > __int_as_float(old)) {
    assumed = old;
    old = atomicCAS(address_as_int, assumed, __float_as_int(val));
    if (old == assumed) break;
  }
  return __int_as_float(old);
}
__device__ double atomicAddDouble(double* address, double val) {
  unsigned long long int* address_as_ull = (unsigned long long int*)address;
  unsigned long long int old = *address_as_ull, assumed;
  do {
    assumed = old;
    old = atomicCAS(address_as_ull, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
__device__ double sums[8];
__global__ void k(const int* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicMaxf(&out[i & 7], (float)((in[i] * 37) % 101));
  atomicAddDouble(&sums[i & 7], in[i] * 0.5);
  atomicAdd(&out[8 + (i & 15)], 0.25f);
}
}  // namespace float_atomic_max

// out: int 64, block 16 16, shared 4096
namespace carved_shared {
template <typename T>
struct SharedMemory {
  __device__ inline operator T*() {
    extern __shared__ int __smem[];
    return (T*)__smem;
  }
};
__global__ void k(const int* in, int* out) {
  extern __shared__ __align__(16) unsigned char raw[];
  float* tile = reinterpret_cast<float*>(raw);
  short* index = (short*)(tile + 16 * 17);
  uint8_t* flags = (uint8_t*)&index[256];
  const unsigned t = threadIdx.y * blockDim.x + threadIdx.x;
  tile[threadIdx.y * 17 + threadIdx.x] = in[t];
  index[t] = (short)(255 - t);
  flags[t] = t % 3 == 0;
  __syncthreads();
  const int v = (int)tile[threadIdx.x * 17 + threadIdx.y] + index[t ^ 1] + flags[index[t]];
  const int votes = __syncthreads_count(v & 1);
  if (t < 64) out[t] = v * 1000 + votes;
}
}  // namespace carved_shared

// out: int 64, grid 2 2 2, block 4 2 1
namespace three_dimensions {
struct Shape {
  int dims[3];
  struct {
    int x, y, z;
  } stride;
  __device__ int offset(const dim3& p) const { return p.x * stride.x + p.y * stride.y + p.z * stride.z; }
};
__device__ void fill(Shape& s, const int (&d)[3]) {
  for (int i = 0; i < 3; ++i) s.dims[i] = d[i];
  s.stride.x = 1;
  s.stride.y = d[0];
  s.stride.z = d[0] * d[1];
}
__global__ void k(const int* in, int* out) {
  Shape s;
  const int d[3] = {8, 4, 2};
  fill(s, d);
  dim3 p(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y, blockIdx.z);
  const int linear = s.offset(p);
  CHECK_BOUNDS(linear, 64);
  out[linear] = in[linear] * gridDim.z + DIV_UP(s.dims[0], 3);
}
}  // namespace three_dimensions

// out: int 64
namespace linked {
struct Node {
  int value;
  Node* next;
};
struct Table {
  const int* rows[4];
  int n;
};
__global__ void k(const int* in, int* out) {
  Node nodes[4];
  for (int i = 0; i < 4; i++) nodes[i] = Node{in[threadIdx.x] + i, i < 3 ? &nodes[i + 1] : nullptr};
  int sum = 0;
  for (Node* p = nodes; p; p = p->next) sum = sum * 2 + p->value;
  Table t = {{in, in + 64, in + 128, &in[192]}, 4};
  const int** rows = t.rows;
  for (int r = 0; r < t.n; ++r) sum += rows[r][threadIdx.x] * (r + 1);
  const int* const* pp = &t.rows[2];
  out[threadIdx.x] = sum + **pp + (int)(t.rows[3] - t.rows[1]);
}
}  // namespace linked

// out: float 64, block 8 8
namespace sgemm_float4 {
template <const int BM, const int BN, const int BK>
__device__ void multiply(const float* A, const float* B, float* C, int N) {
  __shared__ float As[BM * BK];
  __shared__ float Bs[BK * BN];
  const uint threadCol = threadIdx.x, threadRow = threadIdx.y;
  const uint t = threadRow * 8 + threadCol;
  float sum = 0.0;
  for (uint bk = 0; bk < N; bk += BK) {
    if (t < BM * BK / 4) {
      float4 tmp = reinterpret_cast<const float4*>(&A[t / (BK / 4) * N + bk])[t % (BK / 4)];
      As[(t % (BK / 4) * 4 + 0) * BM + t / (BK / 4)] = tmp.x;
      As[(t % (BK / 4) * 4 + 1) * BM + t / (BK / 4)] = tmp.y;
      As[(t % (BK / 4) * 4 + 2) * BM + t / (BK / 4)] = tmp.z;
      As[(t % (BK / 4) * 4 + 3) * BM + t / (BK / 4)] = tmp.w;
      FETCH_FLOAT4(Bs[t * 4]) = *(const float4*)(B + (bk + t * 4 / BN) * N + t * 4 % BN);
    }
    __syncthreads();
#pragma unroll
    for (uint dotIdx = 0; dotIdx < BK; ++dotIdx) sum += As[dotIdx * BM + threadRow] * Bs[dotIdx * BN + threadCol];
    __syncthreads();
  }
  C[t] = sum;
}
__device__ __align__(16) float a[64], b[64];
__global__ void k(const int* in, float* out) {
  const int t = threadIdx.y * 8 + threadIdx.x;
  a[t] = __ldg(&in[t]) % 7;
  b[t] = __ldg(in + 64 + t) % 5;
  __syncthreads();
  multiply<8, 8, 4>(a, b, out, 8);
}
}  // namespace sgemm_float4

// out: int 64
namespace radix_pass {
__device__ __forceinline__ unsigned lanemask_lt() { return (1u << (threadIdx.x & 31)) - 1; }
__global__ void k(const int* in, int* out) {
  __shared__ int buf[2][64];
  __shared__ int warpTotals[2];
  buf[0][threadIdx.x] = (in[threadIdx.x] * 41) & 63;
  __syncthreads();
  int from = 0;
  for (int bit = 0; bit < 6; bit++) {
    const int key = buf[from][threadIdx.x];
    const bool isZero = !((key >> bit) & 1);
    const unsigned ballot = __ballot_sync(FULL_MASK, isZero);
    const int warp = threadIdx.x / 32;
    if (threadIdx.x % 32 == 0) warpTotals[warp] = __popc(ballot);
    __syncthreads();
    const int zerosBefore = __popc(ballot & lanemask_lt()) + (warp ? warpTotals[0] : 0);
    const int zeros = warpTotals[0] + warpTotals[1];
    buf[from ^ 1][isZero ? zerosBefore : zeros + (int)threadIdx.x - zerosBefore] = key;
    from ^= 1;
    __syncthreads();
  }
  out[threadIdx.x] = buf[from][threadIdx.x];
}
}  // namespace radix_pass

// out: float 64
namespace nbody {
__device__ float3 bodyInteraction(float4 bi, float4 bj, float3 ai) {
  float3 r;
  r.x = bj.x - bi.x;
  r.y = bj.y - bi.y;
  r.z = bj.z - bi.z;
  float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + 0.5f;
  float invDist = 1.0f / sqrtf(distSqr);
  float s = bj.w * invDist * invDist * invDist;
  ai.x += r.x * s;
  ai.y += r.y * s;
  ai.z += r.z * s;
  return ai;
}
__global__ void k(const int* in, float* out) {
  __shared__ float4 shPosition[64];
  shPosition[threadIdx.x] = make_float4(in[threadIdx.x] % 4, in[threadIdx.x] / 4 % 4, in[threadIdx.x] / 16, 1 + threadIdx.x % 3);
  __syncthreads();
  float3 acc = {0.0f, 0.0f, 0.0f};
  for (unsigned j = 0; j < blockDim.x; j++) acc = bodyInteraction(shPosition[threadIdx.x], shPosition[j], acc);
  out[threadIdx.x] = rintf(acc.x * 100.f) + rintf(acc.y * 100.f) * 2 + rintf(acc.z * 100.f) * 4;
}
}  // namespace nbody

// out: int 64
namespace volatile_reduce {
template <unsigned blockSize>
__device__ void warpReduce(volatile int* sdata, unsigned tid) {
  if (blockSize >= 64) { sdata[tid] += sdata[tid + 32]; __syncwarp(); }
  if (tid < 16) sdata[tid] += sdata[tid + 16];
  __syncwarp();
  if (tid < 8) sdata[tid] += sdata[tid + 8];
  __syncwarp();
  if (tid < 4) sdata[tid] += sdata[tid + 4];
  __syncwarp();
  if (tid < 2) sdata[tid] += sdata[tid + 2];
  __syncwarp();
  if (tid < 1) sdata[tid] += sdata[tid + 1];
}
__global__ void k(const int* in, int* out) {
  __shared__ volatile int sdata[64];
  const unsigned tid = threadIdx.x;
  sdata[tid] = in[tid] * in[tid];
  __syncthreads();
  if (tid < 32) warpReduce<64>(sdata, tid);
  __syncthreads();
  out[tid] = tid == 0 ? sdata[0] : sdata[tid] != 0;
}
}  // namespace volatile_reduce

// out: int 64
namespace warp_aggregated {
__device__ int atomicAggInc(int* ctr) {
  auto g = cg::coalesced_threads();
  int warp_res;
  if (g.thread_rank() == 0) warp_res = atomicAdd(ctr, g.size());
  return g.shfl(warp_res, 0) + g.thread_rank();
}
__global__ void k(const int* in, int* out) {
  __shared__ int nres;
  if (threadIdx.x == 0) nres = 0;
  __syncthreads();
  out[threadIdx.x] = 0;
  __syncthreads();
  if (in[threadIdx.x] % 3 == 1) {
    const int slot = atomicAggInc(&nres);
    atomicAdd(&out[slot], 1);
  }
  __syncthreads();
  if (threadIdx.x == 63) out[63] = nres;
}
}  // namespace warp_aggregated

// out: int 64
namespace state_machine {
enum Token : unsigned char { SPACE, DIGIT, LETTER = 10, OTHER };
__device__ Token classify(char c) {
  switch (c) {
    case ' ':
    case '\t':
      return SPACE;
    case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
      return DIGIT;
    default:
      if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return LETTER;
  }
  return OTHER;
}
__device__ const char text[] = "int x1 = 42 + y; // what\tnow 7";
__global__ void k(const int* in, int* out) {
  const int i = in[threadIdx.x] % (int)(sizeof(text) - 1);
  const char* p = text + i;
  int words = 0;
  bool inside = false;
  do {
    const Token t = classify(*p);
    if (t == LETTER && !inside) words++;
    inside = t == LETTER || (inside && t == DIGIT);
  } while (*++p != '\0');
  out[threadIdx.x] = words * 100 + classify(text[i]);
}
}  // namespace state_machine

// out: double 64
namespace polynomials {
template <int N>
struct Horner {
  static __device__ double eval(const double* c, double x) { return c[0] + x * Horner<N - 1>::eval(c + 1, x); }
};
template <>
struct Horner<0> {
  static __device__ double eval(const double* c, double) { return c[0]; }
};
__host__ __device__ constexpr double factorial(int n) { return n <= 1 ? 1.0 : n * factorial(n - 1); }
__global__ void k(const int* in, double* out) {
  const double c[] = {1 / factorial(0), 1 / factorial(1), 1 / factorial(2), 1 / factorial(3), 1 / factorial(4)};
  const double x = in[threadIdx.x] / 64.0;
  out[threadIdx.x] = floor(Horner<4>::eval(c, x) * 1e6) + fma(x, 2.0, 1.0) + copysign(fmod(x * 10, 3.0), -1.0);
}
}  // namespace polynomials

// out: int 64
namespace pairwise_distance {
template <typename scalar_t, typename accscalar_t = std::conditional_t<std::is_same_v<scalar_t, int>, long long, double>>
struct dists {
  static __forceinline__ __device__ accscalar_t sign(accscalar_t v) { return (0 < v) - (v < 0); }
  struct one {
    static __forceinline__ __device__ void inc(accscalar_t& agg, const scalar_t diff, const scalar_t) { agg += diff < 0 ? -diff : diff; }
    static __forceinline__ __device__ accscalar_t finish(const accscalar_t agg, const scalar_t) { return agg; }
  };
  struct two {
    static __forceinline__ __device__ void inc(accscalar_t& agg, const scalar_t diff, const scalar_t) { agg += (accscalar_t)diff * diff; }
    static __forceinline__ __device__ accscalar_t finish(const accscalar_t agg, const scalar_t p) { return agg * sign(p); }
  };
};
template <typename scalar_t, typename F>
__device__ auto distance(const scalar_t* a, const scalar_t* b, int m, scalar_t p) {
  decltype(F::finish(0, p)) agg = 0;
  const scalar_t* const end = a + m;
  for (; a != end; a++, b++) F::inc(agg, *a - *b, p);
  return F::finish(agg, p);
}
__global__ void k(const int* in, int* out) {
  const int* row = in + threadIdx.x;
  out[threadIdx.x] = (int)distance<int, dists<int>::one>(row, in + 100, 8, 1) + (int)distance<int, typename dists<int>::two>(row, in + 9, 8, -2);
}
}  // namespace pairwise_distance

// out: int 64
namespace memory_tricks {
template <typename T, int N>
struct alignas(sizeof(T) * N) Vec {
  T val[N];
};
template <int N>
__device__ void load_store(int* dst, const int* src) {
  using V = Vec<int, N>;
  V v = *reinterpret_cast<const V*>(src);
#pragma unroll
  for (int j = 0; j < N; ++j) v.val[j] = v.val[j] * 2 + j;
  *reinterpret_cast<V*>(dst) = v;
}
__global__ void k(const int* in, int* out) {
  if (threadIdx.x < 16) load_store<4>(out + threadIdx.x * 4, in + threadIdx.x * 4);
  __syncthreads();
  float f = out[threadIdx.x];
  unsigned bits;
  memcpy(&bits, &f, sizeof(bits));
  uchar4 bytes = *reinterpret_cast<uchar4*>(&bits);
  int local[8] = {};
  memset(local, 0x01, 4 * sizeof(int));
  out[threadIdx.x] = bytes.w * 65536 + bytes.z * 256 + bytes.y + local[threadIdx.x & 7] % 100;
}
}  // namespace memory_tricks

// out: unsigned 64
namespace random_numbers {
struct Philox {
  uint4 counter;
  uint2 key;
  static __device__ uint2 mulhilo(unsigned a, unsigned b) { return make_uint2(a * b, __umulhi(a, b)); }
  __device__ uint4 operator()() {
    uint4 c = counter;
    uint2 k = key;
    for (int i = 0; i < 10; i++) {
      const uint2 p0 = mulhilo(0xD2511F53u, c.x), p1 = mulhilo(0xCD9E8D57u, c.z);
      c = {p1.y ^ c.y ^ k.x, p1.x, p0.y ^ c.w ^ k.y, p0.x};
      k.x += 0x9E3779B9u;
      k.y += 0xBB67AE85u;
    }
    counter.x++;
    return c;
  }
};
__device__ unsigned xorshift(unsigned& s) { return s ^= s << 13, s ^= s >> 17, s ^= s << 5; }
__global__ void k(const int* in, unsigned* out) {
  Philox g{make_uint4(in[threadIdx.x], 0, 0, 0), make_uint2(42u, 7u)};
  const uint4 a = g(), b = g();
  unsigned s = a.x | 1;
  out[threadIdx.x] = a.x ^ a.y ^ b.z ^ b.w ^ xorshift(s) ^ xorshift(s);
}
}  // namespace random_numbers
