import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { runHost } from "./run-host.ts";

const run = (text: string) => runHost(`#include <cstdio>\n#include <utility>\n${text}`, { device: h200 });
/** The same declarations and statements in `main` and in a kernel of one thread. */
const inBoth = (declarations: string, body: string) =>
  run(
    `#define HD __host__ __device__\n${declarations}\n__global__ void k() { ${body} }\nint main() { ${body} printf("\\n"); k<<<1, 1>>>(); }`,
  ).printed;

describe("templates with packs", () => {
  // What g++ 12 prints for the same text.
  it.each([
    ["recursion", "HD int sum() { return 0; } template <typename T, typename... R> HD T sum(T x, R... rest) { return x + sum(rest...); }", 'printf("%d %g", sum(1, 2, 3), sum(1.5, 2));', "6 3.5"],
    ["folds", "template <typename... T> HD auto left(T... x) { return (... - x); } template <typename... T> HD auto right(T... x) { return (x - ...); } template <typename... T> HD int from(T... x) { return (100 - ... - x); } template <typename... T> HD int to(T... x) { return (x - ... - 100); }", 'printf("%d %d %d %d", left(9, 3, 1), right(9, 3, 1), from(1, 2), to(1, 2));', "5 7 97 99"],
    ["folds of nothing", "template <typename... T> HD bool all(T... x) { return (x && ...); } template <typename... T> HD bool any(T... x) { return (x || ...); } template <typename... T> HD int run(T... x) { int n = 0; ((n += x), ...); return n; }", 'printf("%d%d %d%d %d %d", all(), any(), all(1, 0), any(0, 3), run(), run(4, 5));', "10 01 0 9"],
    ["how many", "template <typename... T> HD int types() { return sizeof...(T); } template <int... N> HD int values() { return sizeof...(N) * 10 + (N + ... + 0); }", 'printf("%d %d %d %d", types<>(), types<int, float>(), values<1, 2, 3>(), values<>());', "0 2 36 0"],
    ["patterns", "HD int twice(int x) { return 2 * x; } HD int pick(int a, int b, int c) { return 100 * a + 10 * b + c; } template <typename... T> HD int f(T... x) { return pick(twice(x)...) + pick(static_cast<int>(x + sizeof(T))...); }", 'printf("%d", f(1, (short)2, \'c\' - \'a\' + 0.5));', "794"],
    ["patterns in patterns", "template <typename... T> HD int sum(T... x) { return (x + ...); } template <typename... T> HD int f(T... x) { return sum(x * sum(x...)...); }", 'printf("%d", f(1, 2, 3));', "36"],
    ["lists", "template <typename... T> HD int last(T... x) { int all[] = {0, x...}; return all[sizeof...(T)]; }", 'printf("%d %d", last(), last(7, 8));', "0 8"],
    ["references", "template <typename... T> HD void clear(T &...x) { ((x = 0), ...); } template <typename... T> HD void pass(T &&...x) { clear(std::forward<T>(x)...); }", 'int a = 1; float b = 2; pass(a, b); printf("%d %g", a, b);', "0 0"],
    ["parameters in front", "template <int N, typename T, typename... R> HD int f(T first, R... rest) { return N * first + sizeof...(rest); }", 'printf("%d %d", f<3>(2), f<3>(2, 1.0f, 1));', "6 8"],
    ["overloads", "template <typename T> HD int f(T) { return 1; } template <typename... T> HD int f(T...) { return 2; } HD int f(float) { return 3; }", 'printf("%d%d%d", f(1), f(1, 2), f(1.0f));', "123"],
    ["structs", "template <typename... T> struct Many { static constexpr int count = sizeof...(T); static HD int bytes() { return (sizeof(T) + ... + 0); } };", 'printf("%d %d %d", Many<int, char>::count, Many<>::count, Many<int, double>::bytes());', "2 0 12"],
    ["specializations", "template <typename... T> struct Pile; template <> struct Pile<> { HD int sum() const { return 0; } }; template <typename T, typename... R> struct Pile<T, R...> { T top; Pile<R...> below; HD int sum() const { return top + below.sum(); } };", 'Pile<int, float, short> p; p.top = 1; p.below.top = 2; p.below.below.top = 3; printf("%d %d", p.sum(), (int)sizeof(p));', "6 12"],
    ["lambdas", "template <typename F, typename... T> HD int call(F f, T... x) { return f(x..., 1); }", 'printf("%d %d", call([](auto... x) { return (x + ...); }, 2, 3), call([](int a, int b) { return 10 * a + b; }, 4));', "6 41"],
    ["captures with values", "", 'int n = 3; auto f = [m = n + 1, &k = n](int x) { k++; return m * x; }; int y = f(2); auto g = [n = n * 10] { return n; }; n = 0; printf("%d %d %d", y, g(), n);', "8 40 0"],
    ["lambdas around packs", "template <typename... T> HD int f(T... x) { auto g = [=](int n) { return n + (x + ...); }; return g(10); }", 'printf("%d", f(1, 2));', "13"],
    ["aliases", "template <typename A, typename... R> struct First { typedef A type; }; template <typename... T> using first_t = typename First<T...>::type;", 'first_t<short, float> x = 3; printf("%d %d", (int)sizeof(x), x);', "2 3"],
    ["conditions", "template <typename T, typename... R> HD T largest(T x, R... rest) { if constexpr (sizeof...(rest) == 0) return x; else { T other = largest(rest...); return x < other ? other : x; } }", 'printf("%d", largest(3, 9, 4));', "9"],
    ["results", "template <typename... T> HD auto sum(T... x) -> decltype((x + ...)) { return (x + ...); } template <typename... T> HD decltype(auto) same(T... x) { return sum(x...); }", 'printf("%g %d", sum(1, 2.5), same(1, 2));', "3.5 3"],
  ])("mean the same in main, in a kernel and to g++: %s", (_, declarations, body, printed) => {
    expect(inBoth(declarations, body)).toEqual([printed, printed]);
  }); // prettier-ignore

  const KERNELS = `__global__ void add(const float *a, const float *b, float *c, int n) { int i = threadIdx.x; if (i < n) c[i] = a[i] + b[i]; }
void launched(float *a, float *b, float *c, int n) { add<<<1, 64>>>(a, b, c, n); }\n`;
  it.each([
    ["a function that launches", "template <class F, class... A> float bench(int repeats, F f, A &&...args) { for (int i = 0; i < repeats; i++) f(std::forward<A>(args)...); return 0; }", "bench(2, launched, a, b, c, 64);", ["add", "add"]],
    ["a kernel", "template <typename... K, typename... A> void launch(void (*k)(K...), dim3 grid, A... args) { k<<<grid, 32>>>(args...); }", "launch(add, 2, a, b, c, 64);", ["add"]],
    ["a kernel for a lambda", "", "auto go = [&](auto k, auto... args) { k<<<1, 32>>>(args...); }; go(add, a, b, c, 64);", ["add"]],
    ["pointers of a kernel with a pack", "template <typename... T> __global__ void fill(float x, T... p) { ((p[threadIdx.x] = x), ...); }", "fill<<<1, 32>>>(1.0f, a, b, c);", ["fill<float*, float*, float*>"]],
  ])("pass on what a benchmark launches: %s", (_, declarations, body, kernels) => {
    const { launches } = run(`${KERNELS}${declarations}\nint main() { float *a, *b, *c; cudaMalloc(&a, 256); cudaMalloc(&b, 256); cudaMalloc(&c, 256); cudaMemset(a, 0, 256); cudaMemset(b, 0, 256); ${body} }`); // prettier-ignore
    expect(launches.map(({ kernel, findings }) => [kernel, findings])).toEqual(kernels.map((kernel) => [kernel, []]));
  }); // prettier-ignore

  it.each([
    ["a pattern without a pack", "int f(int x) { return f(x...); }", "f(1);", "names a pack of a template's parameters"],
    ["an empty sum", "template <typename... T> int f(T... x) { return (x + ...); }", "f();", "This folds a pack without members"],
    ["packs of two lengths", "int h(int, int); template <int... N> struct S { template <typename... T> static int g(T... x) { return h((x + N)...); } };", "S<1, 2>::g(1);", "packs of 2 and of 1 members"],
    ["too few arguments", "template <typename T, typename... R> int f(T x, R... r) { return 0; }", "f();", "No `f` takes no arguments."],
    ["a fold with an assignment", "template <typename... T> int f(T... x) { int n = 0; (n += ... += x); return n; }", "f(1);", "An expression is missing in front of `...`."],
  ])("name the place of %s", (_, declarations, body, message) => {
    expect(() => run(`${declarations}\nint main() { ${body} }`)).toThrow(message);
  }); // prettier-ignore
});

