import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { runHost } from "./run-host.ts";

const DECLARATIONS = `#include <cstdio>
#include <functional>
#include <string>
#include <vector>
__global__ void ones(float *p) { p[threadIdx.x] = 1; }
__global__ void twos(float *p) { p[threadIdx.x] = 2; }
template <int N> __global__ void many(float *p) { p[threadIdx.x] = N; }
int add(int a, int b) { return a + b; }
int mul(int a, int b) { return a * b; }
struct Point { float x, y; };
Point right(const Point &p) { Point q = p; q.x++; return q; }
void grow(int &n) { n++; }
typedef void (*Kernel)(float *);
typedef int (*Combine)(int, int);
struct Case { const char *name; Kernel kernel; };
template <typename T> __global__ void fill(T *p, int n) { p[threadIdx.x] = n; }
template <typename T> void go(void (*kernel)(T *, int), T *p) { kernel<<<1, 32>>>(p, 4); }
template <typename T, typename... A> void goAny(T *kernel, A... given) { kernel<<<1, 32>>>(given...); }
template <typename F> void twice(F f) { f(); f(); }
void timed(const char *name, const std::function<void()> &f) { f(); printf("%s ", name); }
`;

const run = (body: string) => runHost(`${DECLARATIONS}int main() { float *d; cudaMalloc(&d, 128); ${body} }`, { device: h200 });

