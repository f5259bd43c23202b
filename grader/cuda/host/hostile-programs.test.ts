import { describe, expect, it } from "vitest";
import { h100 } from "#simulator";
import { Memory } from "../machine/memory.ts";
import { TooMuchWorkError } from "../machine/run-program.ts";
import { SourceError } from "../source-error.ts";
import { TooManyStepsError } from "../errors/host-errors.ts";
import { HostMemory } from "./host-memory.ts";
import { runHost } from "./run-host.ts";

const main = (body: string, before = "") => `${before}\nint main() { ${body} }`;
const KERNEL = "__global__ void k(int *p) { p[threadIdx.x] += 1; }";
const launched = (launch: string, kernel = KERNEL) => main(`int *p; cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096); ${launch}`, kernel);
const device = (body: string, before = "", launch = "k<<<1, 32>>>(p);") =>
  launched(launch, `${before}\n__global__ void k(int *p) { ${body} }`);
const lines = (count: number, line: (i: number) => string) => Array.from({ length: count }, (_, i) => line(i)).join("\n");

const run = (text: string) => runHost(text, { device: h100, hostLimit: 1e6, limit: 1e5, memoryBytes: 2 ** 28 });

const STEPS = "takes more than 1,000,000 steps";
const WORK = "100,000 steps of warps";
const HEAP = "the lab's host has 1,073,741,824 bytes in all";
const STACK = "The host's stack is full";

