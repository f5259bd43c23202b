import { describe, expect, it } from "vitest";
import { parse } from "../syntax/parse.ts";
import { compileProgram } from "../compile.ts";

const kernel = (body: string, before = "") => `${before}\n__global__ void k(int* out) { ${body} }`;
const compile = (text: string) => compileProgram(parse(text), "k", []);

/** Processor time: how busy the machine is does not count. */
const PATIENCE_MS = 2000;

function timed<T>(run: () => T): T {
  const start = process.threadCpuUsage();
  try {
    return run();
  } finally {
    const { user, system } = process.threadCpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(PATIENCE_MS);
  }
}

describe("a hostile program ends in a clear error:", () => {
  it.each([
    [
      "a function that calls itself",
      kernel("out[0] = f(out[1]);", "__device__ int f(int n) { return n < 2 ? n : f(n - 1); }"),
      "calls itself",
    ],
    [
      "a function that calls itself twice",
      kernel("out[0] = f(out[1]);", "__device__ int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }"),
      "calls itself",
    ],
    [
      "functions that call each other",
      kernel("f(out);", "__device__ void g(int* p); __device__ void f(int* p) { g(p); } __device__ void g(int* p) { f(p); f(p); }"),
      "calls itself",
    ],
    [
      "a template without an end",
      kernel("out[0] = f<1>();", "template <int n> __device__ int f() { return f<n + 1>() + 1; }"),
      "calls itself",
    ],
    [
      "a struct inside itself without an end",
      kernel("S<0> s; out[0] = sizeof(s);", "template <int n> struct S { S<n + 1> s; };"),
      "different arguments",
    ],
    [
      "calls that double at each level",
      kernel(
        "f0(out);",
        Array.from(
          { length: 30 },
          (_, i) => `__device__ void f${29 - i}(int* p) { ${i === 0 ? "*p += 1;" : `f${30 - i}(p); f${30 - i}(p + 1);`} }`,
        ).join("\n"),
      ),
      "too large",
    ],
    [
      "a constant without an end",
      kernel("int a[f()];", "constexpr int f() { int n = 1; while (n) n = n; return n; }"),
      "must be a constant",
    ],
    ["an array of 2^40 elements", kernel("int a[1ull << 40]; out[0] = a[0];"), "elements"],
    ["an array of arrays of arrays", kernel("int a[10000000][10000000][100]; out[0] = a[0][0][0];"), "bytes"],
    ["a shared array of 1 GB", kernel("__shared__ int a[1 << 24]; out[0] = a[0];"), "shared memory"],
    ["a huge union", kernel("U u; out[0] = u.a[0];", "union U { int a[1 << 24]; char b[1 << 24][64]; };"), "at most"],
    ["a huge struct passed by value", kernel("S s; f(s);", "struct S { int a[100000]; }; __device__ void f(S s) { }"), "too"],
    [
      "fields that double at each level",
      kernel(
        "S20 s = {}; S20 t = s; out[0] = sizeof(t);",
        `struct S0 { int a, b; };${Array.from({ length: 20 }, (_, i) => `struct S${i + 1} { S${i} a, b; };`).join("")}`,
      ),
      "bytes",
    ],
    ["names of what every object has", kernel("out[0] = constructor + __proto__;"), "isn't declared"],
    ["a type called __proto__", kernel("__proto__ x = 1;"), ""],
    ["a member called constructor", kernel("int2 v; v.constructor = 1;"), "has no member `constructor`"],
    ["new", kernel("int* p = new int[4]; p[0] = 1;"), "pass a pointer to memory that the host allocates"],
    ["delete", kernel("delete out;"), "pass a pointer to memory that the host allocates"],
    [
      "a range without a name",
      kernel("for (int x : f()) out[x] = 1;", "__device__ int* f();"),
      "Give the array a name in front of the loop.",
    ],
    ["a shuffle without a mask", kernel("out[0] = __shfl_xor(out[1], 16);"), "call `__shfl_xor_sync`, with a mask first"],
    ["a function called toString", kernel("toString(1);"), "isn't declared"],
    ["a limit called constructor", kernel("out[0] = std::numeric_limits<int>::constructor();"), ""],
  ])("%s", (_, text, message) => {
    timed(() =>
      expect(() => compile(text)).toThrow(
        expect.objectContaining({ name: expect.stringMatching(/^(?:SourceError|RangeError)$/), message: expect.stringContaining(message) }),
      ),
    );
  });
});