describe("a pointer to a kernel launches what it points to at that time:", () => {
  it.each([
    ["set in a switch", "void (*kernel)(float *); for (int i = 0; i < 3; i++) { switch (i) { case 0: kernel = &ones; break; case 1: kernel = twos; break; default: kernel = many<7>; } kernel<<<1, 32>>>(d); }", ["ones", "twos", "many<7>"]], // prettier-ignore
    ["in an array", "Kernel all[] = {ones, many<3>}; for (int i = 1; i >= 0; i--) all[i]<<<1, 32>>>(d);", ["many<3>", "ones"]],
    ["in structs", 'Case cases[] = {{"a", ones}, {"b", twos}}; for (const auto &c : cases) c.kernel<<<1, 32>>>(d);', ["ones", "twos"]],
    ["in a vector of structs", 'std::vector<Case> v = {{"a", twos}}; v.push_back({"b", ones}); for (auto &c : v) c.kernel<<<1, 32>>>(d);', ["twos", "ones"]], // prettier-ignore
    ["as an argument whose type says the template's", "void (*kernel)(float *, int) = fill<float>; go(fill<float>, d); go(&fill<float>, d); go(kernel, d);", ["fill<float>", "fill<float>", "fill<float>"]], // prettier-ignore
    [
      "as an argument of any type",
      "auto kernel = many<3>; goAny(kernel, d); goAny(many<4>, d); goAny(ones, d);",
      ["many<3>", "many<4>", "ones"],
    ],
    ["by `auto *`", "auto* one = ones; one<<<1, 32>>>(d); auto *other = d ? many<3> : many<4>; other<<<1, 32>>>(d);", ["ones", "many<3>"]],
    ["chosen by a condition", "for (int i = 0; i < 2; i++) { auto kernel = i ? ones : twos; kernel<<<1, 32>>>(d); }", ["twos", "ones"]],
  ])("%s", (_, body, kernels) => {
    expect(run(body).launches.map(({ kernel }) => kernel)).toEqual(kernels);
  });

  // What g++ 12 prints for the same text.
  it.each([
    ["functions", 'int (*f)(int, int) = add; printf("%d ", f(2, 3)); f = &mul; printf("%d %d", f(2, 3), (*f)(4, 5));', "5 6 20"],
    [
      "null",
      'Combine f = nullptr; printf("%d%d", f == nullptr, !f); f = mul; printf("%d%d%d%d", f != 0, f == mul, f == add, (Kernel)many<2> == (Kernel)many<2>);',
      "111101",
    ],
    ["conditions", 'Combine f = 1 > 2 ? add : mul; printf("%d", f(4, 4)); Combine g = f == mul ? f : add; printf(" %d", g(1, 1));', "16 1"],
    ["structs as arguments and results", 'Point (*move)(const Point &) = right; Point p = {1, 2}; Point q = move(p), r = move(q); printf("%g %g %g %g", p.x, q.x, r.x, r.y);', "1 2 3 2"], // prettier-ignore
    ["references", 'void (*f)(int &) = grow; int n = 1; f(n); f(n); printf("%d", n);', "3"],
    ["parameters that are compared", 'struct P { static size_t bytes(Kernel k) { return k == ones ? 128 : k == many<2> ? 8 : 0; } }; printf("%zu %zu %zu", P::bytes(ones), P::bytes(many<2>), P::bytes(twos));', "128 8 0"], // prettier-ignore
    ["calls in arguments", 'Combine f = add, g = mul; printf("%d", f(g(2, 3), g(f(1, 1), 5)));', "16"],
    ["lambdas that need nothing around them", 'int (*f)(int) = [](int x) { return x + 1; }; std::vector<std::function<int(int)>> v; for (int i = 0; i < 3; i++) v.push_back([](int x) { int y = 2 * x; return y; }); printf("%d %d", f(1), v[2](4));', "2 8"], // prettier-ignore
    ["std::function", 'std::function<int(int, int)> f = add; printf("%d ", f(2, 3)); f = [](int a, int b) { return a - b; }; printf("%d ", f(2, 3)); int y = 1; std::function<int(int)> g = [&](int x) { return x * y; }; y = 5; printf("%d", g(3));', "5 -1 15"], // prettier-ignore
    ["programs that keep what is to be called", 'struct Button { std::vector<std::function<void(int)>> all; void on(std::function<void(int)> f) { all.push_back(f); } void click() { for (auto &f : all) f(all.size()); } }; Button b; int sum = 0; b.on([&](int n) { sum += n; }); b.on([&](int n) { sum *= n; }); b.click(); std::function<void()> none; auto self = [](auto self, int n) -> int { return n < 2 ? 1 : n * self(self, n - 1); }; printf("%d %d%d %d", sum, (bool)none, (bool)b.all[0], self(self, 5));', "4 01 120"], // prettier-ignore
    ["a std::function in an object that nothing was given to", 'struct Shape { int sides; std::function<int(int)> area; }; auto fill = [] { double x[64]; for (int i = 0; i < 64; i++) x[i] = 3.7 * i - 5; }; auto ask = [] { Shape s; return (bool)s.area; }; fill(); printf("%d", ask());', "0"], // prettier-ignore
    ["kept lambdas", 'std::vector<std::function<int()>> v; for (int i = 0; i < 3; i++) { int j = 10 * i; v.push_back([i, j] { return i + j; }); } int n = 1; v.push_back([&] { return ++n; }); n = 5; v[3](); v[3](); printf("%d %d %d", v[0](), v[2](), n);', "0 22 7"], // prettier-ignore
    ["kept lambdas of functions that have ended", 'struct S { static std::function<int(int)> add(int n) { return [=](int x) { return x + n; }; } static std::function<int(int)> both(std::function<int(int)> f, std::function<int(int)> g) { return [=](int x) { return g(f(x)); }; } }; auto f = S::add(2), g = S::add(30); printf("%d %d %d", f(1), g(1), S::both(f, S::both(g, g))(1));', "3 31 63"], // prettier-ignore
    ["lambdas that call themselves", 'std::function<int(int)> fib = [&](int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }; printf("%d", fib(15));', "610"], // prettier-ignore
    ["other lambdas for a variable", 'int y = 3; std::function<int()> f = [&] { return y; }; auto g = f; f = [&] { return 2 * y; }; y = 4; printf("%d %d", f(), g());', "8 4"], // prettier-ignore
    ["lambdas that keep what they count", 'int n = 5; std::function<int()> f = [n]() mutable { return n++; }; f(); f(); printf("%d %d", f(), n);', "7 5"], // prettier-ignore
    ["kept lambdas with values of their own", 'std::vector<std::function<int()>> v; for (int i = 0; i < 3; i++) v.push_back([n = 10 * i]() mutable { return n++; }); v[1](); printf("%d %d", v[1](), v[2]());', "11 20"], // prettier-ignore
    ["kept lambdas that leave types to their calls", 'int y = 3; std::vector<std::function<double(int)>> v; v.push_back([&](auto x) { return x + y; }); y = 5; printf("%g", v[0](2));', "7"], // prettier-ignore
    ["lambdas of methods", 'struct S { int n; std::vector<std::function<void(int)>> all; void set() { all.push_back([this](int x) { n += x; }); all.push_back([=](int x) { this->n *= x; }); } }; S s; s.n = 1; s.set(); s.all[0](4); s.all[1](3); printf("%d", s.n);', "15"], // prettier-ignore
    ["containers in kept lambdas", 'std::function<int()> f; { std::vector<int> v = {1, 2, 3}; f = [v] { int s = 0; for (int x : v) s += x; return s; }; v[0] = 100; } printf("%d", f());', "6"], // prettier-ignore
    ["structs with lambdas", 'struct T { std::string name; std::function<float(float)> f; }; float a = 2; std::vector<T> all = {{"twice", [&](float x) { return a * x; }}, {"next", [](float x) { return x + 1; }}}; for (auto &t : all) printf("%s %g ", t.name.c_str(), t.f(3));', "twice 6 next 4 "], // prettier-ignore
    ["std::function as a parameter", 'int n = 0; timed("a", [&]() { n++; }); timed("b", [&] { twice([&] { n += 10; }); }); printf("%d", n);', "a b 21"], // prettier-ignore
  ])("prints what g++ prints: %s", (_, body, printed) => {
    expect(run(`${body} printf("\\n");`).printed).toEqual([printed]);
  });

  it.each([
    ["null that is called", "Combine f = 0; f(1, 2);", "This pointer to a function is null"],
    ["null that is launched", "Kernel k = 0; k<<<1, 32>>>(d);", "This pointer to a function is null"],
    ["a function that is launched", "void (*f)(int &) = grow; f<<<1, 1>>>(3);", "`grow` isn't a kernel"],
    ["a number as a function", "Combine f = (Combine)8; f(1, 2);", "cannot become a pointer to a function"],
    ["variables of a function that has ended", "struct S { static std::function<int()> make() { int y = 3; return [&] { return y; }; } }; S::make()();", "a function that has ended"], // prettier-ignore
    ["a lambda as a kernel", "int y = 3; std::function<void()> f = [&] { y++; }; f<<<1, 1>>>();", "A lambda isn't a kernel"],
    [
      "too few arguments",
      "int y = 3; std::function<int(int)> f = [&](int x) { return x + y; }; f();",
      "This lambda takes 1 argument, not 0.",
    ],
  ])("%s is refused by name", (_, body, message) => {
    expect(() => run(body)).toThrow(message);
  });
});
