import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { parseLaunch } from "../launch/launch.ts";
import { reportLaunch, type AccessReport } from "./launch-report.ts";
import { accessPatternWords } from "./pattern-words.ts";

/** A kernel of arrays `in` and `out` of floats, the same one as it is advised, and what is said. */
interface Advised {
  readonly before: string;
  /** Undefined for a kernel that nothing helps. */
  readonly after?: string;
  /** Where an access's array or its accesses are others afterwards: what each is advised on, by its place in the kernel. */
  readonly words: string;
  readonly grid?: readonly number[];
  readonly block?: readonly number[];
  readonly blockAfter?: readonly number[];
  readonly gridAfter?: readonly number[];
}

const HEAD = "const int x = threadIdx.x, y = threadIdx.y, t = blockIdx.x * blockDim.x + x, T = blockDim.x;";
const STRUCTS = "struct Body { float x, y, z, vx, vy, vz; }; struct Five { float value, weight, a, b, c; };";
const LENGTH = 1 << 17;

function globalAccesses(body: string, grid: readonly number[] = [4, 1, 1], block: readonly number[] = [256, 1, 1]): AccessReport[] {
  const text = `${STRUCTS} __global__ void k(float* in, float* out, int* index, int* bins) { ${HEAD}\n${body}\n}`;
  const given = [
    ...["in", "out"].map((array) => ({ array, type: "float", length: LENGTH, fill: "index" })),
    { array: "index", type: "int", length: LENGTH, fill: { permutation: { seed: 3 } } },
    { array: "bins", type: "int", length: 256 },
  ];
  const launch = parseLaunch({ kernel: "k", grid: [...grid], block: [...block], arguments: given });
  return reportLaunch(text, launch, h200).report.accesses.filter(({ counts }) => counts.space === "global");
}

const sectorsOf = ({ op, counts }: AccessReport): [string, number, number] => [
  op,
  "sectors" in counts ? counts.sectors / counts.requests : NaN,
  counts.requests,
];

/** Sectors per request and requests, by operation, of all accesses together. */
function perOp(costs: readonly (readonly [string, number, number])[]): Record<string, { sectors: number; requests: number }> {
  const sums: Record<string, { sectors: number; requests: number }> = {};
  for (const [op, perRequest, requests] of costs) {
    const sum = (sums[op] ??= { sectors: 0, requests: 0 });
    sum.sectors += perRequest * requests;
    sum.requests += requests;
  }
  return sums;
}