describe("a hostile program of the host ends in a clear error:", () => {
  it.each([
    ["a loop without an end", main("for (;;);"), STEPS],
    ["an endless loop of continue", main("for (;;) continue;"), STEPS],
    ["an endless condition", main("int i = 0; while (i++ >= 0 || 1);"), STEPS],
    ["an endless do", main("do {} while (1);"), STEPS],
    ["calls without an end", main("return f(1);", "int f(int n) { return f(n + 1) + 1; }"), "go too deep here"],
    ["calls of each other", main("return f(1);", "int g(int); int f(int n) { return g(n); } int g(int n) { return f(n); }"), "go too deep here"], // prettier-ignore
    [
      "calls without an end in a deep statement",
      main(
        "return f(1);",
        `int f(int n) { ${"if (n) { for (;;) { switch (n) { default: ".repeat(12)}return 1 + (2 * f(n + 1));${" } } }".repeat(12)} return 0; }`,
      ),
      "deep here",
    ],
    ["main that calls itself", "int main() { return main(); }", "go too deep here"],
    ["calls that double at each level", main("return f(60);", "int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }"), STEPS],
    ["a lambda that is given itself", main("auto f = [&](auto self) -> int { return self(self); }; return f(f);"), "go too deep here"], // prettier-ignore
    [
      "a template that needs the next one",
      main("return f<0>();", "template <int n> int f() { return f<n + 1>() + 1; }"),
      "more than 60 different arguments",
    ],
    [
      "a template of longer and longer types",
      main("f(1);", "template <typename T> void f(T x) { f(&x); }"),
      "more than 60 different arguments",
    ],
    [
      "launches of one kernel more with each call",
      launched("go<0>(p);", "template <int n> __global__ void k(int *p) { p[0] = n; }\ntemplate <int n> void go(int *p) { k<n><<<1, 1>>>(p); go<n + 1>(p); }"), // prettier-ignore
      "more than 60 different arguments",
    ],
    ["packs that double", main("f(1);", "template <typename... T> int f(T... x) { return f(x..., x...); }"), "A pack has at most 256 members in the lab, not 512."], // prettier-ignore
    ["packs of a kernel that double", device("f(1);", "template <typename... T> __device__ int f(T... x) { return f(x..., x...); }"), "A pack has at most 256 members in the lab, not 512."], // prettier-ignore
    ["packs of structs that double", main("S<int> s;", "template <typename... T> struct S { S<T..., T...> s; };"), "A pack has at most 256 members in the lab, not 512."], // prettier-ignore
    ["patterns in patterns", main(`f(${"1, ".repeat(99)}1);`, "template <typename... T> int s(T... x) { return 0; } template <typename... T> int f(T... x) { return s(x + s(x + s(x + s(x...)...)...)...); }"), "too large once its packs are written out"], // prettier-ignore
    ["packs that grow", main("return f<1>();", "template <int... N> int f() { return f<N..., 1>(); }"), "more than 60 different arguments"],
    ["a kept lambda that calls itself without an end", main("std::function<int(int)> f = [&](int n) { return f(n + 1) + 1; }; return f(1);"), "go too deep"], // prettier-ignore
    ["lambdas that are kept without an end", main("int n = 0; std::function<int()> f; for (;;) f = [n] { return n; };"), STEPS],
    ["a struct that needs the next one", main("S<0> s;", "template <int n> struct S { S<n + 1> s; };"), "more than 200 different"],
    ["a struct in itself", main("S s;", "struct S { S s; };"), "cannot contain itself"],
    ["arrays of a struct in itself", main("S s;", "struct S { int n; S s[2]; };"), "cannot contain itself"],
    ["an alias of itself", main("A x;", "using A = A;"), "isn't declared"],
    ["types that grow at each level", main("T30 x; return sizeof(x);", `typedef int T0[64];\n${lines(30, (i) => `typedef T${i} T${i + 1}[64];`)}`), STACK], // prettier-ignore
    ["structs that double at each level", main("S24 s; return sizeof s;", `struct S0 { int a; };${lines(24, (i) => `struct S${i + 1} { S${i} a, b; };`)}`), STACK], // prettier-ignore
    ["a constant without an end", main("constexpr int x = f(); int a[x];", "constexpr int f() { int n = 0; for (;;) n++; return n; }"), STEPS], // prettier-ignore
    ["an assertion without an end", main('static_assert(f() > 0, "");', "constexpr int f() { int n = 0; for (;;) n++; return n; }"), "must be a constant"], // prettier-ignore
    ["macros that double", `#define A0 1+1\n${lines(40, (i) => `#define A${i + 1} A${i}+A${i}`)}\nint main() { return A40; }`, "multiply too far"], // prettier-ignore
    ["a macro that doubles its argument", `#define D(x) x x\n${main(`${"D(".repeat(40)}int a;${")".repeat(40)}`)}`, "multiply too far"],
    ["macros of each other", `#define a b\n#define b a\n${main("int a = 1; return b;")}`, "`b` isn't declared"],
    ["a macro of itself", `#define f(x) f(f(x))\n${main("return f(f(f(1)));")}`, "`f` isn't declared"],
    ["a condition of brackets", `#if ${"(".repeat(50_000)}1${")".repeat(50_000)}\n#endif\n${main("")}`, "nested too deeply"],
    ["signs in front of signs", main(`int x = ${"- ".repeat(50_000)}1;`), "nested too deeply"],
    ["choices in choices", main(`int x = ${"1 ? 1 : ".repeat(20_000)}2;`), "nested too deeply"],
    ["initial values in braces", main(`int x = ${"{".repeat(5_000)}1${"}".repeat(5_000)};`), "nested more than 200 deep"],
    ["pointers to pointers", main(`int ${"*".repeat(99)}p = 0; int x = ${"*".repeat(99)}p;`), "null pointer"],
    ["allocations without an end", main("for (;;) malloc(1 << 20);"), STEPS],
    ["large allocations", main("for (int i = 0; i < 8; i++) malloc(1 << 28);"), STEPS],
    ["an allocation of 2^60 bytes", main("malloc(1ull << 60);"), HEAP],
    ["an allocation of -1 bytes", main("malloc(-1);"), HEAP],
    ["an allocation whose size has no end", main("calloc(1ull << 40, 1ull << 40);"), HEAP],
    ["new without an end", main("for (;;) new int[1 << 10];"), STEPS],
    ["an array of the device of 2^62 bytes", main("int *p; cudaMalloc(&p, 1ull << 62);"), "`p` cannot have"],
    ["arrays of the device without an end", main("int *p; for (;;) cudaMalloc(&p, 1 << 24);"), "the lab's memory holds"],
    ["small arrays of the device without an end", main("int *p; for (;;) cudaMalloc(&p, 4);"), STEPS],
    ["managed arrays without an end", main("int *p; for (;;) cudaMallocManaged(&p, 1 << 26);"), "the lab's memory holds"],
    ["a vector without an end", main("std::vector<int> v; for (;;) v.push_back(1);"), STEPS],
    ["a vector of 2^60 numbers", main("std::vector<double> v(1ull << 60);"), HEAP],
    ["a vector of -1 numbers", main("std::vector<double> v(-1);"), HEAP],
    ["a variable of 64 MB", main("int a[1 << 24]; a[0] = 1;"), STACK],
    ["a global variable of 4 GB", main("a[0][0] = 1;", "int a[1 << 24][64];"), HEAP],
    ["an array of -1 elements", main("int n = -1; int a[n];"), "has at least 1 element"],
    ["an array of 2^30 elements, known only when it runs", main("int n = 1 << 30; int a[n];"), HEAP],
    ["memset without an end", main("char *p = (char *)malloc(1 << 22); for (;;) memset(p, 1, 1 << 22);"), STEPS],
    ["memcpy of -1 bytes", main("char p[4], q[4]; memcpy(p, q, -1);"), ""],
    ["cudaMemset of -1 bytes", main("int *p; cudaMalloc(&p, 16); cudaMemset(p, 0, -1);"), "beyond the end of `p`"],
    ["copies without an end", main("char *p = (char *)malloc(1 << 22); int *d; cudaMalloc(&d, 1 << 22); for (;;) cudaMemcpy(d, p, 1 << 22, cudaMemcpyHostToDevice);"), STEPS], // prettier-ignore
    ["a text without a zero", main("char *p = (char *)malloc(4); memset(p, 1, 4); return strlen(p);"), "beyond the end of an array"],
    ["a text of 2 MB", main('char *p = (char *)malloc(1 << 22); memset(p, 65, 1 << 21); printf("%s", p);'), "longer than 1,048,576"],
    ["printing without an end", main('for (;;) printf("for ever and ever and ever and ever and ever\\n");'), STEPS],
    ["streaming without an end", main('for (;;) std::cout << "for ever" << 1 << "\\n";'), STEPS],
    ["printing with a width of 10^9", main('printf("%999999999d\\n", 1);'), "padded to at most 1000"],
    ["printing 10^9 digits", main('printf("%.999999999f\\n", 1.0);'), "at most 100 digits"],
    ["printing with a width of 10^9 on the device", device('printf("%999999999d\\n", p[0]);'), "padded to at most 1000"],
    ["printing without an end on the device", device('for (;;) printf("for ever and ever\\n");'), WORK],
    ["a number as a text", main('printf("%s\\n", 5);'), "null pointer"],
    ["an index of 2^60", main("int a[4]; int *p = a; p[1ll << 60] = 1;"), "did not allocate"],
    ["an index that is not a number", main("int a[4]; a[(int)(0.0 / 0.0)] = 1;"), "an array of 4"],
    ["an address of its own", main("int *p = (int *)0x7fffffffffffffff; *p = 1;"), "did not allocate"],
    ["a negative address", main("int *p = (int *)-8; *p = 1;"), ""],
    ["writing over the stack", main("int a[4]; int *p = a; for (int i = 0; ; i++) p[i] = i;"), ""],
    ["a grid of 2^31 blocks", launched("k<<<2147483647, 32>>>(p);"), WORK],
    ["a negative grid", launched("k<<<-1, 32>>>(p);"), "at most 2147483647 blocks along x"],
    ["a block of 2^40 threads", launched("k<<<1, dim3(1024, 1024, 1024)>>>(p);"), "at most 1024 threads"],
    ["shared memory of 1 GB", launched("k<<<1, 32, 1 << 30>>>(p);"), "of shared memory"],
    ["launches without an end", launched("for (int i = 0; ; i++) { cudaMemset(p, i, 4); k<<<1, 32>>>(p); }"), STEPS],
    ["the same launch without an end", launched("for (;;) k<<<1, 32>>>(p);", "__global__ void k(int *p) {}"), STEPS],
    ["a kernel without an end", device("for (;;) p[0] += 1;"), WORK],
    ["barriers without an end", device("while (true) __syncthreads();"), WORK],
    ["a lock that is never free", device("while (atomicCAS(p, 1, 0) != 1);"), WORK],
    [
      "a device function that calls itself",
      device("p[0] = f(p[0]);", "__device__ int f(int n) { return n ? f(n - 1) : 0; }"),
      "calls itself",
    ],
    [
      "memory from the device's heap",
      device("int *q = (int *)malloc(1 << 30); q[0] = 1;"),
      "pass a pointer to memory that the host allocates",
    ],
    ["local arrays without an end", device("int a[131072]; int *q = a + p[0]; for (int i = 0; ; i = (i + 1) % 131072) q[i] = i;"), WORK],
    ["a half comment", `/* ${main("")}`, "never closed"],
    ["a half text", main('printf("abc'), "not closed"],
    ["a zero", main("int a\0 = 1;"), "U+0000"],
    [
      "sums in sums on the device",
      device(`int i = p[1]; p[0] = ${"(".repeat(9)}i${`${" + i".repeat(400)})`.repeat(9)};`),
      "nested too deeply",
    ],
    ["a sum of 900 on the device", device(`p[0] = ${"p[1] + ".repeat(900)}1;`), "nested too deeply"],
    ["a grid with 70,000 blocks along y", launched("k<<<dim3(1, 70000), 32>>>(p);"), "at most 65535 blocks along y"],
    ["a block with 65 threads along z", launched("k<<<1, dim3(1, 1, 65)>>>(p);"), "at most 64 threads along z"],
    ["a line of 1 MB", main(`int a = ${"1 + ".repeat(250_000)}1;`), "at most 200000"],
  ])("%s", (_, text, message) => {
    let found: unknown;
    try {
      run(text);
    } catch (error) {
      found = error;
    }
    expect(found instanceof SourceError || found instanceof TooManyStepsError || found instanceof TooMuchWorkError, String(found)).toBe(
      true,
    );
    expect((found as Error).message).toContain(message);
  });
});

