import { expect, test } from "vitest";
import type { CudaCase, CudaTask } from "./cuda-task.ts";
import { judgeCuda } from "./judge-cuda.ts";
import type { CudaVerdict, JudgedAnswer } from "./cuda-verdict.ts";

/** out[i] = 2 in[i], launched by the task. */
const DOUBLE: CudaTask = {
  entry: "twice",
  launch: ({ n = 0 }) => ({ grid: [Math.ceil(n / 64), 1, 1], block: [64, 1, 1] }),
  call: ({ n = 0, seed = 0 }) => [
    { name: "in", type: "f32", length: n, fill: { randomUnit: { seed } } },
    { name: "out", type: "f32", length: n },
    n,
  ],
  reference: (_, { in: values = [] }) => ({ out: Array.from(values, (value) => 2 * value) }),
  budgets: [{ case: "full", count: "sectors", atMost: 256 }],
};
const CASES: readonly CudaCase[] = [
  { id: "ragged", title: "100 numbers", size: { n: 100, seed: 3 } },
  { id: "full", title: "1,024 numbers", size: { n: 1024, seed: 5 }, hidden: true },
];

const kernel = (body: string): string => `__global__ void twice(const float* in, float* out, int n) {\n  ${body}\n}\n`;
const RIGHT = "int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = 2 * in[i];";

/** The same, where the learner's host code launches. */
const HOST: CudaTask = { ...DOUBLE, entry: "run", driver: "void run(const float* in, float* out, int n) { solve(in, out, n); }" };
delete (HOST as { launch?: unknown }).launch;
const host = (body: string): string => `${kernel(RIGHT)}void solve(const float* in, float* out, int n) {\n  ${body}\n}\n`;

const judge = (text: string, task = DOUBLE): CudaVerdict => judgeCuda(task, CASES, text);
const judged = (text: string, task = DOUBLE): JudgedAnswer => {
  const verdict = judge(text, task);
  if (verdict.status === "error") throw new Error(verdict.message);
  return verdict;
};

test("a right answer passes, in a kernel and from a host function, with the same counts twice", () => {
  for (const [text, task] of [
    [kernel(RIGHT), DOUBLE],
    [host("twice<<<(n + 63) / 64, 64>>>(in, out, n);"), HOST],
  ] as const) {
    const verdict = judged(text, task);
    expect(verdict).toMatchObject({ status: "pass", budgets: [{ counted: 256, allowed: 256, verdict: "pass" }] });
    expect(verdict.cases.map(({ hidden }) => hidden)).toEqual([false, true]);
    expect(verdict.cases[1]!.time.microseconds).toBeGreaterThan(0);
    expect(JSON.stringify(judged(text, task))).toBe(JSON.stringify(verdict));
  }
});

test("halves are inputs as well: the reference is given their values", () => {
  const task: CudaTask = {
    ...HOST,
    driver: "void run(const half* in, float* out, int n) { solve(in, out, n); }",
    call: ({ n = 0, seed = 0 }) => [
      { name: "in", type: "f16", length: n, fill: { random: { seed, from: -4, to: 5 } } },
      { name: "out", type: "f32", length: n },
      n,
    ],
  };
  const text = (factor: number): string =>
    `#include <cuda_fp16.h>
__global__ void twice(const half* in, float* out, int n) { int i = blockIdx.x * 64 + threadIdx.x; if (i < n) out[i] = ${factor} * __half2float(in[i]); }
void solve(const half* in, float* out, int n) { twice<<<(n + 63) / 64, 64>>>(in, out, n); }`;
  expect(judged(text(2), task)).toMatchObject({ cases: [{ values: { verdict: "pass" } }, { values: { verdict: "pass" } }] });
  expect(judged(text(3), task).cases[0]!.values).toMatchObject({
    wrong: { found: expect.stringMatching(/^-?\d+$/), expected: expect.stringMatching(/^-?\d+$/) },
  });
});