describe("an unusual program is translated:", () => {
  it.each([
    [
      "names of what every object has",
      kernel(
        "int constructor = 1, __proto__ = 2, toString = 3, hasOwnProperty = 4; out[0] = constructor + __proto__ + toString + hasOwnProperty;",
      ),
    ],
    [
      "fields with such names",
      kernel("S s = {1, 2}; s.__proto__ = s.constructor; out[0] = s.__proto__;", "struct S { int constructor, __proto__; };"),
    ],
    ["functions with such names", kernel("out[0] = valueOf(2);", "__device__ int valueOf(int x) { return x; }")],
    ["5,000 statements", kernel("out[0] += 1;".repeat(5000))],
    [
      "2,000 variables with addresses",
      kernel(Array.from({ length: 2000 }, (_, i) => `int v${i} = ${i}; int* p${i} = &v${i}; p${i} += 0;`).join("")),
    ],
    [
      "2,000 doublings in a loop, and an address that is made of them",
      kernel(
        `for (int j = 0; j < 4; j++) { int v0 = threadIdx.x; ${Array.from({ length: 2000 }, (_, i) => `int v${i + 1} = v${i} + v${i};`).join("")} out[v2000 & 63] += j; }`,
      ),
    ],
    [
      "a pointer to local memory that moves on 2,000 times",
      kernel(
        `int own[64]; int* p0 = own; ${Array.from({ length: 2000 }, (_, i) => `int* p${i + 1} = p${i} + out[0];`).join("")} *p2000 = 1; out[0] = own[1];`,
      ),
    ],
    [
      "5,000 values of which nothing is left",
      kernel(`int v0 = out[0]; ${Array.from({ length: 5000 }, (_, i) => `int v${i + 1} = v${i} + 1;`).join("")}`),
    ],
    [
      "an access in 60 nested loops",
      kernel(`${Array.from({ length: 60 }, (_, i) => `for (int i${i} = 0; i${i} < 3; i${i}++)`).join(" ")} out[i59 + i0] += i30;`),
    ],
    ["500 loops, each with an access", kernel("for (int i = 0; i < 5; i++) out[i * out[0]] += 1;".repeat(500))],
    [
      "a loop with 2,000 accesses",
      kernel(`for (int i = 0; i < 5; i++) { ${Array.from({ length: 1000 }, (_, i) => `out[${i}] += i;`).join("")} }`),
    ],
    ["an initializer of 10,000 elements", kernel(`int a[10000] = {${"1,".repeat(10_000)}}; out[0] = a[out[1]];`)],
    ["a table of 10,000 elements", kernel("out[0] = a[out[1]];", `__constant__ int a[10000] = {${"1,".repeat(10_000)}};`)],
    [
      "calls that go 40 deep",
      kernel(
        "out[0] = f0(1);",
        Array.from({ length: 40 }, (_, i) => `__device__ int f${39 - i}(int n) { return n ${i === 0 ? "" : `+ f${40 - i}(n + 1)`}; }`).join(
          "\n",
        ),
      ),
    ],
    ["giant constants", kernel("out[0] = 0xffffffffffffffffffffffffffffffffull + 99999999999999999999999999999ull + (int)1e308;")],
    ["500 nested choices", kernel(`out[0] = ${"out[1] ? 1 : ".repeat(150)}2;`)],
  ])("%s", (_, text) => {
    timed(() => expect(compile(text).program.kernel).toBe("k"));
  });
});