const POINTS = "struct Point { int x; float y; }; HD Point point() { return {3, 4.5f}; }\n";

describe("names for members", () => {
  it.each([
    ["a copy", "auto [x, y] = point(); x++; printf(\"%d %g\", x, y);", "4 4.5"],
    ["a reference", "Point p = point(); auto &[x, y] = p; x = 7; printf(\"%d %g\", p.x, y);", "7 4.5"],
    ["a reference to a value", "const auto &[x, y] = point(); printf(\"%d %g\", x, y);", "3 4.5"],
    ["elements", "int a[3] = {1, 2, 3}; auto &[x, y, z] = a; y = 9; printf(\"%d %d %d\", x, a[1], z);", "1 9 3"],
    ["a loop", "Point all[2] = {{1, 2}, {3, 4}}; float s = 0; for (auto &[x, y] : all) { x *= 2; s += x + y; } for (auto [x, y] : all) s += x; printf(\"%g\", s);", "22"],
  ])("mean the same in main, in a kernel and to g++: %s", (_, body, printed) => {
    expect(inBoth(POINTS, body)).toEqual([printed, printed]);
  }); // prettier-ignore

  it.each(["auto [a] = point();", "auto [a, b, c] = point();"])("are as many as the members: %s", (statement) => {
    const main = `#define HD __host__ __device__\n${POINTS}int main() { ${statement} }`;
    expect(() => run(main)).toThrow(/A `Point` has 2 members to name, and \d names? (?:is|are) given\./);
    const kernel = main.replace("int main", "__global__ void k").concat("int main() { k<<<1, 1>>>(); }");
    expect(() => run(kernel)).toThrow(/A `Point` has 2 members to name, and \d names? (?:is|are) given\./);
  });
});
