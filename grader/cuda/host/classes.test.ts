import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { runHost } from "./run-host.ts";

const run = (text: string) => runHost(text, { device: h200 });
const printed = (declarations: string, body: string) =>
  run(`#include <cstdio>\n#include <iostream>\n${declarations}\nint main() { ${body} }`).printed;

describe("structs and classes of the host", () => {
  const COUNTER = `class Counter {
  int value_ = 3;
  std::vector<int> items;
public:
  static int made;
  Counter() = default;
  explicit Counter(int v) : value_{v} { items.push_back(v); made++; }
  int value() const { return value_; }
  Counter &add(int n);
  Counter operator+(const Counter &o) const { return Counter(value_ + o.value_); }
  Counter &operator+=(int n) { return add(n); }
  Counter operator-() const { return Counter(-value_); }
  Counter &operator++() { value_++; return *this; }
  Counter operator++(int) { Counter before(*this); value_++; return before; }
  bool operator==(const Counter &o) const { return value_ == o.value_; }
  int operator[](int i) const { return items[i]; }
  int operator()(int a, int b) { return a * b + value_; }
  operator bool() const { return value_ != 0; }
  friend std::ostream &operator<<(std::ostream &os, const Counter &c) { return os << "C(" << c.value_ << ")"; }
};
int Counter::made = 0;
Counter &Counter::add(int n) { value_ += n; this->items.push_back(n); return *this; }
Counter operator*(int n, const Counter &c) { return Counter(n * c.value()); }`;

  it("have methods, in the struct and outside of it, operators as members and as functions, and members that they share", () => {
    expect(
      printed(
        COUNTER,
        `Counter c(4), d; c.add(5).add(6);
  std::cout << c.value() << " " << d.value() << " " << (c + d) << " " << (c == d) << (c != d) << " " << c[1] << " " << c(2, 3) << "\\n";
  c += 1; ++c; Counter before = c++;
  std::cout << before << c << -c << 2 * c << " " << Counter::made << "\\n";
  if (c && !Counter(0)) std::cout << "true\\n";`,
      ),
    ).toEqual(["15 3 C(18) 01 5 21", "C(17)C(18)C(-18)C(36) 4", "true"]);
  });

  it("are copied with what their members own, or as their constructor says", () => {
    expect(
      printed(
        `struct Rows { std::vector<std::vector<int>> rows; };
struct Loud { int n; Loud(int x) : n(x) {} Loud(const Loud &o) : n(o.n + 100) {} };
Loud pass(Loud l) { return l; }`,
        `Rows a; a.rows.resize(2); a.rows[1].push_back(7);
  Rows b = a; b.rows[1][0] = 8;
  Loud l(1); Loud m = l; Loud o = pass(l);
  printf("%d %d %d %d\\n", a.rows[1][0], b.rows[1][0], m.n, o.n);`,
      ),
    ).toEqual(["7 8 101 101"]);
  });

  const TRACE = `struct Trace {
  char name;
  Trace(char n) : name(n) { printf("+%c", name); }
  ~Trace() { printf("-%c", name); }
};
struct Pair { Trace a, b; Pair() : a('x'), b('y') {} ~Pair() { printf("-p"); } };
Trace make() { Trace made('m'); return made; }
int leave(int n) { Trace t('l'); for (int i = 0; ; i++) { Trace u('0' + i); if (i == 1) continue; if (i == n) return i; } }`;

  it.each([
    ["at the end of their block, the last one first", "{ Trace a('a'); Trace b('b'); } printf(\"|\");", "+a+b-b-a|"],
    ["where a loop or a function is left", "leave(2);", "+l+0-0+1-1+2-2-l"],
    ["with their members, after their own destructor", "Pair p;", "+x+y-p-y-x"],
    ["once, if they are returned", '{ Trace t = make(); printf("|"); }', "+m|-m"],
    ["by delete", "Trace *t = new Trace('n'); printf(\"|\"); delete t; Trace *none = nullptr; delete none;", "+n|-n"],
    ["in arrays", "Pair *p = new Pair[2]; delete[] p;", "+x+y+x+y-p-y-x-p-y-x"],
    [
      "by what owns them",
      "{ std::unique_ptr<Trace> t(new Trace('u')); auto s = std::move(t); printf(\"%d%d\", t ? 1 : 0, s ? 1 : 0); }",
      "+u01-u",
    ],
    ["only if they were made", "for (int i = 0; i < 2; i++) { if (i == 0) continue; Trace t('t'); }", "+t-t"],
  ])("are destroyed %s", (_, body, expected) => {
    expect(printed(TRACE, body)).toEqual([expected]);
  });

  it("hold others of their own type, which are copied and destroyed with them", () => {
    expect(
      printed(
        `struct Tree { int n; std::vector<Tree> children; };
struct Link { int n; std::unique_ptr<Link> next; Link(int x) : n(x) {} ~Link() { printf("-%d", n); } };`,
        `Tree a; a.n = 1; a.children.resize(2); a.children[1].children.push_back(Tree{3}); Tree b = a; b.children[1].children[0].n = 4;
  printf("%d %d %zu|", a.children[1].children[0].n, b.children[1].children[0].n, b.children.size());
  std::unique_ptr<Link> first(new Link(1)); first->next = std::make_unique<Link>(2); first->next->next.reset(new Link(3));`,
      ),
    ).toEqual(["3 4 2|-1-2-3"]);
  });

  it("inherit members and constructors", () => {
    expect(
      printed(
        `struct Base { int a = 1; Base() {} Base(int x) : a(x) {} int get() const { return a; } };
struct Derived : public Base { int b; Derived(int x, int y) : Base(x), b(y) {} Derived(int y) : Derived(10, y) {} int sum() { return get() + b; } };
struct Plain : Base { int c = 5; };
int of(const Base &base) { return base.get(); }`,
        'Derived d(2, 3), e(4); Plain p; printf("%d %d %d %d %d\\n", d.sum(), e.sum(), p.get() + p.c, of(d), of(p));',
      ),
    ).toEqual(["5 14 6 2 1"]);
  });

  it("are templates, whose methods may stand outside with other names, and overload each other", () => {
    const { printed, launches } = run(`#include <cstdio>
#include <vector>
template <typename T> class Buffer {
  T *data_ = nullptr; size_t n_;
public:
  Buffer(size_t n);
  Buffer(const std::vector<T> &values);
  Buffer(const Buffer &) = delete;
  ~Buffer() { cudaFree(data_); printf("freed %zu\\n", n_); }
  T *get() { return data_; }
  const T *get() const { return data_; }
  void set(T value);
  void set(const T *values);
  std::vector<T> download() const;
};
template <typename T> Buffer<T>::Buffer(size_t n) : n_(n) { cudaMalloc(&data_, n * sizeof(T)); }
template <typename T> Buffer<T>::Buffer(const std::vector<T> &values) : n_(values.size()) { cudaMalloc(&data_, n_ * sizeof(T)); set(values.data()); }
template <typename U> void Buffer<U>::set(const U *values) { cudaMemcpy(data_, values, n_ * sizeof(U), cudaMemcpyHostToDevice); }
template <typename U> void Buffer<U>::set(U value) { std::vector<U> values(n_, value); set(values.data()); }
template <typename T> std::vector<T> Buffer<T>::download() const {
  std::vector<T> values(n_);
  cudaMemcpy(values.data(), data_, n_ * sizeof(T), cudaMemcpyDeviceToHost);
  return values;
}
template <typename T> __global__ void add(const T *a, T *b, int n) { int i = threadIdx.x; if (i < n) b[i] += a[i]; }
int main() {
  Buffer<float> a(std::vector<float>{1, 2, 3, 4}), b(4);
  Buffer<int> c(2);
  b.set(0.5f);
  add<<<1, 32>>>(a.get(), b.get(), 4);
  for (float x : b.download()) printf("%g ", x);
  printf("\\n");
}`);
    expect(printed).toEqual(["1.5 2.5 3.5 4.5 ", "freed 2", "freed 4", "freed 4"]);
    expect(launches.map(({ kernel }) => kernel)).toEqual(["add<float>"]);
  });

  it("are other types for other arguments, in functions and in kernels", () => {
    const { printed, launches } = run(`#include <cstdio>
template <typename T> struct Span { T *data; int n; };
template <typename S> __global__ void fill(S s) { if (threadIdx.x < s.n) s.data[threadIdx.x] = threadIdx.x + 0.5; }
template <typename C> auto last(C &c) { return *(std::end(c) - 1); }
int main() {
  std::vector<int> a = {1, 2}; std::vector<float> b = {0.5f, 2.5f};
  Span<int> s; Span<float> t; s.n = t.n = 4;
  cudaMalloc(&s.data, 16); cudaMalloc(&t.data, 16);
  fill<<<1, 32>>>(s); fill<<<1, 32>>>(t);
  int h[4]; float f[4];
  cudaMemcpy(h, s.data, 16, cudaMemcpyDeviceToHost); cudaMemcpy(f, t.data, 16, cudaMemcpyDeviceToHost);
  printf("%d %g %d %g\\n", last(a), last(b), h[3], f[3]);
}`);
    expect(printed).toEqual(["2 2.5 3 3.5"]);
    expect(launches.map(({ kernel }) => kernel)).toEqual(["fill<Span<int>>", "fill<Span<float>>"]);
  });

  it("hold what a kernel works on", () => {
    const { printed, launches } = run(`#include <cstdio>
struct Matrix {
  int rows, columns; float *data;
  __host__ __device__ Matrix(int r, int c, float *d) : rows(r), columns(c), data(d) {}
  __host__ __device__ int size() const { return rows * columns; }
  __device__ float &at(int r, int c) const { return data[r * columns + c]; }
};
__global__ void fill(Matrix m) { int i = threadIdx.x; if (i < m.size()) m.at(i / m.columns, i % m.columns) = i; }
int main() {
  float *d, h[6];
  cudaMalloc(&d, sizeof(h));
  Matrix m(2, 3, d);
  fill<<<1, 32>>>(m);
  cudaMemcpy(h, m.data, m.size() * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %g\\n", h[1], h[5]);
}`);
    expect(printed).toEqual(["1 5"]);
    expect(launches[0]!.findings).toEqual([]);
  });

  it.each([
    ["a method that there is none of", "struct S { int a; };", "S s; s.b();", "An `S` has no member `b`."],
    ["an operator that is not declared", "struct S { int a; };", "S s, t; s + t;", "`+` isn't defined for an `S`"],
    ["a constructor that does not fit", "struct S { S(int, int) {} };", "S s(1);", "`S` takes 2 arguments, not 1."],
    ["this outside of a method", "", "this;", "There is no `this` outside of a method."],
    ["a method of a vector that the lab lacks", "", "std::vector<int> v; v.rbegin();", "A `vector<int>` has no member `rbegin`."],
  ])("refuse %s", (_, declarations, body, message) => {
    expect(() => printed(declarations, body)).toThrow(message);
  });
});

describe("a class with operators new and delete of its own", () => {
  it("has its objects where these say", () => {
    const managed = `struct Managed {
  void *operator new(size_t bytes) { void *p; cudaMallocManaged(&p, bytes); printf("%zu ", bytes); return p; }
  void operator delete(void *p) { cudaFree(p); printf("freed"); }
};
struct Point : Managed { int x, y; Point(int x, int y) : x(x), y(y) {} };
__global__ void move(Point *p) { p->x += threadIdx.x + 1; }`;
    const body = 'Point *p = new Point(1, 2); move<<<1, 1>>>(p); cudaDeviceSynchronize(); printf("%d ", p->x); delete p; printf("\\n");';
    expect(printed(managed, body)).toEqual(["8 2 freed"]);
  });
});