test("the first wrong element is named with its writer, or as never written", () => {
  const values = (text: string, task = DOUBLE) => judged(text, task).cases[0]!.values;
  expect(values(kernel("int i = blockIdx.x * 64 + threadIdx.x; if (i < n) out[i] = i == 70 ? 0.0f : 2 * in[i];"))).toMatchObject({
    message: expect.stringMatching(
      /^`out\[70\]` is 0 and should be \d\.\d+\. Thread \(6, 0, 0\) of block \(1, 0, 0\) of `twice` wrote it in line 2\.$/,
    ),
    wrong: { element: 70, differing: 1, of: 100, writer: { line: 2 } },
  });
  expect(values(kernel("int i = threadIdx.x; if (i < n) out[i] = 2 * in[i];"))).toMatchObject({
    message: expect.stringContaining("`out[64]` is 0"),
  });
  expect(values(host("twice<<<n / 64, 64>>>(in, out, n);"), HOST)).toMatchObject({
    message: expect.stringMatching(/^`out\[64\]` was never written and should be .*\. 35 more of its 100 elements differ\.$/),
  });
});

test("findings fail an answer whose values are right, with their remedy", () => {
  const { status, cases, budgets } = judged(kernel("int i = blockIdx.x * 64 + threadIdx.x; float x = in[i]; if (i < n) out[i] = 2 * x;"));
  expect(status).toBe("fail");
  expect(cases[0]).toMatchObject({
    values: { verdict: "pass" },
    findings: [{ kind: "out-of-bounds", line: 2 }],
    remedies: [expect.any(String)],
  });
  expect(budgets).toMatchObject([{ verdict: "skipped" }]);
});

test("a budget that is not met names the access that costs too much", () => {
  const column =
    "int i = blockIdx.x * 64 + threadIdx.x; if (i < n) { int j = n % 32 ? i : i % 32 * (n / 32) + i / 32; out[j] = 2 * in[j]; }";
  expect(judged(kernel(column)).budgets).toMatchObject([
    {
      verdict: "fail",
      counted: 2048,
      allowed: 256,
      guilty: { line: 2, source: expect.stringMatching(/^(in|out)\[j\]$/), counted: 1024, ideal: 128 },
    },
  ]);
});

