import { expect, it } from "vitest";
import { errorOf, labErrors } from "./lab-errors.ts";

const kinds = labErrors().flatMap((group) => group.kinds);

/** Programs that are too long to be shown, or run too long. */
const LONG: Readonly<Record<string, string>> = {
  "text-too-long": " ".repeat(200_001),
  "expansion-too-long": `#define A ${"x".repeat(40)}\n#define B ${"A ".repeat(40)}\n#define C ${"B ".repeat(40)}\n${"C ".repeat(40)}`,
  "brackets-too-deep": "(".repeat(1001),
  "macros-multiply": `#define A0 1\n${doubling(40, 2)}\nA40`,
  "macros-too-deep": `${doubling(5000, 1)}\nA5000`,
  "nested-too-deep": kernel(`out[0] = ${"- ".repeat(601)}1;`),
  "chain-too-long": kernel(`out[0] = 1${" + 1".repeat(30_000)};`),
  "type-too-deep": `int ${"*".repeat(1000)}p;`,
  "namespaces-too-deep": `namespace ${Array.from({ length: 21 }, (_, at) => `n${at}`).join("::")} {}`,
  "conditions-too-deep": "#if 1\n".repeat(20_000),
  "kernel-too-large": `${calls(30)}\n${kernel("out[0] = f30(1);")}`,
  "kernel-too-deep": `${kernel(`out[0] = 1${" + out[1]".repeat(950)};`)}\nint main() { int *d; cudaMalloc(&d, 8); cudaMemset(d, 0, 8); f<<<1, 1>>>(d); }`,
  "too-much-work": `${kernel("while (true) ;")}\nint main() { f<<<1, 1>>>(nullptr); }`,
  "no-such-function": "",
  "entry-arguments": "void fill(int n) {}",
  "too-many-steps": "int main() { for (;;) ; }",
  "condition-too-deep": `#if ${"(".repeat(100_000)}\n#endif`,
  "pack-too-long": `template <class... T> __device__ int g(T... v) { return sizeof...(v); }\n${kernel(called("g", 300))}`,
  "packs-too-large": `template <class... T> __device__ int g(T... v) { return (0 + ... + (v + (0 + ... + (v + (0 + ... + v))))); }\n${kernel(called("g", 200))}`,
};

/** Errors of what an array should hold: compare-arrays.test.ts has them. */
const OF_COMPARISONS = ["expected-count", "expected-length", "unusable-formula"];

function kernel(body: string): string {
  return `__global__ void f(int *out) { ${body} }`;
}

function called(name: string, times: number): string {
  return `${name}(${Array.from({ length: times }, () => 1).join(", ")});`;
}

/** Functions, each of which calls the one before twice. */
function calls(depth: number): string {
  const later = Array.from({ length: depth }, (_, at) => `__device__ int f${at + 1}(int x) { return f${at}(x) + f${at}(x + 1); }`);
  return ["__device__ int f0(int x) { return x * x; }", ...later].join("\n");
}

function doubling(depth: number, times: number): string {
  return Array.from({ length: depth }, (_, index) => `#define A${index + 1} ${`A${index} `.repeat(times)}`).join("\n");
}

// That an example has the error it stands for, at its place, is asked by `labErrors` itself, and so by the build.
it("lists each error once, with a program that has it", () => {
  const codes = kinds.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  const inWords = kinds.filter(({ example }) => typeof example === "string").map(({ code }) => code);
  expect(inWords.toSorted()).toEqual([...Object.keys(LONG), ...OF_COMPARISONS].toSorted());
});

it.each(Object.entries(LONG))("%s is what its long program has", (code, text) => {
  const named = code === "entry-arguments" || code === "no-such-function";
  expect(errorOf(text, { ...(named && { entry: "fill" }), hostLimit: 100_000, limit: 100_000 })?.code).toBe(code);
});
