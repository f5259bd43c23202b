import { describe, expect, it } from "vitest";
import { showFile } from "#testing/tree-text.ts";
import { parse } from "./parse.ts";

describe("a declaration", () => {
  it.each([
    [
      "__global__ void k(const float* __restrict__ in, float* __restrict__ out, int n) { out[0] = in[n]; }",
      "(fn global k (in:(ptr restrict const float) out:(ptr restrict float) n:int) void {(= ([] out 0) ([] in n))})",
    ],
    ["__global__ void __launch_bounds__(256, 2) k(int n);", "(fn global k (n:int) void)"],
    ["__global__ __launch_bounds__(N) void k() {}", "(fn global k () void {})"],
    ['extern "C" __global__ void k(int* p) {}', "(fn global k (p:(ptr int)) void {})"],
    ['extern "C" { int f(int); void g(void); }', "(fn f (:int) int) (fn g () void)"],
    ["static __device__ __forceinline__ float sq(float x) { return x * x; }", "(fn device static sq (x:float) float {(return (* x x))})"],
    [
      "__host__ __device__ inline int f(int a = 3, const S& s = {}) { return a; }",
      "(fn device host f (a:int=3 s:(ref const S)={}) int {(return a)})",
    ],
    [
      "void f(float (&a)[4], float (*p)[8], int n[], int, int m[4][5], unsigned);",
      "(fn f (a:(ref (array 4 float)) p:(ptr (array 8 float)) n:(array int) :int m:(array 4 (array 5 int)) :unsigned int) void)",
    ],
    [
      "template <typename T, int N = 4, class U = float, bool B = (N > 3)> __global__ void k(T* p) { T x = (T)p[N]; }",
      "(fn global <T N:int=4 U=float B:bool=(> N 3)> k (p:(ptr T)) void {(var x:T = (as T ([] p N)))})",
    ],
    [
      "template <int N> struct A { float v[N]; __device__ float& operator[](int i) { return v[i]; } };",
      "(struct <N:int> A (var v:(array N float)) (fn device operator[] (i:int) (ref float) {(return ([] v i))}))",
    ],
    ["template <> struct A<4> { float4 v; };", "(struct A<4> (var v:float4))"],
    ["template <typename T> struct A<T*> { T* p; };", "(struct <T> A<type (ptr T)> (var p:(ptr T)))"],
    ["template <> __device__ int f<3>(int n) { return n; }", "(fn device f<3> (n:int) int {(return n)})"],
    ["template __global__ void k<float>(float*);", ""],
    [
      "struct P { float x, y, z; float vx[3]; } ; P all[4]; P* f(P p);",
      "(struct P (var x:float, y:float, z:float) (var vx:(array 3 float))) (var all:(array 4 P)) (fn f (p:P) (ptr P))",
    ],
    [
      "struct __align__(16) P { int a; }; struct alignas(8) Q { int a = 3; int b{4}; };",
      "(struct P align 16 (var a:int)) (struct Q align 8 (var a:int = 3) (var b:int = {4}))",
    ],
    [
      "struct V { float x; __host__ __device__ V(float a) : x(a), y{2} {} __device__ V operator+(const V& o) const { return V(x + o.x); } float y; };",
      "(struct V (var x:float) (fn device host V (a:float) void :x (a) :y = {2} {}) (fn device const operator+ (o:(ref const V)) V {(return (call V (+ x (. o x))))}) (var y:float))",
    ],
    [
      "struct V { V() = default; V(const V&) = delete; explicit V(int); static constexpr int n = 3; operator float() const { return 1.f; } bool operator()(int a, int b) const { return a < b; } };",
      "(struct V (fn V () void {}) (fn V (:int) void) (var static constexpr n:int = 3) (fn const operator float () float {(return 1.f)}) (fn const operator() (a:int b:int) bool {(return (< a b))}))",
    ],
    [
      "struct V { int a; }; __device__ V operator*(V a, float b) { return {a.a}; } __device__ V& operator+=(V& a, const V& b); bool operator>=(V a, V b); V operator>>(V a, int b);",
      "(struct V (var a:int)) (fn device operator* (a:V b:float) V {(return {(. a a)})}) (fn device operator+= (a:(ref V) b:(ref const V)) (ref V)) (fn operator>= (a:V b:V) bool) (fn operator>> (a:V b:int) V)",
    ],
    [
      "struct S { struct In { int d; } in; union { int i; float f; }; In get() { return in; } }; S::In z;",
      "(struct S (struct In (var d:int)) (var in:In) (union  (var i:int) (var f:float)) (fn get () In {(return in)})) (var z:S::In)",
    ],
    [
      "struct B { int a; }; struct C : public B { int b; }; class D { public: int c; private: int d; };",
      "(struct B (var a:int)) (struct C : B (var b:int)) (struct D (var c:int) (var d:int))",
    ],
    ["union U { float f; unsigned u; };", "(union U (var f:float) (var u:unsigned int))"],
    [
      "enum class E : unsigned char { A = 1, B, C = A + 2 }; enum { X, Y, }; enum F { Z }; E e = E::A;",
      "(enum class E:unsigned char A=1 B C=(+ A 2)) (enum  X Y) (enum F Z) (var e:E = E::A)",
    ],
    [
      "using T = float; template <typename T> using V = S<T>; typedef struct { int x; } P, *PP; typedef struct Q { int y; } Q; typedef unsigned int u32; u32 n = (u32)3;",
      "(alias T float) (alias <T> V S<type T>) (alias P (struct  (var x:int))) (alias PP (ptr (struct  (var x:int)))) (struct Q (var y:int)) (alias u32 unsigned int) (var n:u32 = (as u32 3))",
    ],
    [
      "__constant__ float weights[3] = {1, 2, 3}; __device__ int counter; static __device__ float buffer[256]; __managed__ int m;",
      "(var constant weights:(array 3 float) = {1 2 3}) (var device counter:int) (var device static buffer:(array 256 float)) (var device m:int)",
    ],
    [
      "const int N = 1 << 20; constexpr float pi = 3.14f; static const dim3 block(16, 16); int a = 1, *b, c[2];",
      "(var N:const int = (<< 1 20)) (var constexpr pi:float = 3.14f) (var static block:const dim3 (16 16)) (var a:int = 1, b:(ptr int), c:(array 2 int))",
    ],
    [
      "namespace n { struct S { int x; }; int f(S s); namespace m { int g; } } n::S s; int h = n::m::g; using namespace n; S t;",
      "(struct n::S (var x:int)) (fn n::f (s:n::S) int) (var n::m::g:int) (var s:n::S) (var h:int = n::m::g) (var t:n::S)",
    ],
    [
      "namespace n { int f(int x) { return x; } int g() { return f(1); } } namespace n { int h() { return g(); } } int i() { return n::h(); }",
      "(fn n::f (x:int) int {(return x)}) (fn n::g () int {(return (call n::f 1))}) (fn n::h () int {(return (call n::g))}) (fn i () int {(return (call n::h))})",
    ],
    [
      "namespace { int x; } namespace cg = cooperative_groups; int y = cg::f(x); using namespace std; using std::min; int z = min(x, y);",
      "(var x:int) (var y:int = (call cooperative_groups::f x)) (var z:int = (call std::min x y))",
    ],
    ["namespace a::b { using T = float; } a::b::T x = 3;", "(alias a::b::T float) (var x:a::b::T = 3)"],
    [
      "struct S { int f(int) const; S(int); static int n; }; int S::f(int a) const { return a; } S::S(int a) : n(a) {} int S::n = 3;",
      "(struct S (fn const f (:int) int) (fn S (:int) void) (var static n:int)) (fn const S::f (a:int) int {(return a)}) (fn S::S (a:int) void :n (a) {}) (var S::n:int = 3)",
    ],
    [
      "template <typename T> struct S { T get(); }; template <typename T> T S<T>::get() { return T(); }",
      "(struct <T> S (fn get () T)) (fn <T> S::get () T {(return (call T))})",
    ],
    ["auto f(int a) -> float { return a; } decltype(f(1)) g();", "(fn f (a:int) float {(return a)}) (fn g () decltype((call f 1)))"],
    [
      'static_assert(sizeof(int) == 4, "int"); static_assert(3 < 4);',
      '(static-assert (== (sizeof type int) 4) "int") (static-assert (< 3 4) "")',
    ],
    [
      "struct S { friend S operator+(S a, S b) { return a; } friend struct T; int x; };",
      "(struct S (var x:int)) (fn operator+ (a:S b:S) S {(return a)})",
    ],
    [
      "struct constructor { int __proto__; int toString() { return __proto__; } }; constructor hasOwnProperty;",
      "(struct constructor (var __proto__:int) (fn toString () int {(return __proto__)})) (var hasOwnProperty:constructor)",
    ],
    ["typedef float row[4]; typedef float* fp; row r; fp p;", "(alias row (array 4 float)) (alias fp (ptr float)) (var r:row) (var p:fp)"],
    [
      "template <typename F> __device__ void apply(F f, int n) { f(n); } void t() { apply([] __device__ (int i) { return i; }, 3); }",
      "(fn device <F> apply (f:F n:int) void {(call f n)}) (fn t () void {(call apply (lambda [] (i:int) {(return i)}) 3)})",
    ],
    [
      "template <typename T, typename U> struct Pair { T a; U b; }; Pair<int, Pair<float, int>> p; template <int N, int M> int f(); int x = f<(3 > 2), (1 < 2)>();",
      "(struct <T U> Pair (var a:T) (var b:U)) (var p:Pair<type int, type Pair<type float, type int>>) (fn <N:int M:int> f () int) (var x:int = (call f<(> 3 2), (< 1 2)>))",
    ],
    [
      "template <class T> T* shared() { extern __shared__ int raw[]; return (T*)raw; }",
      "(fn <T> shared () (ptr T) {(var shared extern raw:(array int)) (return (as (ptr T) raw))})",
    ],
    [
      "template <typename T> typename S<T>::type f(typename S<T>::type x) { typename S<T>::type y = S<T>::make(x); return y; }",
      "(fn <T> f (x:S<type T>::type) S<type T>::type {(var y:S<type T>::type = (call S<type T>::make x)) (return y)})",
    ],
    [
      "__device__ __noinline__ unsigned long long f(unsigned long long int x) { return x; }",
      "(fn device f (x:unsigned long long) unsigned long long {(return x)})",
    ],
    [
      "[[nodiscard]] int f(); __attribute__((aligned(16))) int g; int h __attribute__((aligned(8)));",
      "(fn f () int) (var g:int align 16) (var h:int align 8)",
    ],
    [
      "struct S; struct S* next(struct S* s); struct S { struct S* n; }; enum class E : int;",
      "(fn next (s:(ptr S)) (ptr S)) (struct S (var n:(ptr S)))",
    ],
    ["inline namespace v1 { int q; } int r = v1::q;", "(var v1::q:int) (var r:int = v1::q)"],
    [
      "struct Less { template <typename T> __device__ bool operator()(const T& a, const T& b) const { return a < b; } };",
      "(struct Less (fn device const <T> operator() (a:(ref const T) b:(ref const T)) bool {(return (< a b))}))",
    ],
    ["int f(const __grid_constant__ int n) noexcept { return n; };", "(fn f (n:const int) int {(return n)})"],
    [
      "int main() { float *d; cudaMalloc(&d, 4); k<<<1, 32>>>(d); cudaDeviceSynchronize(); return 0; }",
      "(fn main () int {(var d:(ptr float)) (call cudaMalloc (& d) 4) (launch k <1 32> d) (call cudaDeviceSynchronize) (return 0)})",
    ],
    [
      "int main(int argc, char** argv) { std::vector<float> h(16, 1.f); for (auto& v : h) v = 2; }",
      "(fn main (argc:int argv:(ptr (ptr char))) int {(var h:std::vector<type float> (16 1.f)) (for (var index of 26:unsigned int = 0) (< index of 26 (/ (sizeof h) (sizeof ([] h 0)))) (++ index of 26) {(var v:(ref auto) = ([] h index of 26)) (= v 2)})})",
    ],
    [
      '__device__ void f(int &a, int b) { asm("add %0, %1, 1;\\n\\t" "ret;" : "=r"(a) : "r"(b)); asm volatile("" ::: "memory"); asm("x" :: "r"(b), "n"(2)); }',
      '(fn device f (a:(ref int) b:int) void {(asm "add %0, %1, 1;\\n\\tret;" : =r a : r b :) (asm volatile "" : : : memory) (asm volatile "x" : : r b n 2 :)})',
    ],
    [
      "__device__ void wait() { try { f(1); } catch (...) {} } template <int a = 1> __global__ void k() { for (int i = 0; i < a; ++i) { f(i); } }",
      "(fn wait () void refused) (fn global <a:int=1> k () void {(for (var i:int = 0) (< i a) (++ i) {(call f i)})})",
    ],
    ["__device__ void f() { goto end; end: g(); } __global__ void k() { }", "(fn f () void refused) (fn global k () void {})"],
    [
      "template <class T, int n = 4> __global__ void old(T *p) { throw 1; } template <int n = 2> __global__ void k() { }",
      "(fn global old () void refused) (fn global <n:int=2> k () void {})",
    ],
    [
      "void host() { try { f(); } catch (...) { } } __global__ void k() { }",
      "(fn host () void {(try {(call f)} (catch ... {}))}) (fn global k () void {})",
    ],
    ["int main() { goto end; end: return 0; }", "(fn main () int {(continue) () (return 0)})"],
    ["PYBIND11_MODULE(NAME, m) { m.def(3); } __global__ void k() {}", "(fn PYBIND11_MODULE () void refused) (fn global k () void {})"],
  ])("%s", (written, tree) => expect(showFile(parse(written))).toBe(tree));
});
