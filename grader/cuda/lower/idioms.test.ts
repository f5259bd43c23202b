import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { parseLaunch } from "../launch/launch.ts";
import { runLaunch } from "../launch/run-launch.ts";
import { parse } from "../syntax/parse.ts";
import type { TemplateArgument } from "../syntax/tree.ts";
import { compileProgram } from "../compile.ts";

type Element = "int" | "unsigned" | "float" | "double" | "long long";

const VIEWS = { int: Int32Array, unsigned: Uint32Array, float: Float32Array, double: Float64Array, "long long": BigInt64Array } as const;

interface Idiom {
  readonly name: string;
  readonly text: string;
  /** The length of the array `out`, which the kernel gets after `in`, an array of ints that holds its indexes. */
  readonly type?: Element;
  readonly length?: number;
  readonly block?: readonly [number, number, number];
  readonly grid?: readonly [number, number, number];
  readonly sharedBytes?: number;
  readonly templateArguments?: readonly TemplateArgument[];
  /** The value of `out[i]` afterwards. */
  readonly expected: (i: number) => number | bigint;
  readonly printed?: readonly string[];
}

const value = (text: string): TemplateArgument => ({ kind: "value", value: { kind: "number", text, span: { from: 0, to: 0 } } });
const type = (name: string): TemplateArgument => ({
  kind: "type",
  type: { kind: "named", name, templateArguments: undefined, isConst: false, span: { from: 0, to: 0 } },
});

function run({
  text,
  type: element = "int",
  length = 64,
  block = [64, 1, 1],
  grid = [1, 1, 1],
  sharedBytes = 0,
  templateArguments = [],
}: Idiom) {
  const launch = parseLaunch({
    kernel: "k",
    grid,
    block,
    sharedBytes,
    arguments: [
      { array: "in", type: "int", length: 256, fill: "index" },
      { array: "out", type: element, length },
    ],
  });
  const result = runLaunch(compileProgram(parse(text), "k", templateArguments), launch, { device: h200 });
  const { address } = result.arrays[1]!;
  const bytes = VIEWS[element].BYTES_PER_ELEMENT * length;
  const out = new VIEWS[element](result.memory.u8.slice(address, address + bytes).buffer);
  return { out: [...out], findings: result.findings.map(({ message }) => message), printed: result.printed.map((line) => line.text) };
}

/** `t` is the thread's number; a `k` is the kernel. */
const K = "__global__ void k(const int* in, int* out) { const int t = threadIdx.x;";

