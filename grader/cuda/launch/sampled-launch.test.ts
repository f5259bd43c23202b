import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { compileLaunched } from "./launched-kernel.ts";
import { parseLaunch } from "./launch.ts";
import { runLaunch, type LaunchResult } from "./run-launch.ts";

/** Launches of more steps than this are sampled here, so that the tests are quick. */
const WHOLE_STEPS = 1_000_000;

interface Large {
  readonly text: string;
  readonly grid: readonly number[];
  readonly block: readonly number[];
  readonly arrays?: Readonly<Record<string, number>>;
  readonly values?: readonly number[];
}

function runOf({ text, grid, block, arrays = {}, values = [] }: Large, wholeSteps: number): LaunchResult {
  const given = [
    ...Object.entries(arrays).map(([array, length]) => ({ array, type: "float", length, fill: "index" })),
    ...values.map((value) => ({ value, type: "int" })),
  ];
  const launch = parseLaunch({ kernel: "k", grid, block, sharedBytes: 0, arguments: given });
  return runLaunch(compileLaunched(text, "k"), launch, { device: h200, wholeSteps });
}

/** The counts of each site; tag wavefronts depend on where in memory lines lie. */
function countsOf({ sites }: LaunchResult): unknown {
  return sites.map(({ counts }) => counts.map((each) => ({ ...each, tagWavefronts: undefined })));
}

const N = 256;
const MATMUL = `__global__ void k(const float *a, const float *b, float *c, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  float sum = 0;
  for (int i = 0; i < n; i++) sum += a[y * n + i] * b[i * n + x];
  c[y * n + x] = sum;
}`;
const TILED = `__global__ void k(const float *a, const float *b, float *c, int n) {
  __shared__ float as[16][16], bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
  float sum = 0;
  for (int t = 0; t < n; t += 16) {
    as[ty][tx] = a[y * n + t + tx];
    bs[ty][tx] = b[(t + ty) * n + x];
    __syncthreads();
    for (int i = 0; i < 16; i++) sum += as[ty][i] * bs[i][tx];
    __syncthreads();
  }
  c[y * n + x] = sum;
}`;
const REPEATED = (body: string) => `__global__ void k(float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int pass = 0; pass < 200; pass++) { ${body} }
}`;
const flat = (text: string, blocks: number, n: number, least = 0): Large => ({
  text,
  grid: [blocks, 1, 1],
  block: [256, 1, 1],
  arrays: { in: n + least, out: n + least },
  values: [n],
});
const square = (text: string, n: number, side = 16, elements = n * n): Large => ({
  text,
  grid: [Math.ceil(n / side), Math.ceil(n / side), 1],
  block: [side, side, 1],
  arrays: { a: elements, b: elements, c: elements },
  values: [n],
});

/** Regular grids, whose scaled counts are those of the whole launch. */
const REGULAR: readonly (readonly [what: string, large: Large])[] = [
  ["a product of matrices", square(MATMUL, N)],
  ["a tiled product", square(TILED, N)],
  ["a product whose last blocks are ragged", square(MATMUL, 248)],
  ["a copy", flat(REPEATED("if (i < n) out[i] = in[i] + pass;"), 64, 64 * 256)],
  ["a copy whose last block is half full", flat(REPEATED("if (i < n) out[i] = in[i] + pass;"), 64, 64 * 256 - 130)],
  ["a strided read", flat(REPEATED("out[i] = in[i * 8 % n];"), 64, 64 * 256)],
  ["a stencil with an edge at each end", flat(REPEATED("if (i > 0 && i < n - 1) out[i] = in[i - 1] + in[i + 1];"), 64, 64 * 256)],
  ["a sum by atomics", flat(REPEATED("atomicAdd(out, in[i]);"), 64, 64 * 256)],
  [
    "a histogram in shared memory",
    flat(REPEATED("__shared__ int bins[32]; atomicAdd(&bins[i % 32], 1);").replace("200", "900"), 64, 64 * 256),
  ],
  [
    "a grid of three dimensions",
    {
      text: `__global__ void k(float *out, int n) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z = blockIdx.z * 4 + threadIdx.z;
  for (int pass = 0; pass < 100; pass++) if (x < n && y < n && z < n - 2) out[(z * n + y) * n + x] = pass;
}`,
      grid: [8, 8, 16],
      block: [8, 8, 4],
      arrays: { out: 64 ** 3 },
      values: [64],
    },
  ],
];