const NAMES = ["constructor", "__proto__", "prototype", "toString", "valueOf", "hasOwnProperty", "arguments", "eval", "await", "let", "function", "undefined", "globalThis", "process", "length", "name"]; // prettier-ignore

describe("names that JavaScript has are names like any other:", () => {
  it.each(NAMES)("%s", (name) => {
    const programs = [
      main(`int ${name} = 1; ${name}++; return ${name} - 2;`),
      main(`return ${name}(1) - 2;`, `int ${name}(int x) { return x + 1; }`),
      main(`int ${name}[3] = {1, 2, 3}; return ${name}[2] - 3;`),
      main(`S s = {1, 2}; s.${name} = 5; S *p = &s; p->${name}++; return s.${name} - 6;`, `struct S { int ${name}, b; };`),
      main(`${name} s = {4}; return s.x - 4;`, `struct ${name} { int x; };`),
      main(`return ${name} - 1;`, `enum E { zero, ${name} };`),
      main(`${name} += 1; return ${name} - 3;`, `int ${name} = 2;`),
      main(`return ${name}::f() - 1;`, `namespace ${name} { int f() { return 1; } }`),
      main("return f(3) - 3;", `template <typename ${name}> ${name} f(${name} x) { return x; }`),
      main("return f<3>() - 3;", `template <int ${name}> int f() { return ${name}; }`),
      main(`int ${name} = 1; auto f = [${name}](int x) { return x + ${name}; }; return f(1) - 2;`),
      `#define ${name} 5\n#ifdef ${name}\n${main(`return ${name} - 5;`)}\n#endif`,
      `#define ${name}(x) (x + 1)\n${main(`return ${name}(5) - 6;`)}`,
      main(
        `int *p, x[32]; cudaMalloc(&p, 128); ${name}<<<1, 32>>>(p); cudaMemcpy(x, p, 128, cudaMemcpyDeviceToHost); return x[3] - 3;`,
        `__global__ void ${name}(int *${name}) { ${name}[threadIdx.x] = threadIdx.x; }`,
      ),
      main(
        `int x = 4, y; cudaMemcpyToSymbol(${name}, &x, 4); k<<<1, 1>>>(); cudaMemcpyFromSymbol(&y, ${name}, 4); return y - 5;`,
        `__device__ int ${name}; __global__ void k() { ${name} += 1; }`,
      ),
      main(`int *${name}; cudaMalloc(&${name}, 128); cudaMemset(${name}, 0, 128); cudaFree(${name}); return 0;`),
    ];
    for (const text of programs) expect(run(text).exitCode, text).toBe(0);
  });

  it.each(NAMES)("%s is unknown where nothing declares it", (name) => {
    const programs = [
      main(`return ${name};`),
      main(`return ${name}(1, 2);`),
      main(`${name} x = 1;`),
      main(`struct S { int a; } s; return s.${name};`),
      main(`std::vector<int> v; return v.${name}();`),
      `#${name}\n${main("")}`,
    ];
    for (const text of programs) expect(() => run(text), text).toThrow(SourceError);
  });
});