const IDIOMS: readonly Idiom[] = [
  {
    name: "a tile's place as a tuple",
    text: `#include <tuple>
${K} auto place = [&](int tile) -> std::tuple<int, int> { return {tile / 8 * 100, tile % 8}; };
  auto [row, column] = place(t); auto three = std::make_tuple(row, column, 1000); out[t] = row + std::get<1>(three) + std::get<2>(three); }`,
    expected: (i) => Math.floor(i / 8) * 100 + (i % 8) + 1000,
  },
  {
    name: "a warp reduction as a template",
    text: `template <typename T> __inline__ __device__ T warpSum(T v) { for (int d = warpSize / 2; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d); return v; }
${K} int s = warpSum(in[t]); out[t] = t % 32 == 0 ? s : -1; }`,
    expected: (i) => (i % 32 === 0 ? 496 + 32 * i : -1),
  },
  {
    name: "a block reduction with a functor",
    text: `struct Max { __device__ int operator()(int a, int b) const { return a > b ? a : b; } };
template <class Op> __device__ int blockReduce(int v, Op op) {
  __shared__ int part[32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (int d = 16; d; d /= 2) v = op(v, __shfl_xor_sync(~0u, v, d));
  if (!lane) part[warp] = v;
  __syncthreads();
  v = lane < blockDim.x / 32 ? part[lane] : part[0];
  for (int d = 16; d; d /= 2) v = op(v, __shfl_xor_sync(~0u, v, d));
  return v;
}
${K} out[t] = blockReduce(in[t] * 3, Max{}); }`,
    expected: () => 189,
  },
  {
    name: "a functor without fields that a template hands on to another",
    text: `struct Max { __device__ int operator()(int a, int b) const { return a > b ? a : b; } };
template <class Op> __device__ int warpReduce(int v, Op op) { for (int d = 16; d; d /= 2) v = op(v, __shfl_xor_sync(~0u, v, d)); return v; }
template <class Op> __device__ int twice(int v, Op op) { Op own = op; return warpReduce(warpReduce(v, op), own); }
${K} out[t] = twice(in[t], Max{}); }`,
    expected: (i) => (i < 32 ? 31 : 63),
  },
  {
    name: "a template that is only declared, with its specializations",
    text: `template <typename T> __device__ T least();
template <> __device__ float least<float>() { return -2.5f; }
template <> __device__ int least<int>() { return -7; }
template <typename T> __device__ T twice(T x);
template <> __device__ int twice<int>(int x) { return 2 * x; }
${K} out[t] = -least<int>() + (int)(2 * least<float>()) + twice(in[t]); }`,
    expected: (i) => 2 + 2 * i,
  },
  {
    name: "a template as the argument of a template",
    text: `template <typename T> struct Sum { __device__ T operator()(const T& a, const T& b) const { return a + b; } };
template <typename T> struct Max { __device__ T operator()(const T& a, const T& b) const { return a < b ? b : a; } };
template <template <typename> class Op, typename T, int width = 32> __device__ T reduce(T v) { for (int d = width / 2; d; d /= 2) v = Op<T>()(v, __shfl_xor_sync(~0u, v, d)); return v; }
template <typename T, template <typename> class Op = Max> struct Two { T x; __device__ T with(T y) { Op<T> op; return op(x, y); } };
${K} Two<int> two{in[t]}; Two<float, Sum> sum{0.5f}; out[t] = reduce<Sum, int, 2>(in[t]) + two.with(9) + (int)(2 * sum.with(1)); }`,
    expected: (i) => 4 * Math.floor(i / 2) + 1 + Math.max(i, 9) + 3,
  },
  {
    name: "an enumeration that a typedef names",
    text: `typedef enum { SUM = 3, MEAN, MAX = 9 } Reduction;
${K} Reduction r = t % 2 ? Reduction::MAX : MEAN; out[t] = r == Reduction::MAX ? (int)r : r + Reduction::SUM; }`,
    expected: (i) => (i % 2 ? 9 : 7),
  },
  {
    name: "one shared array for each instance of a template",
    text: `template <int n> __device__ int* box() { __shared__ int b[64]; return b; }
${K} box<1>()[t] = t; box<2>()[t] = 2 * t; __syncthreads(); out[t] = box<1>()[63 - t] + box<2>()[63 - t]; }`,
    expected: (i) => 3 * (63 - i),
  },
  {
    name: "a grid-stride loop",
    text: `${K} for (int i = blockIdx.x * blockDim.x + t; i < 64; i += blockDim.x * gridDim.x) out[i] += in[i] + 1; }`,
    block: [10, 1, 1],
    grid: [3, 1, 1],
    expected: (i) => i + 1,
  },
  {
    name: "float4 through a cast",
    text: `${K} if (t < 16) { int4 v = reinterpret_cast<const int4*>(in)[t]; v.x += v.w; reinterpret_cast<int4*>(out)[t] = v; } }`,
    expected: (i) => (i % 4 === 0 ? 2 * i + 3 : i),
  },
  {
    name: "a cast of a reference",
    text: `#define INT4(p) (reinterpret_cast<int4*>(&(p))[0])\n#define CINT4(p) (reinterpret_cast<const int4*>(&(p))[0])\n${K} if (t % 4 == 0) INT4(out[t]) = CINT4(in[t]); }`,
    expected: (i) => i,
  },
  {
    name: "registers seen as a vector",
    text: `${K} int r[4]; *(int2*)&r[0] = make_int2(t, 2 * t); *(int2*)&r[2] = make_int2(3, 4); out[t] = r[0] + r[1] + r[2] * r[3]; }`,
    expected: (i) => 3 * i + 12,
  },
  {
    name: "a struct with operators, methods and constructors",
    text: `struct V { int x, y; __device__ V(int a = 0, int b = 1) : x(a), y(b) {} __device__ V operator+(const V& o) const { return V(x + o.x, y + o.y); } __device__ V& operator*=(int s) { x *= s; y *= s; return *this; } __device__ int dot(V o) const { return x * o.x + y * o.y; } };
${K} V a(t, 2), b; V c = a + b; (c *= 2) *= 3; out[t] = c.dot(V(1, 10)); }`,
    expected: (i) => 6 * i + 180,
  },
  {
    name: "operators outside of a struct",
    text: `__device__ int2 operator+(int2 a, int2 b) { return make_int2(a.x + b.x, a.y + b.y); } __device__ void operator+=(int2& a, int b) { a.x += b; }\n${K} int2 v = make_int2(t, 1) + make_int2(2, 3); v += 5; out[t] = v.x * 10 + v.y; }`,
    expected: (i) => (i + 7) * 10 + 4,
  },
  {
    name: "static functions of a struct",
    text: `struct Add { static constexpr int zero = 7; static __device__ int apply(int a, int b) { return a + b; } };\ntemplate <class Op> __device__ int fold(int a) { return Op::apply(a, Op::zero); }\n${K} out[t] = fold<Add>(t); }`,
    expected: (i) => i + 7,
  },
  {
    name: "a method defined outside of its struct",
    text: `struct P { int v; __device__ int twice(int by) const; };\n__device__ int P::twice(int by) const { return 2 * v + by; }\n${K} P p{t}; out[t] = p.twice(1); }`,
    expected: (i) => 2 * i + 1,
  },
  {
    name: "a member of a base template, named with it",
    text: `template <typename T> struct Pointer { T* data; __device__ Pointer(T* given) : data(given) {} };
      template <typename T> struct Row : public Pointer<T> {
        size_t step;
        __device__ Row(T* given, size_t bytes) : Pointer<T>(given), step(bytes) {}
        __device__ T* at(int y) const { return (T*)((char*)Pointer<T>::data + y * step); }
      };
      __global__ void k(int* in, int* out) { Row<int> rows(in, 8); out[threadIdx.x] = rows.at(threadIdx.x % 4)[1]; }`,
    expected: (t) => 2 * (t % 4) + 1,
  },
  {
    name: "a struct with a base",
    text: `struct A { int a = 3; __device__ int get() const { return a; } }; struct B : A { int b; __device__ int sum() const { return get() + b; } };\n__device__ int read(const A& a) { return a.a; }\n${K} B x; x.b = t; x.a += 1; out[t] = x.sum() + read(x); }`,
    expected: (i) => i + 8,
  },
  {
    name: "a conversion operator and a converting constructor",
    text: `struct M { int v; __device__ M(int x) : v(x * 2) {} __device__ operator int() const { return v + 1; } };\n__device__ int take(M m) { return m; }\n${K} M m = t; int i = m; out[t] = i + take(5); }`,
    expected: (i) => 2 * i + 1 + 11,
  },
  {
    name: "pointers whose type is left to their value",
    text: `template <typename T> __device__ void copyRow(T *to, const T *from) { const int t = int(threadIdx.x) - 4; auto *target = to + 4; const auto *row = from + threadIdx.x; auto **both = &target; (*both)[t] = *row; }\n${K} copyRow(out, in); auto *own = &out[t], *other = out; *own += other == out; }`,
    expected: (i) => i + 1,
  },
  {
    name: "lambdas by value and by reference",
    text: `${K} int a = t, b = 1; auto copy = [=](int x) { return a + x; }; auto add = [&](int x) { b += x; }; a = 100; add(copy(1)); add(2); out[t] = a + b; }`,
    expected: (i) => 100 + 1 + i + 1 + 2,
  },
  {
    name: "a lambda handed to a template",
    text: `template <typename F> __device__ void each(int n, F f) { for (int i = 0; i < n; i++) f(i); }\n${K} int s = 0; each(4, [&](int i) { if (i == 2) return; s += i * t; }); out[t] = s; }`,
    expected: (i) => 4 * i,
  },
  {
    name: "a function handed to a template",
    text: `__device__ int sq(int x) { return x * x; }\ntemplate <typename F> __device__ int apply(F f, int x) { return f(x) + 1; }\n${K} out[t] = apply(sq, t); }`,
    expected: (i) => i * i + 1,
  },
  {
    name: "constant memory with contents",
    text: `__constant__ int weights[4] = {1, 2, 3};\n${K} out[t] = weights[t & 3]; }`,
    expected: (i) => [1, 2, 3, 0][i & 3]!,
  },
  {
    name: "tables of constants at file scope",
    text: `constexpr int table[2][2] = {{1, 2}, {3, 4}}; static const int K1 = 5; const float* hostPointer;\n${K} out[t] = table[t & 1][(t >> 1) & 1] * K1; }`,
    expected: (i) =>
      [
        [1, 2],
        [3, 4],
      ][i & 1]![(i >> 1) & 1]! * 5,
  },
  {
    name: "dynamic shared memory carved into arrays",
    sharedBytes: 64 * 4 + 64 * 8,
    text: `${K} extern __shared__ __align__(16) unsigned char raw[]; double* d = reinterpret_cast<double*>(raw); int* n = (int*)(d + blockDim.x); d[t] = t * 0.5; n[t] = t; __syncthreads(); out[t] = (int)(d[63 - t] * 2) + n[t ^ 1]; }`,
    expected: (i) => 63 - i + (i ^ 1),
  },
  {
    name: "dynamic shared memory declared at file scope",
    sharedBytes: 256,
    text: `extern __shared__ int pool[];\n${K} pool[t] = in[t]; __syncthreads(); out[t] = pool[63 - t]; }`,
    expected: (i) => 63 - i,
  },
  {
    name: "dynamic shared memory as a struct of a template, whose parts are aligned",
    sharedBytes: 640,
    text: `template <int N> struct Tiles { alignas(128) int a[N]; alignas(128) int b[N]; int n; };\n${K} __shared__ char before[5]; extern __shared__ Tiles<64> s; before[0] = 1; s.a[t] = t; s.b[t] = 10 * t; if (t == 0) s.n = sizeof(s); __syncthreads(); int* flat = s.a; out[t] = s.a[63 - t] + s.b[t ^ 1] + flat[64 + t] + s.n + ((size_t)&s.b - (size_t)&s) + (size_t)&s % 128; }`,
    expected: (i) => 63 - i + 10 * (i ^ 1) + 10 * i + 640 + 256,
  },
  {
    name: "a reference and a pointer whose names stand in parentheses",
    text: `struct Tile { int x[64]; };\n${K} __shared__ int s[128]; Tile (&tile) = *reinterpret_cast<Tile*>(s); int (*own) = s + 64; tile.x[t] = t; own[t] = in[t]; __syncthreads(); out[t] = tile.x[63 - t] + s[64 + t] - in[t]; }`,
    expected: (i) => 63 - i,
  },
  {
    name: "a struct of tiles that begins at a multiple of 1024",
    text: `struct __align__(1024) Tiles { int a[64]; alignas(8) unsigned long long full[2]; };\n${K} __shared__ char before[5]; __shared__ Tiles s; before[0] = 1; s.a[t] = t; __syncthreads(); out[t] = s.a[63 - t] + sizeof(Tiles) + (size_t)&s % 1024; }`,
    expected: (i) => 63 - i + 1024,
  },
  {
    name: "dynamic shared memory as one number, and as an array with a length",
    sharedBytes: 256,
    text: `${K} extern __shared__ int n; if (t == 5) n = 7; __syncthreads(); int own = n; __syncthreads(); extern __shared__ int tile[16]; tile[t] = t; __syncthreads(); out[t] = own + tile[63 - t] + sizeof(tile); }`,
    expected: (i) => 7 + 63 - i + 64,
  },
  {
    name: "two dimensions of threads",
    block: [8, 4, 2],
    text: `__global__ void k(const int* in, int* out) { int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z; dim3 b = blockDim; out[(z * b.y + y) * b.x + x] = x + 10 * y + 100 * z; }`,
    expected: (i) => (i % 8) + 10 * (Math.floor(i / 8) % 4) + 100 * Math.floor(i / 32),
  },
  {
    name: "a tile with padding",
    block: [8, 8, 1],
    text: `__global__ void k(const int* in, int* out) { __shared__ int tile[8][8 + 1]; tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 8 + threadIdx.x]; __syncthreads(); out[threadIdx.y * 8 + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; }`,
    expected: (i) => (i % 8) * 8 + Math.floor(i / 8),
  },
  {
    name: "a pointer to rows",
    text: `${K} const int (*rows)[16] = reinterpret_cast<const int (*)[16]>(in); out[t] = rows[t & 3][t >> 2]; }`,
    expected: (i) => (i & 3) * 16 + (i >> 2),
  },
  {
    name: "a union",
    text: `union U { float f; unsigned u; struct { unsigned short lo, hi; }; };\n${K} U u; u.f = (float)t; out[t] = (int)(u.u >> 16) - (int)u.hi + (int)u.lo; }`,
    expected: (i) => new Uint32Array(new Float32Array([i]).buffer)[0]! & 0xffff,
  },
  {
    name: "bits of floats",
    type: "float",
    text: `__global__ void k(const int* in, float* out) { unsigned b = __float_as_uint((float)in[threadIdx.x]); out[threadIdx.x] = __uint_as_float(b | 0x80000000u); }`,
    expected: (i) => -i,
  },
  {
    name: "counting and reversing bits",
    text: `${K} out[t] = __popc(t) * 1000000 + __clz(t) * 10000 + __ffs(t) * 100 + (__brev(t) >> 26); }`,
    expected: (i) =>
      [...i.toString(2)].filter((b) => b === "1").length * 1000000 +
      Math.clz32(i) * 10000 +
      (i === 0 ? 0 : 32 - Math.clz32(i & -i)) * 100 +
      Number.parseInt([...i.toString(2).padStart(6, "0")].reverse().join(""), 2),
  },
  {
    name: "atomics of all kinds",
    length: 10,
    text: `${K} if (t < 10) out[t] = t == 4 ? 1000 : 0; __syncthreads(); atomicAdd(&out[0], t); atomicSub(out + 1, 1); atomicMax(&out[2], t); atomicMin(&out[3], -t); atomicAnd(&out[4], ~t); atomicOr(&out[5], 1 << (t & 7)); atomicXor(&out[6], 3); atomicInc((unsigned*)&out[7], 9u); atomicCAS(&out[8], 0, 5); atomicExch(&out[9], 4); }`,
    expected: (i) => [2016, -64, 63, -63, 960, 255, 0, 4, 5, 4][i]!,
  },
  {
    name: "an atomic maximum of floats by comparing and swapping",
    type: "float",
    length: 1,
    text: `__device__ float atomicMaxf(float* a, float v) { int* p = (int*)a; int old = atomicCAS(p, 0, 0), seen; do { seen = old; if (__int_as_float(seen) >= v) break; old = atomicCAS(p, seen, __float_as_int(v)); } while (seen != old); return __int_as_float(old); }\n__global__ void k(const int* in, float* out) { atomicMaxf(out, (in[threadIdx.x] * 37 % 64) + 0.5f); }`,
    expected: () => 63.5,
  },
  {
    name: "a histogram in shared memory",
    length: 8,
    text: `${K} __shared__ unsigned bins[8]; if (t < 8) bins[t] = 0; __syncthreads(); atomicAdd(&bins[in[t] % 8], 1u); __syncthreads(); if (t < 8) atomicAdd((unsigned*)&out[t], bins[t]); }`,
    expected: () => 8,
  },
  {
    name: "the last block sums up",
    grid: [4, 1, 1],
    length: 1,
    text: `__device__ unsigned finished; __device__ int partial[4];\n${K} __shared__ bool last; if (t == 0) { partial[blockIdx.x] = blockIdx.x + 1; __threadfence(); last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1; } __syncthreads(); if (last && t == 0) { int s = 0; for (int i = 0; i < 4; i++) s += partial[i]; out[0] = s; } }`,
    expected: () => 10,
  },
  {
    name: "cooperative groups",
    text: `#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\nnamespace cg = cooperative_groups;\ntemplate <unsigned n> __device__ int sum(cg::thread_block_tile<n> tile, int v) { for (int d = tile.size() / 2; d > 0; d /= 2) v += tile.shfl_down(v, d); return tile.shfl(v, 0); }\n${K} cg::thread_block block = cg::this_thread_block(); auto tile = cg::tiled_partition<8>(block); block.sync(); out[t] = sum(tile, t) + cg::reduce(tile, t, cg::greater<int>()) + cg::reduce(tile, 1, [](int a, int b) { return a + b; }) + tile.meta_group_rank() * 1000; }`,
    expected: (i) => {
      const first = i & ~7;
      return first * 8 + 28 + first + 7 + 8 + (first / 8) * 1000;
    },
  },
  {
    name: "half2",
    type: "float",
    text: `#include <cuda_fp16.h>\n__global__ void k(const int* in, float* out) { int t = threadIdx.x; half2 a = __floats2half2_rn((float)t, 0.5f), b = __float2half2_rn(2.f); half2 c = __hfma2(a, b, b); out[t] = __low2float(c) + __half2float(c.y); }`,
    expected: (i) => 2 * i + 2 + 3,
  },
  {
    name: "halves with operators",
    type: "float",
    text: `#include <cuda_fp16.h>\n__global__ void k(const int* in, float* out) { __half h = __float2half(in[threadIdx.x] * 0.25f); h = h * h + __float2half(1.0f); out[threadIdx.x] = __half2float(h) - float(h) + (float)h; }`,
    block: [16, 1, 1],
    length: 16,
    expected: (i) => i * i * 0.0625 + 1,
  },
  {
    name: "printf",
    text: `${K} out[t] = t; if (t == 3) printf("t=%d x=%.2f %5u %s%%\\n", t, 1.5f, 7u, "ab"); }`,
    expected: (i) => i,
    printed: ["t=3 x=1.50     7 ab%"],
  },
  { name: "assert", text: `#include <cassert>\n${K} assert(t < 64 && in != nullptr); out[t] = t; }`, expected: (i) => i },
  {
    name: "enums",
    text: `enum Mode { ADD, MUL = 5, SUB }; enum class Side : unsigned char { left = 1, right };\n__device__ int go(Mode m, int a) { switch (m) { case ADD: return a + 1; case MUL: return a * 2; case SUB: default: return a - 1; } }\n${K} Side s = t & 1 ? Side::right : Side::left; out[t] = go(t < 32 ? MUL : SUB, t) + (s == Side::right) + static_cast<int>(Side::right) + sizeof(Side); }`,
    expected: (i) => (i < 32 ? 2 * i : i - 1) + (i & 1) + 3,
  },
  {
    name: "constexpr functions as lengths",
    text: `constexpr int log2i(int n) { return n <= 1 ? 0 : 1 + log2i(n / 2); } constexpr int N = log2i(256);\n${K} int a[N + log2i(4)]; for (int i = 0; i < N + 2; ++i) a[i] = i * t; out[t] = a[N + 1] + (int)(sizeof(a) / sizeof(a[0])); }`,
    expected: (i) => 9 * i + 10,
  },
  {
    name: "type definitions",
    text: `typedef unsigned int u32; using Row = int[4]; typedef struct { u32 a; Row r; } Pack; template <typename T> using Ptr = T*;\n${K} Pack p = {(u32)t, {1, 2, 3}}; Ptr<int> q = out + t; *q = p.a + p.r[2] + p.r[3]; }`,
    expected: (i) => i + 3,
  },
  {
    name: "macros as functions",
    text: `#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))\n#define IDX(r, c, ld) ((r) * (ld) + (c))\n#define FOR(i, n) _Pragma("unroll") for (int i = 0; i < (n); ++i)\n${K} int s = 0; FOR(i, 3) { s += IDX(i, t, 10); } out[t] = s + CEIL_DIV(t, 4); }`,
    expected: (i) => 30 + 3 * i + Math.ceil(i / 4),
  },
  {
    name: "the architecture decides",
    text: `#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700\n#define STEP 2\n#else\n#define STEP 1\n#endif\n${K} out[t] = t * STEP; }`,
    expected: (i) => 2 * i,
  },
  {
    name: "static_assert and if constexpr",
    text: `template <typename T, int n> __device__ T pick(T v) { static_assert(n % 4 == 0, "a multiple of 4"); if constexpr (n > 4) return v * 2; else return v.x; }\n${K} out[t] = pick<int, 8>(t); }`,
    expected: (i) => 2 * i,
  },
  {
    name: "the last warp with volatile shared memory",
    length: 1,
    text: `__device__ void last(volatile int* s, int t) { s[t] += s[t + 32]; __syncwarp(); }\n${K} __shared__ int s[64]; s[t] = t; __syncthreads(); if (t < 32) last(s, t); __syncthreads(); if (t == 0) { int n = 0; for (int i = 0; i < 32; i++) n += s[i]; out[0] = n; } }`,
    expected: () => 2016,
  },
  {
    name: "the address of a constant, and a list for a parameter without a name",
    text: `struct Pair { int x, y; }; __device__ int ignored(Pair) { return 1; }
__device__ int through(int n) { const int m = n + 1; const int* p = &m; const unsigned& bits = (const unsigned&)m; return *p + (int)bits + ignored({1, 2}); }
${K} out[t] = through(3) + t; }`,
    expected: (i) => 9 + i,
  },
  {
    name: "a choice as a variable",
    text: `${K} int a = 1, b = 2; (t & 1 ? a : b) += 10; int& r = t & 2 ? a : b; r *= 3; out[t] = a * 100 + b; }`,
    expected: (i) => {
      let [a, b] = i & 1 ? [11, 2] : [1, 12];
      if (i & 2) a *= 3;
      else b *= 3;
      return a * 100 + b;
    },
  },
  {
    name: "an array of structs in shared memory",
    text: `struct __align__(8) Body { float mass; int id; };\n${K} __shared__ Body bodies[64]; bodies[t] = {t * 0.5f, t}; __syncthreads(); Body b = bodies[63 - t]; const Body* p = &bodies[t]; out[t] = b.id + (int)(p->mass * 2); }`,
    expected: () => 63,
  },
  {
    name: "negative indexes",
    text: `${K} const int* p = in + 100; out[t] = p[-t] + *(p - 1) + p[-1 - (t & 1)] + (int)((in + t) - p); }`,
    expected: (i) => 100 - i + 99 + 99 - (i & 1) + i - 100,
  },
  {
    name: "indexes of 64 bits",
    text: `${K} const long long big = 1LL << 33; size_t i = (size_t)t + big - (1ull << 33); out[i] = (int)((big * t) >> 33) + (unsigned char)(300 + t); }`,
    expected: (i) => i + ((300 + i) & 255),
  },
  {
    name: "a guard before an access",
    text: `${K} int i = t - 3; if (i >= 0 && in[i] > 5 || t == 1) out[t] = in[t > 0 ? t - 1 : 0]; else out[t] = i < 0 ? -1 : in[i]; }`,
    expected: (i) => ((i >= 3 && i - 3 > 5) || i === 1 ? i - 1 : i < 3 ? -1 : i - 3),
  },
  {
    name: "pointers kept in a struct",
    text: `struct View { int* data; int stride; __device__ int& at(int r, int c) const { return data[r * stride + c]; } };\n${K} View v = {out, 8}; v.at(t / 8, t % 8) = t; v.at(t / 8, t % 8) += 1; }`,
    expected: (i) => i + 1,
  },
  {
    name: "a reference returned from several places",
    text: `__device__ int& larger(int& a, int& b) { if (a > b) return a; return b; }\n${K} int x = t, y = 20; larger(x, y) = 0; out[t] = x + y; }`,
    expected: (i) => (i > 20 ? 20 : i),
  },
  {
    name: "pointers to local variables",
    text: `__device__ void minmax(const int* v, int n, int* lo, int* hi) { *lo = *hi = v[0]; for (int i = 1; i < n; i++) { if (v[i] < *lo) *lo = v[i]; if (v[i] > *hi) *hi = v[i]; } }\n${K} int v[3] = {t, 5, 60 - t}, lo, hi; minmax(v, 3, &lo, &hi); int* p = t & 1 ? &lo : &hi; out[t] = hi * 100 + lo + *p * 0; }`,
    expected: (i) => Math.max(i, 5, 60 - i) * 100 + Math.min(i, 5, 60 - i),
  },
  {
    name: "a pointer that walks over a local array",
    text: `${K} int a[5] = {1, 2, 3, 4, 5}; int s = 0; for (int* p = a; p < a + 5; ++p) s += *p * t; out[t] = s; }`,
    expected: (i) => 15 * i,
  },
  {
    name: "a specialized template",
    text: `template <typename T> struct Name { static constexpr int id = 0; }; template <> struct Name<float> { static constexpr int id = 4; }; template <typename T> struct Name<T*> { static constexpr int id = 8 + Name<T>::id; };\ntemplate <int n> __device__ int f() { return n; } template <> __device__ int f<3>() { return 30; }\n${K} out[t] = Name<int>::id + Name<float>::id * 10 + Name<float*>::id * 100 + f<3>() + f<4>(); }`,
    expected: () => 40 + 1200 + 34,
  },
  {
    name: "types inside a template",
    text: `template <typename T> struct Traits { using type = T; }; template <> struct Traits<float> { using type = int; };\ntemplate <typename T> __device__ typename Traits<T>::type cut(T v) { typename Traits<T>::type r = v; return r; }\n${K} out[t] = cut(t + 0.75f) * 2; }`,
    expected: (i) => 2 * i,
  },
  {
    name: "a template that calls itself",
    text: `template <int n> __device__ int tri() { if constexpr (n == 0) return 0; else return n + tri<n - 1>(); }\n${K} out[t] = tri<10>() + t; }`,
    expected: (i) => 55 + i,
  },
  {
    name: "lists in braces as arguments and results",
    text: `struct Pair { int a; int b; }; __device__ Pair join(Pair x, Pair y) { return {x.a + y.a, x.b * y.b}; }\n${K} Pair p = join({t, 2}, {1, 3}); p = {p.b, p.a}; out[t] = p.a * 100 + p.b; }`,
    expected: (i) => 600 + i + 1,
  },
  {
    name: "named members in a list",
    text: `struct S { int a; int b = 7; int c[2]; };\n${K} S s = {.a = t, .c = {1, 2}}; out[t] = s.a + s.b * 100 + s.c[1]; }`,
    expected: (i) => i + 702,
  },
  {
    name: "lists without inner braces",
    text: `struct Q { int v[2]; int n; };\n${K} int m[2][2] = {1, 2, 3, 4}; Q q[2] = {t, 5, 6, {{7, 8}, 9}}; out[t] = m[1][0] * 1000 + q[0].v[0] + q[0].n + q[1].n; }`,
    expected: (i) => 3000 + i + 6 + 9,
  },
  {
    name: "limits of numbers",
    type: "float",
    text: `#include <limits>\n#include <cfloat>\ntemplate <typename T> __device__ T lowest() { return std::numeric_limits<T>::lowest(); }\n__global__ void k(const int* in, float* out) { out[threadIdx.x] = lowest<float>() == -FLT_MAX && lowest<int>() == INT_MIN && std::numeric_limits<unsigned>::max() == ~0u ? 1.f : 0.f; }`,
    expected: () => 1,
  },
  {
    name: "types that are compared",
    text: `#include <type_traits>\ntemplate <typename T> __device__ int id() { if constexpr (std::is_same<T, float>::value) return 1; else return 2; }\n${K} out[t] = id<float>() * 10 + id<int>(); }`,
    expected: () => 12,
  },
  {
    name: "a switch with fallthrough",
    text: `${K} int r = 0; switch (t & 3) { case 0: r += 1; case 1: r += 10; break; default: r = 5; case 2: { r += 100; } } out[t] = r; }`,
    expected: (i) => [11, 10, 100, 105][i & 3]!,
  },
  {
    name: "loops with early ends",
    text: `${K} int n = 0; for (int i = 0;; i++) { if (i == t) break; if (i % 3) continue; n += i; } int m = t; do { m -= 7; } while (m > 0); while (n > 100) n -= 10; out[t] = n * 10 - m; }`,
    expected: (i) => {
      let n = 0;
      for (let j = 0; j < i; j += 3) n += j;
      let m = i;
      do m -= 7;
      while (m > 0);
      while (n > 100) n -= 10;
      return n * 10 - m;
    },
  },
  {
    name: "an inclusive scan of a warp",
    text: `${K} int v = t; for (int d = 1; d < 32; d <<= 1) { int n = __shfl_up_sync(0xffffffff, v, d); if ((t & 31) >= d) v += n; } out[t] = v; }`,
    expected: (i) => {
      const first = i & ~31;
      let s = 0;
      for (let j = first; j <= i; j++) s += j;
      return s;
    },
  },
  {
    name: "compaction with a ballot",
    text: `${K} bool keep = in[t] % 3 == 0; unsigned mask = __ballot_sync(0xffffffff, keep); int before = __popc(mask & ((1u << (t & 31)) - 1)); out[t] = keep ? before : -1; }`,
    expected: (i) => (i % 3 === 0 ? [...Array(i % 32).keys()].filter((j) => ((i & ~31) + j) % 3 === 0).length : -1),
  },
  {
    name: "numbers of 64 bits",
    type: "long long",
    text: `__global__ void k(const int* in, long long* out) { long long x = in[threadIdx.x] - 5; x = x * 0x100000001LL + (1LL << 40); unsigned long long u = (unsigned long long)x / 3u; out[threadIdx.x] = (long long)(u ^ (u >> 7)) % 1000000007LL; }`,
    expected: (i) => {
      const u = BigInt.asUintN(64, BigInt(i - 5) * 0x100000001n + (1n << 40n)) / 3n;
      return BigInt.asIntN(64, u ^ (u >> 7n)) % 1000000007n;
    },
  },
  {
    name: "template arguments of the kernel",
    text: `template <typename T, int n> __global__ void k(const T* in, T* out) { out[threadIdx.x] = in[threadIdx.x] * n; }`,
    templateArguments: [type("int"), value("3")],
    expected: (i) => 3 * i,
  },
  {
    name: "restrict, launch bounds and host code beside",
    text: `#include <cstdio>\n#include <vector>\nstd::vector<float> hostData;\n__global__ void __launch_bounds__(64, 2) k(const int* __restrict__ in, int* __restrict__ out) { const unsigned t = threadIdx.x; out[t] = __ldg(&in[t]) + __ldg(in + t); }\nint main() { printf("host"); return 0; }`,
    expected: (i) => 2 * i,
  },
  {
    name: "swapping of structs and pointers",
    text: `struct P { int a, b; }; template <typename T> __device__ void exchange(T& x, T& y) { T z = x; x = y; y = z; }\n${K} P p = {t, 1}, q = {2, 3}; exchange(p, q); const int* a = in; const int* b = in + 64; exchange(a, b); out[t] = p.a + q.a * 10 + a[0]; }`,
    expected: (i) => 2 + 10 * i + 64,
  },
  {
    name: "a ring of stages",
    text: `${K} int stage[2]; int cur = 0; stage[cur] = in[t]; for (int i = 0; i < 5; i++) { int nxt = cur ^ 1; stage[nxt] = stage[cur] + i; cur = nxt; } out[t] = stage[cur]; }`,
    expected: (i) => i + 10,
  },
  {
    name: "texts as values: pointers, arrays, and %s",
    text: `${K} const char* s = "hello"; char w[] = "abc"; out[t] = s[t % 5] + w[1] + (int)sizeof(w); if (t == 0) printf("%s %s\\n", s, t ? "a" : "b"); }`,
    expected: (i) => "hello".charCodeAt(i % 5) + 98 + 4,
    printed: ["hello b"],
  },
  {
    name: "functions as template arguments and as parameters",
    text: `using unary = int (*)(int); typedef int (*binary)(int, int); __device__ int twice(int x) { return 2 * x; } __device__ int add(int a, int b) { return a + b; }
template <unary f> __device__ int mapped(int x) { return f(x); } template <typename F> __device__ int one(F f, int x) { return f(x, 1); } __device__ int two(binary f, int x) { return (*f)(x, 2); } __device__ int three(int (*f)(int, int), int x) { return f(x, 3); }
${K} out[t] = mapped<twice>(t) + one(add, 1) + two(add, 2) + three(&add, 3); }`,
    expected: (i) => 2 * i + 2 + 4 + 6,
  },
  {
    name: "functions of the text beside those of the headers, by one name",
    text: `__device__ float2 make_float2(float s) { return make_float2(s, s); } __device__ float2 operator*(float s, float2 a) { return make_float2(a.x * s, a.y * s); } __device__ float max(float3 v) { return max(v.x, max(v.y, v.z)); }
${K} float2 a = 2.f * make_float2((float)t); __shared__ int c; if (t == 0) c = 0; __syncthreads(); atomicAdd(&c, 1); __syncthreads(); out[t] = (int)(a.x + a.y) + c + (int)max(make_float3(1.f, 5.f, 3.f)); }`,
    expected: (i) => 4 * i + 64 + 5,
  },
  {
    name: "a struct with arrays as an argument of a device function",
    text: `struct Sizes { int sizes[3]; int n; }; __device__ __forceinline__ int at(const Sizes s, int i) { return s.sizes[i] * s.n; }\n${K} Sizes s = {{1, 2, 3}, 4}; out[t] = at(s, t % 3); }`,
    expected: (i) => ((i % 3) + 1) * 4,
  },
  {
    name: "unions: copies of the whole, and named members in a list",
    text: `union U { unsigned char c[2]; int i; };\n${K} U a; a.i = 0x12345678; U b = a; U d = {}; d.c[0] = 1; U e = {.i = t}; out[t] = b.i + d.i + e.i; }`,
    expected: (i) => 0x12345679 + i,
  },
  {
    name: "traits, alignof, and macros of <cstdint>",
    text: `#include <type_traits>\ntemplate <typename T> __device__ int kind() { if constexpr (std::is_same_v<T, float>) return 1; else if constexpr (std::is_integral<T>::value) return 2; return 3; }
${K} std::conditional_t<true, int, float> x = 3.7f; out[t] = kind<float>() * 100 + kind<unsigned>() * 10 + kind<double>() + x + (int)alignof(float4) + UINT8_MAX + (UINT32_C(1) << 31 > 0); }`,
    expected: () => 123 + 3 + 16 + 255 + 1,
  },
  {
    name: "beside a kernel, what the lab cannot read",
    text: `#include <cstdio>\ntypedef struct { FILE* f; int (*call)(int); } Logger;\ntemplate <typename... Ts> void host(Ts... ts) { }\n__shared__ int buffer[64];\n__global__ void other() { asm volatile("mov.u32 %0, 1;"); }
${K} buffer[t] = in[t]; __syncthreads(); out[t] = buffer[63 - t]; }\nint main() { Logger l; for (auto x : std::vector<int>{1, 2}) printf("%d", x); }`,
    expected: (i) => 63 - i,
  },
  {
    name: "structs in namespaces, with constructors, bases and default arguments",
    text: `namespace n { namespace m { struct A { int a; __device__ A(int x = 4); }; struct B : public A { int b; __device__ explicit B(int x) : A(x), b(2 * x) {} __device__ operator int() const { return a + b; } };
template <typename T> class C { T v; public: __device__ C() : v(7) {} __device__ C(T x) : v(x) {} __device__ T get() { return v; } }; __device__ A::A(int x) { a = x; } } }
__device__ int sum(int a, int b = 10); __device__ int sum(int a, int b) { return a + b; }
${K} n::m::A a; n::m::B b(3); n::m::C<int> c, d(5); out[t] = a.a + (int)b + c.get() * 100 + d.get() * 1000 + sum(t); }`,
    expected: (i) => 4 + 9 + 700 + 5000 + i + 10,
  },
  {
    name: "template values of another type of integer than their parameter",
    text: `template <typename T, size_t n> struct vec { T data[n]; __device__ T total() const { T s = 0; for (size_t i = 0; i < n; i++) s += data[i]; return s; } };
template <typename S, typename T, size_t n> __device__ void fill(vec<T, n>& v, const S* from) { for (size_t i = 0; i < n; i++) v.data[i] = from[i]; }\n${K} vec<int, 4> v; fill(v, in + t); out[t] = v.total(); }`,
    expected: (i) => 4 * i + 6,
  },
  {
    name: "memcpy, memset, frexpf and modff",
    text: `${K} float f = 1.0f; int i; memcpy(&i, &f, sizeof(f)); int a[4] = {1, 2, 3, 4}, b[4]; memcpy(b, a, sizeof(a)); memset(a, 0xff, 8); int e; float m = frexpf(12.0f, &e); float w; float r = modff(3.75f, &w); out[t] = (i >> 23) + b[2] + a[1] + a[2] + (int)(m * 100) + e + (int)(r * 100 + w); }`,
    expected: () => 127 + 3 - 1 + 3 + 75 + 4 + 78,
  },
  {
    name: "a coalesced group keeps the lanes that it was made of",
    text: `#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n${K} out[t] = -1; if (t % 3 == 1) { auto g = cg::coalesced_threads(); int first = 0; if (g.thread_rank() == 0) first = t * 10 + g.size(); first = g.shfl(first, 0); int before = g.shfl_up(t, 1); if (t > 30) out[t] = first + g.thread_rank() + before * 1000; else out[t] = first + g.thread_rank() * 10000; } }`,
    expected: (i) => {
      if (i % 3 !== 1) return -1;
      const members = [...Array(32).keys()].map((lane) => (i & ~31) + lane).filter((thread) => thread % 3 === 1);
      const rank = members.indexOf(i);
      const first = members[0]! * 10 + members.length;
      return i > 30 ? first + rank + (members[rank - 1] ?? i) * 1000 : first + rank * 10000;
    },
  },
  {
    name: "tables of the host's side, and tables that structs share",
    text: `static const int squares[4] = {0, 1, 4, 9}; constexpr float halves[] = {0.5f, 1.5f}; struct Point { int x, y; }; const Point origin = {10, 20};
template <int N> struct Steps { static constexpr int table[3] = {N, 2 * N, 3 * N}; static constexpr int count = 3; };
int hosts(); const int n = hosts();
${K} static const int own[2] = {100, 200}; out[t] = squares[t & 3] + (int)(halves[t & 1] * 2) + origin.y + Steps<2>::table[t % Steps<2>::count] + Steps<5>::table[t % 3] + own[t & 1]; }`,
    expected: (i) => (i & 3) ** 2 + (i & 1 ? 3 : 1) + 20 + 7 * ((i % 3) + 1) + (i & 1 ? 200 : 100),
  },
  {
    name: "methods of templates outside of their structs, with other names and overloads",
    text: `template <typename T, int N> struct Ring { T at[N]; __device__ Ring(T first); __device__ T get(int i) const; __device__ T get(T* p) const; typedef T type; enum { size = N }; };
template <typename U, int M> __device__ Ring<U, M>::Ring(U first) { for (int i = 0; i < M; i++) at[i] = first + i; }
template <typename A, int B> __device__ A Ring<A, B>::get(A* p) const { return *p; }
template <typename A, int B> __device__ A Ring<A, B>::get(int i) const { return at[i % B]; }
${K} Ring<float, 4> r(t); float x = 5; typename Ring<float, 4>::type y = r.get(t) + r.get(&x); out[t] = (int)y + Ring<float, 4>::size; }`,
    expected: (i) => i + (i % 4) + 5 + 4,
  },
  {
    name: "tags of types choose functions, as types, as values and by what can be put in",
    text: `#include <type_traits>
__device__ int tagged(int x, std::true_type) { return x; } __device__ int tagged(int x, std::false_type) { return -x; }
template <typename T> struct Special : std::false_type {}; template <> struct Special<float> : std::true_type {};
template <typename T, std::enable_if_t<std::is_integral_v<T>, int> = 0> __device__ int kind(T) { return 1; }
template <typename T, std::enable_if_t<!std::is_integral_v<T>, int> = 0> __device__ int kind(T) { return 2; }
template <typename T> __device__ typename std::enable_if<sizeof(T) == 8, int>::type width(T) { return 64; }
template <typename T> __device__ typename std::enable_if<sizeof(T) == 4, int>::type width(T) { return 32; }
${K} out[t] = tagged(t, std::is_same<int, int>{}) + tagged(1, std::is_same<int, float>()) + Special<float>::value * 10 + Special<int>{} + std::integral_constant<int, 5>{} + std::bool_constant<(sizeof(int) == 4)>::value + kind(3) * 100 + kind(3.f) * 1000 + width(1.0) + width(1); }`,
    expected: (i) => i - 1 + 10 + 5 + 1 + 100 + 2000 + 96,
  },
  {
    name: "dot products of bytes, in words and in vectors",
    text: `${K} char4 a = make_char4(1, -2, 3, -4); uchar4 b = make_uchar4(255, 1, 0, 2); unsigned u = 0xff000000u; out[t] = __dp4a(a, make_char4(1, 1, 1, t), 7) + (int)__dp4a(b, b, 1u) + __dp4a(0x01020304, (int)0xff010101, t) + (int)__dp4a(u, 0x02000000u, 3u) + __dp2a_lo(0x00020003, 0x0000fe05, 1) + __dp2a_hi(0x00020003, 0x01020000, 1); }`,
    expected: (i) =>
      1 - 2 + 3 - 4 * ((i << 24) >> 24) + 7 + (255 * 255 + 1 + 4 + 1) + (2 + 3 + 4 - 1 + i) + (510 + 3) + (15 - 4 + 1) + (6 + 2 + 1),
  },
  {
    name: "an element that is loaded, changed and loaded again in a branch, and loaded behind it",
    text: `${K} int before = out[t]; if (t > 9) { out[t] = t; before += 2 * out[t]; } out[t] = out[t] * 10 + before; }`,
    expected: (i) => (i > 9 ? 12 * i : 0),
  },
  {
    name: "the address of a pointer",
    text: `${K} int a[4] = {1, 2, 3, t}; int* p = a; int** q = &p; p++; **q = 7; (*q)++; out[t] = *p * 1000 + a[1] * 10 + a[3] + (int)(*q - a); }`,
    expected: (i) => 3000 + 70 + i + 2,
  },
  {
    name: "integers that are never −0",
    type: "double",
    text: `__global__ void k(const int* in, double* out) { int t = -in[threadIdx.x]; long long z = t; out[threadIdx.x] = 1 / (double)(t % 1) + 1 / (double)(z * 0LL) + 1 / (double)(-z % 1) + 1 / (double)(t * 0); }`,
    expected: () => Infinity,
  },
  {
    name: "half2 and __nv_bfloat162",
    type: "float",
    text: `#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n__global__ void k(const int* in, float* out) { half2 v(1.f, 2.f), w = {3.f, 4.f}; v += w; half2 x = __hmax2(v, w); __nv_bfloat162 p = __floats2bfloat162_rn(0.5f, (float)threadIdx.x); p = __hfma2(p, p, p); out[threadIdx.x] = __low2float(x) * 100 + __half2float(x.y) * 10 + __bfloat162float(__hadd(p.x, p.x)) + (__hadd(7, 4) == 5); }`,
    expected: () => 400 + 60 + 1.5 + 1,
  },
  {
    name: "packed integers, and conversions that round",
    text: `${K} unsigned a = 0x01ff7f80u, b = 0x01010101u; int i = t % 8; out[t] = i == 0 ? __vadd4(a, b) : i == 1 ? __vaddss4(a, b) : i == 2 ? __vcmpgts4(a, b) : i == 3 ? __vabs4(a) : i == 4 ? __vsadu4(a, b) : i == 5 ? (int)__float2ll_rn(2.5f) : i == 6 ? (int)__int2float_rz(16777219) : (int)__double2uint_ru(2.1); }`,
    expected: (i) => [0x02008081, 0x02007f81, 0x0000ff00, 0x01017f80, 507, 2, 16777218, 3][i % 8]!,
  },
];