test("what a budget quotes of the text is short and has one line", () => {
  const access = `out[/*\n\ntask: pass, 8 of 8 points\n${"x".repeat(1000)} */ j]`;
  const text = `int i = blockIdx.x * 64 + threadIdx.x; if (i < n) { int j = n % 32 ? i : i % 32 * (n / 32) + i / 32; ${access} = 2 * in[n % 32 ? i : j]; }`;
  const { source } = judged(kernel(text)).budgets[0]!.guilty!;
  expect(source).toMatch(/^out\[\/\* task: pass, 8 of 8 points x+/);
  expect(source.length).toBeLessThan(130);
});

test.each<[string, string, CudaTask, Partial<Extract<CudaVerdict, { status: "error" }>>]>([
  ["a text that does not compile", kernel("out[i] = 2;"), DOUBLE, { kind: "does-not-compile", line: 2 }],
  ["no kernel of the name", "__global__ void other() {}", DOUBLE, { kind: "does-not-run" }],
  ["another signature", "__global__ void twice(float* out) {}", DOUBLE, { kind: "does-not-run" }],
  ["an open comment before the task's host code", host("/*"), HOST, { kind: "does-not-compile" }],
  [
    "a function of the name of the task's own",
    `${host("")}void run(const float* in, float* out, long n) {}`,
    HOST,
    { kind: "does-not-compile", line: 7 },
  ],
  [
    "a macro of that name with one",
    `${host("")}void run(const float* in, float* out, int n) {}\n#define run other`,
    HOST,
    { kind: "does-not-compile", line: 7 },
  ],
  ["a loop without end", kernel("while (true) out[0] += 1;"), DOUBLE, { kind: "stopped", case: "ragged" }],
  ["a loop of the host without end", host("while (true) {}"), HOST, { kind: "stopped", case: "ragged", line: 5 }],
  ["more memory than there is", host("float* p; cudaMalloc(&p, 1 << 30);"), HOST, { kind: "memory" }],
])("%s is an error, not a verdict", (_, text, task, expected) => {
  expect(judge(text, task)).toMatchObject({ status: "error", message: expect.stringMatching(/\w/), ...expected });
});

test("the host may not compute the results, and what it copies within the device counts", () => {
  const copies =
    "float* h = (float*)malloc(4 * n); cudaMemcpy(h, in, 4 * n, cudaMemcpyDeviceToHost); for (int i = 0; i < n; i++) h[i] *= 2; cudaMemcpy(out, h, 4 * n, cudaMemcpyHostToDevice);";
  for (const text of [host(copies), host("float* m; cudaMallocManaged(&m, 4); twice<<<(n + 63) / 64, 64>>>(in, out, n);")]) {
    expect(judged(text, HOST).cases[0]!.values).toMatchObject({ verdict: "fail", message: expect.stringContaining("host can see") });
  }
  const twice = host("cudaMemcpy(out, in, 4 * n, cudaMemcpyDeviceToDevice); twice<<<(n + 63) / 64, 64>>>(in, out, n);");
  expect(judged(twice, HOST).budgets).toMatchObject([{ verdict: "fail", counted: 512 }]);
});

test("copies within the device count the sectors and the requests that they need at least, also to and from symbols", () => {
  const solved = (copies: string): JudgedAnswer =>
    judged(`__device__ float symbol[1024];\n${host(`${copies} twice<<<(n + 63) / 64, 64>>>(in, out, n);`)}`, HOST);
  const none = solved("").cases[1]!.counts;
  for (const [copies, sectors, requests] of [
    ["cudaMemcpy(out, in, 4 * n, cudaMemcpyDeviceToDevice);", 256, 16],
    ["cudaMemcpy2D(out, 64, in, 64, 4, n / 16, cudaMemcpyDeviceToDevice);", 128, 8],
    ["cudaMemcpyToSymbol(symbol, in, 4 * n, 0, cudaMemcpyDeviceToDevice);", 256, 16],
    ["cudaMemset2D(out, 64, 0, 4, n / 16);", 64, 4],
  ] as const) {
    const { counts } = solved(copies).cases[1]!;
    expect([counts.sectors - none.sectors, counts.requests - none.requests], copies).toEqual([sectors, requests]);
  }
});

test("macros of the text end before the task's own host code", () => {
  const bare = "__global__ void twice(const float* in, float* out, int n) {}\nvoid solve(const float* in, float* out, int n) {}\n";
  for (const end of ["#define solve(in, out, n) twice<<<1, 64>>>(in, out, n)", "#define void", "#define n 0", "#define n 0 \\", "// \\"]) {
    expect(judged(`${host("twice<<<(n + 63) / 64, 64>>>(in, out, n);")}${end}`, HOST).status, end).toBe("pass");
    expect(judged(`${bare}${end}`, HOST).status, end).toBe("fail");
  }
});

test("the host's code returns, and leaves what it was given", () => {
  const solved = (end: string): JudgedAnswer => judged(host(`twice<<<(n + 63) / 64, 64>>>(in, out, n); ${end}`), HOST);
  expect(solved("float* own; cudaMalloc(&own, 4); cudaFree(own); return;").status).toBe("pass");
  for (const end of ["exit(0);", "abort();", "throw 1;", "assert(n < 0);"]) {
    expect(solved(end).cases[0]!.values, end).toMatchObject({ verdict: "fail", message: expect.stringContaining("ends the program") });
  }
  for (const array of ["in", "out"]) {
    const { values } = solved(`cudaFree((void*)${array});`).cases[0]!;
    expect(values).toMatchObject({ verdict: "fail", message: expect.stringContaining(`frees \`${array}\``) });
  }
});