const ADVISED: Readonly<Record<string, Advised>> = {
  "a stride of which nothing else is used": {
    before: "out[t] = in[t * 8];",
    after: "out[t] = in[t];",
    words:
      "Only one of every 8 elements of `in` is used: keep those side by side. Sectors per request, recounted: load in line 2: 4 instead of 32.",
  },
  "a run of 16 per thread, element for element": {
    before: "for (int k = 0; k < 16; k++) out[t * 16 + k] = 2 * in[t * 16 + k];",
    after: "for (int k = 0; k < 16; k++) { int i = blockIdx.x * T * 16 + x + k * T; out[i] = 2 * in[i]; }",
    words:
      "Let neighbouring threads take neighbouring elements of `out`: `t + 256 * k` instead of `16 * t + k`. Sectors per request, recounted: store in line 2: 4 instead of 32.",
  },
  "a run of 16 that is added up": {
    before: "float sum = 0; for (int k = 0; k < 16; k++) sum += in[t * 16 + k]; out[t] = sum;",
    after:
      "__shared__ float s[256 * 17]; for (int k = 0; k < 16; k++) { int i = x + T * k; s[i / 16 * 17 + i % 16] = in[blockIdx.x * T * 16 + i]; } __syncthreads(); float sum = 0; for (int k = 0; k < 16; k++) sum += s[x * 17 + k]; out[t] = sum;",
    words:
      "Let the lanes of a warp take neighbouring elements of `in` and combine their results, or copy the elements flat into shared memory first. Sectors per request, recounted: load in line 2: 4 instead of 32.",
  },
  "a run of 4, loaded one by one": {
    before: "float sum = 0; for (int k = 0; k < 4; k++) sum += in[t * 4 + k]; out[t] = sum;",
    after: "float4 v = ((float4*)in)[t]; out[t] = v.x + v.y + v.z + v.w;",
    words:
      "Load 4 neighbouring elements of `in` at once, as a float4. Sectors per request, recounted: load in line 2: 16 instead of 4 × 16.",
  },
  "two of two, stored one by one": {
    before: "float v = in[t]; out[2 * t] = v; out[2 * t + 1] = -v;",
    after: "float v = in[t]; ((float2*)out)[t] = make_float2(v, -v);",
    words:
      "Store 2 neighbouring elements of `out` at once, as a float2. Sectors per request, recounted: store in line 2: 8 instead of 2 × 8.",
  },
  "structs of 4, of which 3 are loaded": {
    before: "out[t] = in[4 * t] * in[4 * t + 1] + in[4 * t + 2];",
    after: "float4 v = ((float4*)in)[t]; out[t] = v.x * v.y + v.z;",
    words:
      "Load 4 neighbouring elements of `in` at once, as a float4. Sectors per request, recounted: load in line 2: 16 instead of 3 × 16.",
  },
  "records of 7 that are copied into shared memory": {
    before:
      "__shared__ float s[256 * 7]; for (int k = 0; k < 7; k++) s[x * 7 + k] = in[t * 7 + k]; __syncthreads(); out[t] = s[x * 7] + s[x * 7 + 6];",
    after:
      "__shared__ float s[256 * 7]; for (int k = 0; k < 7; k++) s[x + T * k] = in[blockIdx.x * T * 7 + x + T * k]; __syncthreads(); out[t] = s[x * 7] + s[x * 7 + 6];",
    words:
      "Copy `in` flat: `shared[t + 256 * k] = in[first + t + 256 * k]`. Sectors per request, recounted: load in line 2: 4 instead of 28.",
  },
  "points of 3": {
    before: "out[t] = in[3 * t] + in[3 * t + 1] * in[3 * t + 2];",
    after:
      "__shared__ float s[256 * 3]; for (int k = 0; k < 3; k++) s[x + T * k] = in[blockIdx.x * T * 3 + x + T * k]; __syncthreads(); out[t] = s[3 * x] + s[3 * x + 1] * s[3 * x + 2];",
    words:
      "Copy the records of `in` flat through shared memory (`shared[t + 256 * k] = in[first + t + 256 * k]`), or keep an array per field. Sectors per request, recounted: load in line 2: 4 instead of 12.",
  },
  "the same, with an array per field": {
    before: "out[t] = in[3 * t] + in[3 * t + 1] * in[3 * t + 2];",
    after: "out[t] = in[t] + in[t + 1024] * in[t + 2048];",
    words: "or keep an array per field. Sectors per request, recounted: load in line 2: 4 instead of 12.",
  },
  "structs of 6, updated in place": {
    before: "Body& b = ((Body*)in)[t]; b.x += b.vx; b.y += b.vy; b.z += b.vz;",
    after: "for (int f = 0; f < 3; f++) in[f * 1024 + t] += in[(f + 3) * 1024 + t];",
    words:
      "Keep an array per field of `in`. Sectors per request, recounted: load in line 2: 4 instead of 24, store in line 2: 4 instead of 24.",
  },
  "two of five fields": {
    before: "Five f = ((Five*)in)[t]; out[t] = f.value * f.weight;",
    after: "out[t] = in[t] * in[t + 1024];",
    words: "Keep an array per field of `in`. Sectors per request, recounted: load in line 2: 4 instead of 20.",
  },
  "a histogram in global memory": {
    before: "for (int k = 0; k < 8; k++) atomicAdd(&bins[index[t + 1024 * k] % 256], 1);",
    after:
      "__shared__ int s[256]; s[x] = 0; __syncthreads(); for (int k = 0; k < 8; k++) atomicAdd(&s[index[t + 1024 * k] % 256], 1); __syncthreads(); atomicAdd(&bins[x], s[x]);",
    words:
      "Let each block add up in a copy of `bins` in shared memory, and add the copies up when it ends. Sectors per request, recounted: reduction in line 2: 4 instead of 8 × ",
  },
  "a transpose that stores columns": {
    before: "int c = blockIdx.x * 32 + x, r = blockIdx.y * 32 + y; out[c * 256 + r] = in[r * 256 + c];",
    after:
      "__shared__ float tile[32][33]; tile[y][x] = in[(blockIdx.y * 32 + y) * 256 + blockIdx.x * 32 + x]; __syncthreads(); out[(blockIdx.x * 32 + y) * 256 + blockIdx.y * 32 + x] = tile[x][y];",
    words:
      "Let warps store rows of `out`, and turn the tile around in shared memory, with rows one element longer. Sectors per request, recounted: store in line 2: 4 instead of 32.",
    grid: [8, 8, 1],
    block: [32, 32, 1],
  },
  "a transpose whose blocks are rows": {
    before: "int r = t / 256, c = t % 256; out[c * 256 + r] = in[r * 256 + c];",
    after:
      "__shared__ float tile[32][33]; int bx = blockIdx.x % 8, by = blockIdx.x / 8; for (int j = y; j < 32; j += 8) tile[j][x] = in[(by * 32 + j) * 256 + bx * 32 + x]; __syncthreads(); for (int j = y; j < 32; j += 8) out[(bx * 32 + j) * 256 + by * 32 + x] = tile[x][j];",
    words:
      "Give each block a tile of 32 × 32 elements, and turn it around in shared memory (`tile[32][33]`): warps then store rows of `out`. Sectors per request, recounted: store in line 2: 4 instead of 32.",
    grid: [256, 1, 1],
    gridAfter: [64, 1, 1],
    blockAfter: [32, 8, 1],
  },
  "a matrix scaled down its columns": {
    before: "int row = blockIdx.x * 32 + x, column = blockIdx.y * 8 + y; out[row * 256 + column] = 2 * in[row * 256 + column];",
    after: "int column = blockIdx.y * 8 + x, row = blockIdx.x * 32 + y; out[row * 256 + column] = 2 * in[row * 256 + column];",
    words:
      "Swap threadIdx.x and threadIdx.y, and the sides of the block: 8 × 32 threads. Sectors per request, recounted: store in line 2: 4 instead of 32, load in line 2: 4 instead of 32.",
    grid: [8, 32, 1],
    block: [32, 8, 1],
    blockAfter: [8, 32, 1],
  },
  "a product of matrices with x and y mixed up": {
    before:
      "int row = blockIdx.x * 16 + x, column = blockIdx.y * 16 + y; float sum = 0; for (int k = 0; k < 64; k++) sum += in[row * 64 + k] * in[k * 64 + column + 4096]; out[row * 64 + column] = sum;",
    after:
      "int row = blockIdx.x * 16 + y, column = blockIdx.y * 16 + x; float sum = 0; for (int k = 0; k < 64; k++) sum += in[row * 64 + k] * in[k * 64 + column + 4096]; out[row * 64 + column] = sum;",
    words:
      "Swap threadIdx.x and threadIdx.y. Sectors per request, recounted: load in line 2: 2 instead of 16, load in line 2: 2 instead of 1, store in line 2: 4 instead of 16.",
    grid: [4, 4, 1],
    block: [16, 16, 1],
  },
  "a copy that begins one element late": {
    before: "out[t] = in[t + 1];",
    after: "out[t] = in[t + 8];",
    words: "Let `in` begin 7 elements after a multiple of 32 bytes. Sectors per request, recounted: load in line 2: 4 instead of 5.",
  },
  "rows of 301": {
    before: "if (t < 301) out[t] = in[blockIdx.y * 301 + t];",
    after: "if (t < 301) out[t] = in[blockIdx.y * 304 + t];",
    words:
      "Make the rows of `in` 304 elements long instead of 301 (cudaMallocPitch pads them). Sectors per request, recounted: load in line 2: ",
    grid: [2, 4, 1],
  },
  "rows of 100, a warp for each": {
    before: "int row = t / 32; for (int c = t % 32; c < 100; c += 32) out[row] = in[row * 100 + c];",
    after: "int row = t / 32; for (int c = t % 32; c < 100; c += 32) out[row] = in[row * 104 + c];",
    words:
      "Make the rows of `in` 104 elements long instead of 100 (cudaMallocPitch pads them). Sectors per request, recounted: load in line 2: 3.3 instead of 3.6.",
    grid: [2, 1, 1],
  },
  "the first 32 of rows of 101, a row per thread": {
    before: "for (int k = 0; k < 32; k++) out[t * 32 + k] = in[t * 101 + k];",
    after: "for (int k = 0; k < 32; k++) { int i = blockIdx.x * T * 32 + x + k * T; out[i] = in[i / 32 * 101 + i % 32]; }",
    words:
      "Let neighbouring lanes take neighbouring elements of a row of `in`: `lane + 32 * k`. Sectors per request, recounted: load in line 2: 4.9 instead of 32.",
  },
};