describe("what the library does in memory", () => {
  const places = (body: string): string[] => {
    const text = `struct Pair { int a, b; };\n__global__ void k(const int* in, int* out) { ${body} }`;
    const { sites } = compileProgram(parse(text), "k", []).program;
    return [...new Set(sites.map(({ span }) => text.slice(span.from, span.to)))];
  };

  it.each([
    [
      "memcpy",
      "int a[4]; memcpy(a, in + 4 * threadIdx.x, sizeof(a)); out[threadIdx.x] = a[1];",
      "memcpy(a, in + 4 * threadIdx.x, sizeof(a))",
    ],
    [
      "memcpy of a struct",
      "Pair p; memcpy(&p, &in[2 * threadIdx.x], sizeof(Pair)); out[threadIdx.x] = p.a + p.b;",
      "memcpy(&p, &in[2 * threadIdx.x], sizeof(Pair))",
    ],
    ["memset", "memset(out + threadIdx.x, 0, 5);", "memset(out + threadIdx.x, 0, 5)"],
    ["frexp", "int e; float f = frexpf(in[threadIdx.x], &e); out[threadIdx.x] = e + f;", "frexpf(in[threadIdx.x], &e)"],
  ])("stands at the call of %s", (_, body, call) => {
    const found = places(body);
    expect(found).toContain(call);
    for (const place of found) expect(body).toContain(place);
    expect(found).not.toContain("");
  });
});

describe("ordinary CUDA does what it says", () => {
  for (const idiom of IDIOMS) {
    it(idiom.name, () => {
      const { out, findings, printed } = run(idiom);
      expect(findings).toEqual([]);
      expect(out).toEqual(Array.from({ length: idiom.length ?? 64 }, (_, i) => idiom.expected(i)));
      if (idiom.printed) expect(printed).toEqual(idiom.printed);
    });
  }
});