describe("a launch that is too large for the lab", () => {
  it.each(REGULAR)("is counted by a sample of its blocks: %s", (_, large) => {
    const sampled = runOf(large, WHOLE_STEPS);
    const whole = runOf(large, Infinity);
    expect(whole.sample).toBeUndefined();
    const { blocks, ofBlocks, isUniform, steps } = sampled.sample!;
    expect(ofBlocks).toBe(large.grid.reduce((a, b) => a * b));
    expect(blocks).toBeLessThan(ofBlocks);
    expect(isUniform).toBe(true);
    expect(steps).toBe(whole.steps);
    expect(countsOf(sampled)).toEqual(countsOf(whole));
    expect(sampled.executions.map(({ warps, lanes }) => [warps, lanes])).toEqual(
      whole.executions.map(({ warps, lanes }) => [warps, lanes]),
    );
  });

  it("has what goes wrong in its last blocks in the sample", () => {
    const { findings, sample } = runOf(
      square(MATMUL.replace("y >= n", "y > n").replace("threadIdx.y;", "threadIdx.y + 1;"), N),
      WHOLE_STEPS,
    );
    expect(sample).toBeDefined();
    expect(findings.map(({ kind, block }) => [kind, block[1]])).toEqual([
      ["out-of-bounds", N / 16 - 1],
      ["out-of-bounds", N / 16 - 1],
    ]);
  });

  it("is an estimate where blocks in like places differ, or wait for those before them", () => {
    const triangle = REPEATED("for (int j = 0; j < blockIdx.x; j++) if (i < n) out[i] += in[j];");
    const lastBlock = REPEATED("if (threadIdx.x == 0 && atomicAdd((int *)out, 1) == 63) in[0] = pass;");
    for (const text of [triangle, lastBlock]) expect(runOf(flat(text, 64, 64 * 256), WHOLE_STEPS).sample?.isUniform, text).toBe(false);
  });

  it("is run whole after all if its first blocks were the long ones", () => {
    const early = REPEATED("if (blockIdx.x < 2) for (int j = 0; j < 300; j++) out[i] += in[j];");
    expect(runOf(flat(early, 256, 256 * 256), 15_000_000).sample).toBeUndefined();
  });

  it.each<[what: string, large: Large, names: readonly (string | undefined)[]]>([
    ["a product of matrices", square(MATMUL, N), ["n"]],
    ["a product of 400 × 400", square(MATMUL, 400), ["n"]],
    ["a product in tiles of 32", square(MATMUL, 512, 32), ["n"]],
    ["a product with both sides given", square(MATMUL.replace("int n)", "int n, int m)").replace("i < n", "i < m"), N), ["n"]],
    ["one thread a row", { ...square(MATMUL, N), text: rows(), grid: [8, 1, 1], block: [64, 1, 1], values: [512] }, ["n"]],
    ["all pairs", flat(REPEATED("for (int j = 0; j < n; j++) out[i] = in[j];").replace("200", "1"), 32, 32 * 256), ["n"]],
    ["a long vector", flat(REPEATED("if (i < n) out[i] = in[i];").replace("200", "20"), 2000, 2000 * 256), ["n"]],
    [
      "a size that the text alone has",
      { ...square(MATMUL.replace(", int n", "").replaceAll(/\bn\b/g, "256"), N), values: [] },
      [undefined],
    ],
  ])("says a size that would be run whole: %s", (_, large, names) => {
    const values = large.text.includes("int m") ? [N, N] : large.values;
    const { smaller } = runOf({ ...large, ...(values && { values }) }, WHOLE_STEPS).sample!;
    expect([...new Set(smaller.map(({ name }) => name))].slice(0, 1)).toEqual(names);
    const [{ value, smaller: size }] = smaller as [{ value: number; smaller: number }];
    expect(size).toBeGreaterThanOrEqual(16);
    const by = size / value;
    const shrunk: Large = {
      ...large,
      text: large.text.replaceAll("256", String(size)),
      grid: large.grid.map((extent) => Math.ceil(extent * by)),
      ...(values && { values: values.map(() => size) }),
    };
    expect(runOf(shrunk, WHOLE_STEPS).sample, `with ${size} instead of ${value}`).toBeUndefined();
  });
});

function rows(): string {
  return `__global__ void k(const float *a, const float *b, float *c, int n) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  for (int x = 0; x < n; x++) { float sum = 0; for (int i = 0; i < n; i++) sum += a[i % 256] * b[x % 256]; c[y] = sum; }
}`;
}