describe("memory of the host", () => {
  it("that thousands of lost strings held is found in one go", () => {
    const memory = new HostMemory(new Memory());
    const first = memory.allocate(2 ** 16, { from: 0, to: 0 }, true);
    let last = 0;
    for (let i = 0; i < 17_000; i++) last = memory.allocate(2 ** 16, { from: 0, to: 0 }, true);
    expect(last - first).toBeLessThan(2 ** 30);
  });

  it("is given out again once it was freed and nothing else is left", () => {
    const text = main("for (int i = 0; i < 9; i++) { char *p = (char *)malloc(1 << 28); p[5] += 1; if (p[5] != 1) return 1; free(p); }");
    expect(runHost(text, { device: h100 }).exitCode).toBe(0);
  });

  it("has the size that a length has when its array is declared", () => {
    const text = main('int n = 3; float a[n], b[n + 1]; a[2] = 1; b[3] = 2; printf("%zu %zu %g\\n", sizeof(a), sizeof b, a[2] + b[3]);');
    expect(run(text).printed).toEqual(["12 16 3"]);
    expect(() => run(main("int n = 3; float a[n]; a[3] = 1;"))).toThrow("beyond the end of an array");
  });
});

it("numbers of any size are printed with all their digits", () => {
  expect(run(main('printf("%f|%.1f|%.0f\\n", 1e22, -1e30, 2.5e21);')).printed).toEqual([
    "10000000000000000000000.000000|-1000000000000000019884624838656.0|2500000000000000000000",
  ]);
});

it("a host that prints without end is cut at 200,000 characters, which it is told once, with the lines that were printed", () => {
  const told: string[] = [];
  const text = main('for (int i = 0; i < 100000; i++) printf("line %d\\n", i);');
  const { printed } = runHost(text, { device: h100, onPrint: (part) => told.push(part) });
  const said = "[The host has printed 200,000 characters; what it prints from here on is not shown.]";
  expect([printed[0], printed.at(-1)]).toEqual(["line 0", said]);
  expect(printed.filter((line) => line === said)).toHaveLength(1);
  expect(told.join("").length).toBe(200_000 + said.length + 2);
});
