import { describe, expect, it } from "vitest";
import { compileLaunched } from "../launch/launched-kernel.ts";
import { Analyses } from "./analyses.ts";

function inMemory(body: string): string[] {
  const text = `__global__ void k(const float* __restrict__ x, float* __restrict__ y, const int* __restrict__ p, int n) {
    int t = threadIdx.x; float s = 0; ${body} y[t] = s; }`;
  return [...Analyses.of(compileLaunched(text, "k").program).arraysInMemory].map(({ name }) => name);
}

/** As ptxas has them: hardware/probes/memory-system/unrolling.py. */
describe("an array of a thread's own", () => {
  it.each([
    [
      "with constant indices, once loops are written out",
      "float g[9]; for (int i = 0; i < 9; i++) g[i] = x[i]; for (int i = 0; i < 9; i++) s += g[i] * x[i + n];",
    ],
    [
      "in a loop that may end sooner",
      "float g[4]; for (int i = 0; i < 4; i++) g[i] = x[i]; for (int i = 0; i < 4; i++) { if (x[i + 8] > 3) break; s += g[i]; }",
    ],
    [
      "in loops of loops of few passes",
      "float g[4][4]; for (int j = 0; j < n; j++) for (int a = 0; a < 4; a++) for (int b = 0; b < 4; b++) g[a][b] = x[a * n + b + j]; s = g[1][2];",
    ],
    ["with an unknown index outside of loops", "float g[32]; for (int i = 0; i < 32; i++) g[i] = x[i]; s = g[p[t]];"],
    [
      "with unknown indices that are stored to, outside of loops",
      "float g[8]; for (int i = 0; i < 8; i++) g[i] = x[i]; int a = p[t]; g[a] = 3; for (int i = 0; i < 8; i++) s += g[i] * x[i];",
    ],
    ["of two elements", "float g[2] = {}; for (int i = 0; i < n; i++) g[p[i]] += x[i]; s = g[0] + g[1];"],
    ["that a loop counts through", "float g[8]; for (int i = 0; i < 8; i++) g[i] = x[i]; for (int i = 0; i < n; i++) s += g[i];"],
    [
      "that is filled up to a count, outside of loops that go round",
      "float g[16]; int c = 0; for (int i = 0; i < 16; i++) if (p[i] > t) g[c++] = x[i]; for (int i = 0; i < c; i++) s += g[i] * x[i];",
    ],
    ...["n", "t * 24", "t / 32 * 24"].map((lo): [string, string] => [
      `with indices from a start that the launch gives, ${lo}`,
      `float g[24] = {}; int lo = ${lo}; for (int j = 0; j < n; j++) for (int i = lo; i < lo + 24; i++) g[i - lo] += x[i * n + j]; for (int i = 0; i < 24; i++) s += g[i];`,
    ]),
    [
      "with indices from where an outer loop is",
      "float g[8] = {}; for (int j = 0; j < n; j++) for (int h = 0; h < 4; h++) for (int i = 2 * h; i < 2 * h + 2; i++) g[i] += x[i * n + j]; s = g[1];",
    ],
    [
      "of 128 sums that memset clears",
      "float g[16][8]; memset(g, 0, sizeof(g)); for (int i = 0; i < n; i++) for (int a = 0; a < 16; a++) for (int b = 0; b < 8; b++) g[a][b] += x[i + a * b]; s = g[1][2];",
    ],
    ["of 128 elements that memcpy fills", "float g[128]; memcpy(g, x, sizeof(g)); s = g[1] + g[n > 3 ? 127 : 5];"],
    ["that all threads have together", "static const float g[4] = {1, 2, 3, 4}; for (int i = 0; i < n; i++) s += g[p[i]];"],
  ])("is in registers: %s", (_, body) => {
    expect(inMemory(body)).toEqual([]);
  });

  it.each([
    [
      "stored to at unknown indices in a loop",
      "float g[8] = {}; for (int i = 0; i < n; i++) g[p[i]] += x[i]; for (int i = 0; i < 8; i++) y[t + 32 * i] = g[i];",
    ],
    [
      "read at unknown indices in a loop",
      "float g[16]; for (int i = 0; i < 16; i++) g[i] = x[i]; for (int i = 0; i < n; i++) s += g[p[i]];",
    ],
    [
      "that a loop with a condition counts through",
      "float g[4]; for (int i = 0; i < 4; i++) g[i] = x[i]; for (int i = 0; i < n; i++) if (x[i] > t) s += g[i];",
    ],
    [
      "of many elements that a loop counts through",
      "float g[64]; for (int i = 0; i < n; i++) g[i] = x[i]; for (int i = 0; i < n; i++) s += g[i] * x[i + n];",
    ],
    [
      "at a start that a loop which goes round moves",
      "float g[64] = {}; for (int h = 0; h < n; h += 2) for (int i = 2 * h; i < 2 * h + 2; i++) g[i] += x[i]; for (int i = 0; i < 64; i++) s += g[i];",
    ],
    [
      "that is filled up to a count in a loop that goes round",
      "float g[16]; for (int j = 0; j < n; j++) { int c = 0; for (int i = 0; i < 16; i++) if (p[i + j] > t) g[c++] = x[i]; s += g[0] * c; }",
    ],
  ])("is in local memory: %s", (_, body) => {
    expect(inMemory(body)).toEqual(["g"]);
  });

  /** The sums of a thread in a matrix product: tiles of side × side, over so many steps of shared memory. */
  const tiles = (rows: number, columns: number, side: number, depth: number): string => {
    const height = rows * side;
    const width = columns * side;
    return `float g[${height * width}] = {}; for (int b = 0; b < n; b++) for (int a = 0; a < ${rows}; a++) for (int c = 0; c < ${columns}; c++)
      for (int d = 0; d < ${depth}; d++) { float q[${side}], r[${side}];
        for (int i = 0; i < ${side}; i++) q[i] = x[b * 4096 + d * 128 + a * ${side} + i];
        for (int i = 0; i < ${side}; i++) r[i] = x[b * 4096 + d * 128 + c * ${side} + i + 64];
        for (int i = 0; i < ${side}; i++) for (int j = 0; j < ${side}; j++) g[(a * ${side} + i) * ${width} + c * ${side} + j] += q[i] * r[j]; }
      for (int i = 0; i < ${height}; i++) for (int j = 0; j < ${width}; j++) y[t + 32 * (i * ${width} + j)] = g[i * ${width} + j];`;
  };

  it.each([
    [1, 1, 8, 16, []],
    [2, 1, 8, 16, []],
    [1, 1, 4, 16, []],
    [2, 1, 4, 64, []],
    // The loop over shared memory is written out here, and the ones around it are not.
    [2, 1, 4, 16, ["g"]],
    [2, 2, 4, 16, ["g"]],
  ])("of %i × %i tiles whose side is %i, over %i steps, is where ptxas has it", (rows, columns, side, depth, expected) => {
    expect(inMemory(tiles(rows, columns, side, depth))).toEqual(expected);
  });

  /** Double buffers in registers, with the bytes of ptxas's stack frames (CUDA 13.0, sm_90). */
  const buffers = (width: number, side: string, next: string, switched: string): string =>
    `float g[2][${width}]; int b = 0; for (int j = 0; j < ${width}; j++) g[0][j] = x[t + 32 * j];
    for (int i = 0; i < n; i++) { for (int j = 0; j < ${width}; j++) g[${next}][j] = x[t + i * 256 + 32 * j];
      for (int j = 0; j < ${width}; j++) s += g[${side}][j] * x[t + j]; ${switched} }`;

  it.each([
    [8, "b", "b ^ 1", "b ^= 1;", 0],
    [16, "b", "b ^ 1", "b ^= 1;", 0],
    [16, "p[i] & 1", "(p[i] & 1) ^ 1", "", 0],
    [32, "b", "b ^ 1", "b ^= 1;", 256],
    [8, "b", "1 - b", "b = 1 - b;", 0],
    [16, "b", "1 - b", "b = 1 - b;", 128],
    [32, "b", "1 - b", "b = 1 - b;", 256],
  ])("of 2 × %i elements is where ptxas has it: side %s, then %s, switched by `%s`", (width, side, next, switched, bytes) => {
    expect(inMemory(buffers(width, side, next, switched))).toEqual(bytes === 0 ? [] : ["g"]);
  });

  it("whose columns a bit chooses is in local memory", () => {
    const body = buffers(16, "b", "b ^ 1", "b ^= 1;").replace("g[2][16]", "g[16][2]");
    expect(inMemory(body.replace("g[0][j]", "g[j][0]").replace("g[b ^ 1][j]", "g[j][b ^ 1]").replace("g[b][j]", "g[j][b]"))).toEqual(["g"]);
  });

  const inTurn = (width: number, switched: string, between = ""): string =>
    `float g[2][${width}]; int a = 0, b = 1; for (int j = 0; j < ${width}; j++) g[a][j] = x[t + 32 * j];
    for (int i = 0; i < n; i++) { ${switched} for (int j = 0; j < ${width}; j++) g[a][j] = g[b][j] * 1.5f + x[i]; ${between}
      ${switched} for (int j = 0; j < ${width}; j++) g[a][j] = g[b][j] * 1.5f + x[i + 1]; } for (int j = 0; j < ${width}; j++) s += g[a][j];`;

  it.each([
    [8, "a ^= 1; b ^= 1;", ""],
    [16, "a = 1 - a; b = 1 - b;", "__syncthreads();"],
    [32, "a ^= 1; b ^= 1;", "__syncthreads();"],
    [32, "a ^= 1; b ^= 1;", "if (x[i] > 3) break;"],
  ])("of 2 × %i elements, switched twice in each pass by `%s`, is in registers (%s)", (width, switched, between) => {
    expect(inMemory(inTurn(width, switched, between))).toEqual([]);
  });

  it("of many elements that a pass switches but once, or now and then, is in local memory", () => {
    const once = inTurn(32, "", "a ^= 1; b ^= 1;");
    const nowAndThen = inTurn(32, "", "a ^= 1; b ^= 1; if (x[i] > 3) continue; a ^= 1; b ^= 1;");
    expect([inMemory(once), inMemory(nowAndThen)]).toEqual([["g"], ["g"]]);
  });

  it("is decided in time, however deep its loops are", () => {
    const deep = Array.from({ length: 40 }, (_, i) => `for (int i${i} = 0; i${i} < 2; i${i}++)`).join(" ");
    expect(inMemory(`float g[4]; ${deep} g[i39] = x[t]; s = g[1];`)).toEqual(["g"]);
  });
});