describe("a costly access to global memory, changed as advised", () => {
  it.each(Object.entries(ADVISED))("%s", (_, { before, after, words, grid, block, gridAfter = grid, blockAfter = block }) => {
    const accesses = globalAccesses(before, grid, block);
    const costly = accesses.find((access) => accessPatternWords(access).advice.includes(words));
    expect(accesses.map((access) => accessPatternWords(access).advice).join("\n")).toContain(words);
    const { trial } = costly!;
    // All accesses that the advice is about cost together, per request, what they are said to.
    const advised = perOp(trial!.accesses.map(({ op, after: sectors, requestsLeft }) => [op, sectors, requestsLeft] as const));
    const array = trial!.array.name;
    const isAll = trial!.change?.kind === "swapped-axes";
    const counted = perOp(
      globalAccesses(after!, gridAfter, blockAfter)
        .filter((access) => isAll || access.text.includes(array))
        .map(sectorsOf),
    );
    for (const [op, { sectors, requests }] of Object.entries(advised))
      expect(counted[op]!.sectors / counted[op]!.requests, op).toBeCloseTo(sectors / requests, 9);
  });
});

/** Kernels as students write them, with the start of what is said about global memory; "" where nothing is to be said. */
const SAID: Readonly<Record<string, readonly [body: string, words: string, grid?: readonly number[], block?: readonly number[]]>> = {
  "a copy": ["out[t] = in[t];", ""],
  "a copy backwards": ["out[t] = in[1023 - t];", ""],
  "a copy of float4": ["((float4*)out)[t] = ((float4*)in)[t];", ""],
  "a grid-stride loop": ["for (int i = t; i < 5000; i += T * gridDim.x) out[i] = in[i];", ""],
  "one element for all": ["out[t] = in[7];", ""],
  "one element per block": ["out[t] = in[blockIdx.x];", ""],
  "column sums, a thread for each column": ["float sum = 0; for (int r = 0; r < 64; r++) sum += in[r * 1024 + t]; out[t] = sum;", ""],
  "a row per warp": [
    "int row = t / 32; float sum = 0; for (int c = t % 32; c < 128; c += 32) sum += in[row * 128 + c]; if (t % 32 == 0) out[row] = sum;",
    "",
  ],
  "a sum in shared memory": [
    "__shared__ float s[256]; s[x] = in[t]; for (int d = 128; d > 0; d /= 2) { __syncthreads(); if (x < d) s[x] += s[x + d]; } if (x == 0) out[blockIdx.x] = s[0];",
    "",
  ],
  "a window with a halo": [
    "__shared__ float s[262]; s[x + 3] = in[t + 8]; if (x < 3) { s[x] = in[t + 5]; s[x + 259] = in[t + 264]; } __syncthreads(); float sum = 0; for (int k = 0; k < 7; k++) sum += s[x + k]; out[t] = sum;",
    "",
  ],
  "two elements and their neighbours": ["out[t] = in[t + 3] - in[t + 2];", ""],
  "a result per warp": ["float v = in[t]; if (x % 32 == 0) out[t / 32] = v;", "", [64, 1, 1]],
  "a ragged end": ["if (t < 1000) out[t] = in[t];", ""],
  "three neighbours": ["out[t + 8] = in[t + 7] + in[t + 8] + in[t + 9];", ""],
  "a transpose through a tile": [
    "__shared__ float tile[32][33]; tile[y][x] = in[(blockIdx.y * 32 + y) * 256 + blockIdx.x * 32 + x]; __syncthreads(); out[(blockIdx.x * 32 + y) * 256 + blockIdx.y * 32 + x] = tile[x][y];",
    "",
    [8, 8, 1],
    [32, 32, 1],
  ],
  "row sums, a thread for each row": [
    "float sum = 0; for (int c = 0; c < 100; c++) sum += in[t * 100 + c]; out[t] = sum;",
    "Let the lanes of a warp take neighbouring elements of `in` and combine",
  ],
  "a matrix times a vector, a row per thread": [
    "float sum = 0; for (int c = 0; c < 64; c++) sum += in[t * 64 + c] * in[c + 100000]; out[t] = sum;",
    "Let the lanes of a warp take neighbouring elements of `in` and combine",
  ],
  "doubles every other": ["out[t] = ((double*)in)[2 * t];", "Only one of every 4 elements of `in` is used"],
  "halves in runs of 8": [
    "const unsigned short* h = (const unsigned short*)in; int sum = 0; for (int k = 0; k < 8; k++) sum += h[t * 8 + k]; out[t] = sum;",
    "Load 8 neighbouring elements of `in` at once, as 16 bytes.",
  ],
  "runs of two doubles": [
    "double* d = (double*)in; out[t] = d[2 * t] + d[2 * t + 1];",
    "Load 2 neighbouring elements of `in` at once, as 16 bytes.",
  ],
  "float4 down a column": ["((float4*)out)[t] = ((float4*)in)[(t % 64) * 16 + t / 64];", "Let "],
  "pixels of 3 bytes": [
    "const unsigned char* p = (const unsigned char*)in; out[t] = p[3 * t] + p[3 * t + 1] + p[3 * t + 2];",
    "Copy the records of `in` flat through shared memory",
  ],
  "a stride that the launch gives": ["int s = gridDim.x * 3; out[t] = in[t * s];", "Only one of every 12 elements of `in` is used"],
  "a permutation": ["out[t] = in[index[t]];", "The index comes from memory"],
  "a scatter": ["out[index[t]] = in[t];", "The index comes from memory"],
  "scattered atomics on an array that is too large for a copy": ["atomicAdd(&out[index[t]], 1.0f);", ""],
  "an index at two removes": ["out[t] = in[index[index[t] % 1024]];", "The index comes from memory"],
  "an index that is the same for a block": ["out[t] = in[index[blockIdx.x] % 512 * 8 + t];", ""],
  "rows that begin where the data say": [
    "out[t] = in[index[blockIdx.x] % 512 * 8 + 3 + t];",
    "Let `in` begin 5 elements after a multiple of 32 bytes",
  ],
  "rows of 16 that a loaded index picks": [
    "int row = index[t] % 4096; for (int k = 0; k < 16; k++) out[t * 16 + k] = in[row * 16 + k];",
    "Let neighbouring lanes take neighbouring elements of a row of `in`, 16 lanes to a row. Sectors per request, recounted: load in line 2: 4 instead of 32.",
  ],
  "two elements late, everywhere": ["out[t + 2] = in[t + 2];", "Let `out` begin 6 elements after a multiple of 32 bytes"],
  "a matrix filled down its columns": [
    "for (int r = 0; r < 32; r++) out[(blockIdx.x * 32 + x) * 32 + r] = 1;",
    "Let the lanes of a warp store neighbouring elements of `out`, or collect them",
    [4, 1, 1],
    [32, 1, 1],
  ],
  "a transpose in tiles of 16": [
    "int c = blockIdx.x * 16 + x, r = blockIdx.y * 16 + y; out[c * 128 + r] = in[r * 128 + c];",
    "Let warps store rows of `out`, and turn the tile around",
    [8, 8, 1],
    [16, 16, 1],
  ],
  "a column of blocks": ["out[t * 128 + blockIdx.y] = 3;", "Let threadIdx.x move along the rows of `out`.", [4, 128, 1]],
};

describe("what is said", () => {
  it.each(Object.entries(SAID))("of %s", (_, [body, words, grid, block]) => {
    const advice = globalAccesses(body, grid, block)
      .map((access) => accessPatternWords(access).advice)
      .filter((one) => one !== "");
    if (words === "") expect(advice).toEqual([]);
    else
      expect(
        advice.some((one) => one.startsWith(words)),
        advice.join("\n"),
      ).toBe(true);
  });
});
