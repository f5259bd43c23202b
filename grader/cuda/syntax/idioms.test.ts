import { describe, expect, it } from "vitest";
import { showFile } from "#testing/tree-text.ts";
import { parse } from "./parse.ts";

/** Idioms of published code, each with the nodes that its tree must contain. */
const IDIOMS: readonly { readonly title: string; readonly text: string; readonly holds: readonly string[] }[] = [
  {
    title: "a tiled matrix product with template parameters",
    text: `
#include <cuda_runtime.h>
template <typename T, int TILE = 32>
__global__ void __launch_bounds__(TILE * TILE) matmul(const T* __restrict__ A, const T* __restrict__ B, T* __restrict__ C, int n) {
  __shared__ T a[TILE][TILE], b[TILE][TILE + 1];
  const int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  T sum = T(0);
  for (int t = 0; t < (n + TILE - 1) / TILE; ++t) {
    a[threadIdx.y][threadIdx.x] = row < n && t * TILE + threadIdx.x < n ? A[row * n + t * TILE + threadIdx.x] : T{};
    b[threadIdx.y][threadIdx.x] = B[(t * TILE + threadIdx.y) * n + col];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE; k++) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
    __syncthreads();
  }
  if (row < n && col < n) C[row * n + col] = sum;
}
template __global__ void matmul<float, 16>(const float*, const float*, float*, int);`,
    holds: [
      "(fn global <T TILE:int=32> matmul (A:(ptr restrict const T) B:(ptr restrict const T) C:(ptr restrict T) n:int) void",
      "(var shared a:(array TILE (array TILE T)), b:(array TILE (array (+ TILE 1) T)))",
      "(? (&& (< row n) (< (+ (* t TILE) (. threadIdx x)) n)) ([] A (+ (+ (* row n) (* t TILE)) (. threadIdx x))) (make{} T))",
      "(+= sum (* ([] ([] a (. threadIdx y)) k) ([] ([] b k) (. threadIdx x))))",
    ],
  },
  {
    title: "a reduction by warp shuffles",
    text: `
__inline__ __device__ float warpReduceSum(float val) {
  for (int offset = warpSize / 2; offset > 0; offset >>= 1) val += __shfl_down_sync(0xffffffffu, val, offset);
  return val;
}
__global__ void reduce(const float *in, float *out, int n) {
  static __shared__ float shared[32];
  int lane = threadIdx.x % warpSize, wid = threadIdx.x / warpSize;
  float sum = 0.f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += in[i];
  sum = warpReduceSum(sum);
  if (lane == 0) shared[wid] = sum;
  __syncthreads();
  sum = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
  if (wid == 0) sum = warpReduceSum(sum);
  if (threadIdx.x == 0) atomicAdd(out, sum);
}`,
    holds: [
      "(for (var offset:int = (/ warpSize 2)) (> offset 0) (>>= offset 1) (+= val (call __shfl_down_sync 0xffffffffu val offset)))",
      "(var shared static shared:(array 32 float))",
      "(= sum (? (< (. threadIdx x) (/ (. blockDim x) warpSize)) ([] shared lane) 0))",
    ],
  },
  {
    title: "cooperative groups",
    text: `
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
template <unsigned int N> __device__ int sum(cg::thread_block_tile<N> tile, int v) {
  for (int i = tile.size() / 2; i > 0; i /= 2) v += tile.shfl_down(v, i);
  return v;
}
__global__ void k(int* out) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  cg::thread_block_tile<4, cg::thread_block> four = cg::tiled_partition<4>(block);
  int v = cg::reduce(tile, (int)block.thread_rank(), cg::plus<int>());
  if (tile.thread_rank() == 0) out[tile.meta_group_rank()] = sum<32>(tile, v);
  block.sync();
}`,
    holds: [
      "(fn device <N:unsigned int> sum (tile:cooperative_groups::thread_block_tile<N> v:int) int",
      "(var block:cooperative_groups::thread_block = (call cooperative_groups::this_thread_block))",
      "(var tile:auto = (call cooperative_groups::tiled_partition<32> block))",
      "(call cooperative_groups::reduce tile (as int (call (. block thread_rank))) (call cooperative_groups::plus<type int>))",
      "(call sum<32> tile v)",
    ],
  },
  {
    title: "vector loads through casts",
    text: `
#define FLOAT4(pointer) (reinterpret_cast<float4*>(&(pointer))[0])
__global__ void add(float* a, float* b, float* c, int n) {
  int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) {
    float4 x = FLOAT4(a[i]), y = *(const float4*)&b[i], z;
    z.x = x.x + y.x; z.y = x.y + y.y; z.z = x.z + y.z; z.w = x.w + y.w;
    *reinterpret_cast<float4*>(c + i) = z;
    ((float2*)c)[i / 2] = make_float2(x.x, (float)i * y.y);
  }
}`,
    holds: [
      "([] (reinterpret as (ptr float4) (& ([] a i))) 0)",
      "y:float4 = (* (as (ptr const float4) (& ([] b i))))",
      "(= (* (reinterpret as (ptr float4) (+ c i))) z)",
      "(= ([] (as (ptr float2) c) (/ i 2)) (call make_float2 (. x x) (* (as float i) (. y y))))",
    ],
  },
  {
    title: "a struct with operators",
    text: `
struct __align__(8) Complex {
  float re, im;
  __host__ __device__ Complex(float re = 0, float im = 0) : re(re), im(im) {}
  __device__ Complex operator+(const Complex& o) const { return Complex(re + o.re, im + o.im); }
  __device__ Complex operator*(const Complex& o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
  __device__ float norm2() const { return re * re + im * im; }
};
__device__ int julia(int x, int y) {
  Complex c(-0.8f, 0.156f), a((float)x / 500 - 1, 1.5f * (float)(250 - y) / 250);
  int i = 0;
  for (i = 0; i < 200; i++) {
    a = a * a + c;
    if (a.norm2() > 1000) return 0;
  }
  return 1;
}`,
    holds: [
      "(struct Complex align 8 (var re:float, im:float)",
      "(fn device host Complex (re:float=0 im:float=0) void :re (re) :im (im) {})",
      "(return {(- (* re (. o re)) (* im (. o im))) (+ (* re (. o im)) (* im (. o re)))})",
      "a:Complex ((- (/ (as float x) 500) 1) (/ (* 1.5f (as float (- 250 y))) 250))",
      "(= a (+ (* a a) c))",
    ],
  },
  {
    title: "a program with its host",
    text: `
#include <cstdio>
#include <vector>
#define CHECK(call)                                                                    \\
  do {                                                                                 \\
    cudaError_t err = (call);                                                          \\
    if (err != cudaSuccess) {                                                          \\
      fprintf(stderr, "%s:%d: %s\\n", __FILE__, __LINE__, cudaGetErrorString(err));   \\
      exit(EXIT_FAILURE);                                                              \\
    }                                                                                  \\
  } while (0)
const int N = 1 << 20;
__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
int main(void) {
  std::vector<float> h(N, 1.0f);
  float *x, *y;
  CHECK(cudaMalloc(&x, N * sizeof(float)));
  CHECK(cudaMalloc((void**)&y, sizeof(*y) * N));
  CHECK(cudaMemcpy(x, h.data(), N * sizeof(float), cudaMemcpyHostToDevice));
  dim3 block(256), grid((N + block.x - 1) / block.x);
  for (int i = 0; i < 10; i++) saxpy<<<grid, block>>>(N, 2.0f, x, y);
  saxpy<<<(N + 255) / 256, 256, 0, 0>>>(N, 2.0f, x, y);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  cudaFree(x);
  return 0;
}`,
    holds: [
      "(do {(var err:cudaError_t = (call cudaMalloc (& x) (* N (sizeof type float)))) (if (!= err cudaSuccess)",
      '(call fprintf stderr "%s:%d: %s\\n" "kernel.cu" 20 (call cudaGetErrorString err))',
      "(call cudaMalloc (as (ptr (ptr void)) (& y)) (* (sizeof (* y)) N))",
      "(var block:dim3 (256), grid:dim3 ((/ (- (+ N (. block x)) 1) (. block x))))",
      "(launch saxpy <grid block> N 2.0f x y)",
      "(launch saxpy <(/ (+ N 255) 256) 256 0 0> N 2.0f x y)",
    ],
  },
  {
    title: "dynamic shared memory behind a template",
    text: `
template <class T> struct SharedMemory {
  __device__ inline operator T*() { extern __shared__ int __smem[]; return (T*)__smem; }
  __device__ inline operator const T*() const { extern __shared__ int __smem[]; return (T*)__smem; }
};
template <> struct SharedMemory<double> {
  __device__ inline operator double*() { extern __shared__ double __smem_d[]; return (double*)__smem_d; }
};
template <class T, unsigned int blockSize, bool nIsPow2> __global__ void reduce6(T* g_idata, T* g_odata, unsigned int n) {
  T* sdata = SharedMemory<T>();
  unsigned int tid = threadIdx.x;
  T mySum = 0;
  if (nIsPow2 || tid + blockSize < n) mySum += g_idata[tid + blockSize];
  if ((blockSize >= 512) && (tid < 256)) sdata[tid] = mySum = mySum + sdata[tid + 256];
  g_odata[blockIdx.x] = mySum;
}
void go(int n, float* d) {
  switch (n) {
    case 512: reduce6<float, 512, true><<<1, 512, n * sizeof(float)>>>(d, d, n); break;
    case 256: reduce6<float, 256, false><<<1, 256, n * sizeof(float)>>>(d, d, n); break;
  }
}`,
    holds: [
      "(fn device operator T * () (ptr T) {(var shared extern __smem:(array int)) (return (as (ptr T) __smem))})",
      "(struct SharedMemory<type double>",
      "(var sdata:(ptr T) = (call SharedMemory<type T>))",
      "(if (|| nIsPow2 (< (+ tid blockSize) n)) (+= mySum ([] g_idata (+ tid blockSize))))",
      "(= ([] sdata tid) (= mySum (+ mySum ([] sdata (+ tid 256)))))",
      "(512: (launch reduce6<type float, 512, true> <1 512 (* n (sizeof type float))> d d n) (break))",
    ],
  },
  {
    title: "a histogram in shared memory",
    text: `
#define BINS 256
__global__ void histogram(const unsigned char* __restrict__ data, unsigned int* bins, long n) {
  __shared__ unsigned int local[BINS];
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) local[b] = 0u;
  __syncthreads();
  for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x) atomicAdd(&local[data[i]], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < BINS; b += blockDim.x)
    if (local[b]) atomicAdd(bins + b, local[b]);
}`,
    holds: [
      "(var i:long = (+ (* (. blockIdx x) (as long (. blockDim x))) (. threadIdx x)))",
      "(+= i (* (as long (. gridDim x)) (. blockDim x)))",
      "(if ([] local b) (call atomicAdd (+ bins b) ([] local b)))",
    ],
  },
  {
    title: "a functor and a lambda passed to a kernel",
    text: `
template <typename F> __global__ void forEach(int n, F f) {
  const auto i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}
struct Square { float* x; __device__ void operator()(int i) const { x[i] *= x[i]; } };
void run(float* x, int n) {
  forEach<<<n / 256, 256>>>(n, Square{x});
  forEach<<<n / 256, 256>>>(n, [=] __device__(int i) { x[i] = x[i] < 0 ? -x[i] : x[i]; });
}`,
    holds: [
      "(fn device const operator() (i:int) void {(*= ([] x i) ([] x i))})",
      "(launch forEach <(/ n 256) 256> n (make{} Square x))",
      "(lambda [=] (i:int) {(= ([] x i) (? (< ([] x i) 0) (- ([] x i)) ([] x i)))})",
    ],
  },
  {
    title: "a convolution with constant weights",
    text: `
#define RADIUS 4
#define AT(r, c) in[min(max((r), 0), h - 1) * w + min(max((c), 0), w - 1)]
__constant__ float weights[2 * RADIUS + 1];
__global__ void blur(const float* in, float* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float sum = 0;
#pragma unroll 9
  for (int d = -RADIUS; d <= RADIUS; ++d) sum += weights[d + RADIUS] * AT(y, x + d);
  out[y * w + x] = sum;
}
void setup(const float* h) { cudaMemcpyToSymbol(weights, h, sizeof weights); }`,
    holds: [
      "(var constant weights:(array (+ (* 2 4) 1) float))",
      "(if (|| (>= x w) (>= y h)) (return))",
      "(* ([] weights (+ d 4)) ([] in (+ (* (call min (call max y 0) (- h 1)) w) (call min (call max (+ x d) 0) (- w 1)))))",
      "(call cudaMemcpyToSymbol weights h (sizeof weights))",
    ],
  },
  {
    title: "half precision and bits",
    text: `
#include <cuda_fp16.h>
union Bits { float f; unsigned int u; };
__device__ __forceinline__ unsigned int key(float x) {
  Bits b; b.f = x;
  unsigned int mask = -int(b.u >> 31) | 0x80000000;
  return b.u ^ mask;
}
__global__ void axpy(half2* y, const half2* __restrict__ x, half a, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  half2 a2 = __half2half2(a);
  if (i < n >> 1) y[i] = __hfma2(a2, __ldg(x + i), y[i]);
  unsigned m = __ballot_sync(0xffffffff, i & 1);
  int rank = __popc(m & ((1u << (threadIdx.x & 31)) - 1)), leader = __ffs(m) - 1;
}`,
    holds: [
      "(union Bits (var f:float) (var u:unsigned int))",
      "(var mask:unsigned int = (| (- (make int (>> (. b u) 31))) 0x80000000))",
      "(if (< i (>> n 1)) (= ([] y i) (call __hfma2 a2 (call __ldg (+ x i)) ([] y i))))",
      "(call __popc (& m (- (<< 1u (& (. threadIdx x) 31)) 1)))",
    ],
  },
  {
    title: "a guard for old architectures",
    text: `
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
__device__ double atomicAdd(double* address, double val) {
  unsigned long long int* address_as_ull = (unsigned long long int*)address;
  return *address_as_ull;
}
#endif
__device__ float atomicMaxFloat(float* address, float value) {
  int *as_int = (int*)address, old = *as_int, assumed;
  do {
    assumed = old;
    old = atomicCAS(as_int, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));
  } while (assumed != old);
  return __int_as_float(old);
}`,
    holds: [
      "(var as_int:(ptr int) = (as (ptr int) address), old:int = (* as_int), assumed:int)",
      "(do {(= assumed old) (= old (call atomicCAS as_int assumed",
      "(!= assumed old))",
    ],
  },
  {
    title: "namespaces, aliases and constants",
    text: `
namespace config {
constexpr int kBlock = 128;
enum class Mode : int { Row, Column = 5 };
template <typename T> using Pointer = T*;
namespace detail { __device__ __forceinline__ int clamp(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; } }
}
using config::kBlock;
using Float = float;
typedef struct { Float x, y; } Point;
template <config::Mode M> __global__ void k(config::Pointer<Point> p, int n) {
  static_assert(kBlock % 32 == 0, "whole warps");
  Point& mine = p[config::detail::clamp(threadIdx.x, 0, n - 1)];
  if constexpr (M == config::Mode::Row) mine.x += (Float)kBlock; else mine.y -= Float(kBlock);
}
void go(Point* p) { k<config::Mode::Column><<<1, kBlock>>>(p, 3); }`,
    holds: [
      "(fn device config::detail::clamp (v:int lo:int hi:int) int {(return (? (< v lo) lo (? (> v hi) hi v)))})",
      "(alias <T> config::Pointer (ptr T))",
      "(fn global <M:config::Mode> k (p:config::Pointer<type Point> n:int) void",
      '(static-assert (== (% config::kBlock 32) 0) "whole warps")',
      "(if constexpr (== M config::Mode::Row) (+= (. mine x) (as Float config::kBlock)) (-= (. mine y) (call Float config::kBlock)))",
      "(launch k<config::Mode::Column> <1 config::kBlock> p 3)",
    ],
  },
];

describe("CUDA as people write it", () => {
  it.each(IDIOMS)("$title", ({ text, holds }) => {
    const tree = showFile(parse(text));
    for (const part of holds) expect(tree).toContain(part);
  });
});
