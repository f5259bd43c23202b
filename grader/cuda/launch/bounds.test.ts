import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { parseLaunch } from "./launch.ts";
import { compileLaunched } from "./launched-kernel.ts";
import { runLaunch } from "./run-launch.ts";

interface Launched {
  readonly grid?: number;
  readonly block?: readonly [number, number];
  readonly sharedBytes?: number;
  /** Elements of `a` and of `b`. */
  readonly lengths?: readonly [number, number];
}

/**
 * What is found in a kernel `k(float *a, float *b)`, whose arrays hold 64 zeros, one line for each place: the expression, what is wrong, the
 * element and the length of the array or row that it leaves, and how often.
 */
function found(text: string, { grid = 1, block = [32, 1], sharedBytes = 0, lengths = [64, 64] }: Launched = {}): string[] {
  const launch = parseLaunch({
    kernel: "k",
    grid: [grid, 1, 1],
    block: [...block, 1],
    sharedBytes,
    arguments: [
      { array: "a", type: "float", length: lengths[0] },
      { array: "b", type: "float", length: lengths[1] },
    ],
  });
  const { findings } = runLaunch(compileLaunched(text, "k"), launch, { device: h200 });
  return findings.map(({ kind, span, left, further }) => {
    const what = left ? `${kind} ${left.name}[${left.index}] of ${left.length}` : kind;
    return `${text.slice(span.from, span.to)}: ${what}, ${further + 1} times`;
  });
}

describe("an access that leaves its array is the finding, wherever it ends up", () => {
  it.each<[name: string, text: string, expected: readonly string[], launched?: Launched]>([
    [
      "in the next allocation",
      "__global__ void k(const float *a, float *b) { int i = threadIdx.x; float v = a[i + 128]; b[i] = v; }",
      ["a[i + 128]: out-of-bounds a[128] of 64, 64 times"],
      { grid: 2 },
    ],
    [
      "in the next array of shared memory",
      `__global__ void k(float *a, float *b) {
        __shared__ int left[32];
        __shared__ int right[32];
        right[threadIdx.x] = 1;
        left[threadIdx.x + 16] = 2;
        __syncthreads();
        b[threadIdx.x] = right[threadIdx.x];
      }`,
      ["left[threadIdx.x + 16]: out-of-bounds left[32] of 32, 16 times"],
    ],
    [
      "in what shared memory is rounded up by",
      `__global__ void k(float *a, float *b) {
        __shared__ int bins[10];
        bins[threadIdx.x] = threadIdx.x;
        __syncthreads();
        b[threadIdx.x] = bins[threadIdx.x];
      }`,
      ["bins[threadIdx.x]: out-of-bounds bins[10] of 10, 2 times", "bins[threadIdx.x]: out-of-bounds bins[10] of 10, 2 times"],
      { block: [12, 1] },
    ],
    [
      "in the next row of a tile",
      `__global__ void k(float *a, float *b) {
        __shared__ float tile[16][16];
        tile[threadIdx.y][threadIdx.x] = threadIdx.x;
        __syncthreads();
        b[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.y][threadIdx.x + 1];
      }`,
      ["tile[threadIdx.y][threadIdx.x + 1]: out-of-row tile[16] of 16, 16 times"],
      { block: [16, 16], lengths: [64, 256] },
    ],
    [
      "in the results that other blocks write (a sum over a list that is too short)",
      `__global__ void k(float *a, float *b) {
        __shared__ float sums[64];
        unsigned t = threadIdx.x, start = 2 * blockIdx.x * blockDim.x;
        sums[t] = a[start + t];
        sums[blockDim.x + t] = a[start + blockDim.x + t];
        for (unsigned stride = blockDim.x; stride >= 1; stride >>= 1) {
          __syncthreads();
          if (t < stride) sums[t] += sums[t + stride];
        }
        __syncthreads();
        b[blockIdx.x] = sums[0];
      }`,
      ["a[start + blockDim.x + t]: out-of-bounds a[100] of 100, 92 times", "a[start + t]: out-of-bounds a[128] of 100, 64 times"],
      { grid: 4, lengths: [100, 4] },
    ],
    [
      "before its start",
      "__global__ void k(float *a, float *b) { b[threadIdx.x] = a[(int)threadIdx.x - 2]; }",
      ["a[(int)threadIdx.x - 2]: out-of-bounds a[-2] of 64, 2 times"],
    ],
    [
      "before the start of a shared array, in the one before",
      `__global__ void k(float *a, float *b) {
        __shared__ float first[32], second[32];
        first[threadIdx.x] = second[threadIdx.x] = 1;
        __syncthreads();
        b[threadIdx.x] = first[threadIdx.x] + second[(int)threadIdx.x - 1];
      }`,
      ["second[(int)threadIdx.x - 1]: out-of-bounds second[-1] of 32, 1 times"],
    ],
    [
      "one past its end, by <=",
      "__global__ void k(float *a, float *b) { for (int i = threadIdx.x; i <= 64; i += 32) b[threadIdx.x] += a[i]; }",
      ["a[i]: out-of-bounds a[64] of 64, 1 times"],
    ],
    [
      "half over its end, by a vector",
      "__global__ void k(float *a, float *b) { float4 v = reinterpret_cast<float4 *>(a)[threadIdx.x]; b[threadIdx.x] = v.x; }",
      ["reinterpret_cast<float4 *>(a)[threadIdx.x]: out-of-bounds a[62] of 62, 17 times"],
      { lengths: [62, 64] },
    ],
    [
      "in the next member of a struct",
      `struct Pair { float x[4]; float y[4]; };
      __global__ void k(float *a, float *b) {
        __shared__ Pair pair;
        if (threadIdx.x < 4) { pair.x[threadIdx.x] = 1; pair.y[threadIdx.x] = 2; }
        __syncthreads();
        b[threadIdx.x] = pair.x[threadIdx.x];
      }`,
      ["pair.x[threadIdx.x]: out-of-row pair[4] of 4, 4 times"],
      { block: [8, 1] },
    ],
    [
      "in the next table of constants",
      `__constant__ float weights[8];
      __constant__ float more[64];
      __global__ void k(float *a, float *b) { b[threadIdx.x] = weights[threadIdx.x % 9] + more[threadIdx.x]; }`,
      ["weights[threadIdx.x % 9]: out-of-bounds weights[8] of 8, 3 times"],
    ],
    [
      "in the next variable of the thread",
      `__device__ void fill(float *to, int n) { for (int i = 0; i < n; i++) to[i] = i; }
      __global__ void k(float *a, float *b) {
        float own[6], other[6];
        fill(other, 6);
        fill(own, threadIdx.x == 3 ? 8 : 6);
        b[threadIdx.x] = own[threadIdx.x % 6] + other[threadIdx.x % 6];
      }`,
      ["to[i] = i: out-of-bounds own[6] of 6, 2 times"],
    ],
    [
      "in the next plane of a cube",
      `__global__ void k(float *a, float *b) {
        __shared__ float cube[2][4][8];
        for (int z = 0; z < 2; z++) for (int y = 0; y < 4; y++) cube[z][y][threadIdx.x] = 1;
        __syncthreads();
        float sum = 0;
        for (int y = 0; y <= 4; y++) sum += cube[0][y][threadIdx.x] + cube[1][y % 4][threadIdx.x];
        b[threadIdx.x] = sum;
      }`,
      [],
      { block: [8, 1] },
    ],
    [
      "in the next plane of a cube, from any plane",
      `__global__ void k(float *a, float *b) {
        __shared__ float cube[2][4][8];
        for (int y = 0; y < 4; y++) cube[threadIdx.y][y][threadIdx.x] = 1;
        __syncthreads();
        b[8 * threadIdx.y + threadIdx.x] = cube[threadIdx.y][threadIdx.y + 3][threadIdx.x];
      }`,
      ["cube[threadIdx.y][threadIdx.y + 3][threadIdx.x]: out-of-row cube[4] of 4, 8 times"],
      { block: [8, 2] },
    ],
    [
      "through a pointer that a function is given",
      `__device__ float sum(const float *values, int n) { float s = 0; for (int i = 0; i <= n; i++) s += values[i]; return s; }
      __global__ void k(float *a, float *b) {
        __shared__ float low[32], high[32];
        low[threadIdx.x] = high[threadIdx.x] = 1;
        __syncthreads();
        b[threadIdx.x] = sum(low, 32) + sum(high, 31);
      }`,
      ["values[i]: out-of-bounds low[32] of 32, 32 times"],
    ],
    [
      "in a function template",
      `template <int N> __device__ float last(const float (&values)[N]) { return values[N]; }
      __global__ void k(float *a, float *b) {
        __shared__ float low[32], high[32];
        low[threadIdx.x] = high[threadIdx.x] = 1;
        __syncthreads();
        b[threadIdx.x] = last(low) + high[0];
      }`,
      ["values[N]: out-of-bounds low[32] of 32, 32 times"],
    ],
    [
      "by a pointer that moves on in a loop",
      `__global__ void k(float *a, float *b) {
        const float *p = a + threadIdx.x;
        float sum = 0;
        for (int i = 0; i < 8; i++, p += 32) sum += *p;
        b[threadIdx.x] = sum;
      }`,
      ["*p: out-of-bounds a[64] of 64, 192 times"],
    ],
    [
      "of two arrays to choose from",
      "__global__ void k(float *a, float *b) { b[threadIdx.x] = 1; const float *p = threadIdx.x & 1 ? a : b; b[threadIdx.x] = p[threadIdx.x + 64]; }",
      ["p[threadIdx.x + 64]: out-of-bounds b[64] of 64, 32 times"],
    ],
    [
      "in the other of two arrays to choose from",
      "__global__ void k(float *a, float *b) { const float *p = threadIdx.x & 1 ? a : b; float v = p[threadIdx.x + 128]; b[threadIdx.x] = v; }",
      ["p[threadIdx.x + 128]: out-of-bounds b[128] of 64, 32 times"],
    ],
    [
      "in the other of two arrays that change places",
      `__global__ void k(float *a, float *b) {
        float *from = a, *to = b, sum = 0;
        for (int pass = 0; pass < 2; pass++) {
          sum += from[threadIdx.x + 128 - 256 * pass];
          float *old = from; from = to; to = old;
        }
        to[threadIdx.x] = sum;
      }`,
      ["from[threadIdx.x + 128 - 256 * pass]: out-of-bounds a[128] of 64, 64 times"],
    ],
    [
      "in the next allocation, by a pointer from memory",
      `__device__ float *rows[2];
      __global__ void k(float *a, float *b) {
        if (threadIdx.x == 0) { rows[0] = a; rows[1] = b; }
        __syncthreads();
        b[threadIdx.x] = rows[0][threadIdx.x + 128];
      }`,
      ["rows[0][threadIdx.x + 128]: out-of-bounds a[128] of 64, 32 times"],
    ],
    [
      "in the other of two buffers",
      `__global__ void k(float *a, float *b) {
        __shared__ float buffers[2][32];
        buffers[0][threadIdx.x] = buffers[1][threadIdx.x] = 1;
        __syncthreads();
        float sum = 0;
        for (int now = 0; now < 2; now++) sum += buffers[now][threadIdx.x + 1];
        b[threadIdx.x] = sum;
      }`,
      ["buffers[now][threadIdx.x + 1]: out-of-row buffers[32] of 32, 2 times"],
    ],
    [
      "in the next row, by a pointer to a row",
      `__device__ float sum(const float *row, int n) { float s = 0; for (int i = 0; i < n; i++) s += row[i]; return s; }
      __global__ void k(float *a, float *b) {
        __shared__ float tile[4][8];
        float *row = tile[threadIdx.y];
        row[threadIdx.x] = 1;
        __syncthreads();
        b[8 * threadIdx.y + threadIdx.x] = row[threadIdx.x + 1] + sum(tile[threadIdx.y], 9);
      }`,
      ["row[i]: out-of-row tile[8] of 8, 32 times", "row[threadIdx.x + 1]: out-of-row tile[8] of 8, 4 times"],
      { block: [8, 4] },
    ],
    [
      "by an atomic",
      `__global__ void k(float *a, float *b) {
        __shared__ int histogram[4][8];
        histogram[threadIdx.x / 8][threadIdx.x % 8] = 0;
        __syncthreads();
        atomicAdd(&histogram[threadIdx.x / 8][threadIdx.x % 9], 1);
      }`,
      ["atomicAdd(&histogram[threadIdx.x / 8][threadIdx.x % 9], 1): out-of-row histogram[8] of 8, 3 times"],
    ],
  ])("%s", (_, text, expected, launched) => {
    expect(found(text, launched)).toEqual(expected);
  });
});

describe("nothing is found where each access stays in its array", () => {
  it.each<[name: string, text: string, launched?: Launched]>([
    [
      "a halo on both sides",
      `__global__ void k(float *a, float *b) {
        __shared__ float tile[32 + 2];
        int t = threadIdx.x;
        tile[t + 1] = a[t];
        if (t == 0) tile[0] = 0;
        if (t == 31) tile[33] = a[32];
        __syncthreads();
        b[t] = tile[t] + tile[t + 1] + tile[t + 2];
      }`,
    ],
    [
      "a padded tile",
      `__global__ void k(float *a, float *b) {
        __shared__ float tile[8][8 + 1];
        tile[threadIdx.y][threadIdx.x] = a[8 * threadIdx.y + threadIdx.x];
        __syncthreads();
        b[8 * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
      }`,
      { block: [8, 8] },
    ],
    [
      "dynamic shared memory in parts",
      `extern __shared__ float memory[];
      __global__ void k(float *a, float *b) {
        float *left = memory, *right = left + 32;
        int *counts = (int *)(right + 32);
        left[threadIdx.x] = right[threadIdx.x] = 1;
        counts[threadIdx.x] = 2;
        __syncthreads();
        b[threadIdx.x] = left[threadIdx.x + 16] + right[31 - threadIdx.x] + counts[threadIdx.x];
      }`,
      { sharedBytes: 384 },
    ],
    [
      "dynamic shared memory under two names",
      `__global__ void k(float *a, float *b) {
        extern __shared__ float floats[];
        extern __shared__ int ints[];
        floats[threadIdx.x] = 1;
        ints[threadIdx.x + 32] = 2;
        __syncthreads();
        b[threadIdx.x] = floats[threadIdx.x] + ints[threadIdx.x + 32];
      }`,
      { sharedBytes: 256 },
    ],
    [
      "a tile that is walked as one row, by index and by pointer",
      `__global__ void k(float *a, float *b) {
        __shared__ float tile[8][8];
        float *flat = &tile[0][0];
        for (int i = threadIdx.x; i < 64; i += 32) tile[0][i] = 0;
        __syncthreads();
        for (int i = threadIdx.x; i < 64; i += 32) flat[i] += 1;
        __syncthreads();
        float *from = &tile[threadIdx.x / 8][threadIdx.x % 8];
        b[threadIdx.x] = from[32] + *(tile[2] + threadIdx.x);
      }`,
    ],
    [
      "a pointer one past the end, for comparison",
      `__global__ void k(float *a, float *b) {
        __shared__ float values[32];
        values[threadIdx.x] = 1;
        __syncthreads();
        float sum = 0;
        for (const float *p = values, *end = &values[32]; p != end; ++p) sum += *p;
        b[threadIdx.x] = sum + *((a + 64) - 1);
      }`,
    ],
    [
      "two arrays that change places",
      `__global__ void k(float *a, float *b) {
        b[threadIdx.x] = 0;
        float *from = a, *to = b;
        for (int pass = 0; pass < 4; pass++) {
          to[threadIdx.x] = from[threadIdx.x] + 1;
          float *old = from; from = to; to = old;
        }
      }`,
    ],
    [
      "a pointer that is rounded up to a multiple of 16 bytes",
      `__global__ void k(float *a, float *b) {
        float4 *p = (float4 *)(((unsigned long long)(a + 1) + 15) / 16 * 16);
        b[threadIdx.x] = p[threadIdx.x % 8].x;
      }`,
    ],
    [
      "pointers in memory",
      `__device__ float *rows[2];
      __global__ void k(float *a, float *b) {
        if (threadIdx.x < 2) rows[threadIdx.x] = a + 32 * threadIdx.x;
        __syncthreads();
        b[threadIdx.x] = rows[threadIdx.x % 2][threadIdx.x];
      }`,
    ],
    [
      "a struct whose last member goes on",
      `struct List { int count; float values[1]; };
      __global__ void k(float *a, float *b) { List *list = (List *)a; b[threadIdx.x] = list->values[threadIdx.x]; }`,
    ],
  ])("%s", (_, text, launched) => {
    expect(found(text, launched)).toEqual([]);
  });
});

it("what an access beyond its array would have written is not missed by who reads it", () => {
  const text = `__global__ void k(float *a, float *b) {
    __shared__ float left[32], right[32];
    left[threadIdx.x + 32] = 1;
    __syncthreads();
    b[threadIdx.x] = right[threadIdx.x];
  }`;
  expect(found(text)).toEqual(["left[threadIdx.x + 32]: out-of-bounds left[32] of 32, 32 times"]);
});

describe("the sentence", () => {
  function sentence(text: string, array = "a"): string {
    const launch = parseLaunch({
      kernel: "k",
      grid: [1, 1, 1],
      block: [32, 1, 1],
      sharedBytes: 0,
      arguments: [{ array, type: "float", length: 40 }],
    });
    return runLaunch(compileLaunched(text, "k"), launch, { device: h200 }).findings[0]!.message;
  }

  it("says how far the accesses of a place go", () => {
    expect(sentence("__global__ void k(float *a) { a[threadIdx.x + 16] = 1; }")).toBe(
      "Thread (24, 0, 0) of block (0, 0, 0) writes 4 bytes directly after the end of `a` (40 floats); index 47 is reached here.",
    );
  });

  it("names the array as the kernel does, and as the host does", () => {
    expect(sentence("__global__ void k(float *a) { a[threadIdx.x + 9] = 1; }", "d_a")).toBe(
      "Thread (31, 0, 0) of block (0, 0, 0) writes 4 bytes directly after the end of `a` (40 floats, `d_a` on the host).",
    );
  });

  it("names an array that is raced on as the kernel does", () => {
    expect(sentence("__global__ void k(float *a) { a[threadIdx.x / 16] = threadIdx.x; }", "d_a")).toContain("element 0 of `a`");
  });

  it("says which index of a row is used", () => {
    const text =
      "__global__ void k(float *a) { __shared__ float t[2][32]; for (int i = 0; i < 3; i++) t[threadIdx.x % 2][threadIdx.x - i] = 1; }";
    expect(sentence(text)).toMatch(/writes index −1 \(4,294,967,295 as unsigned\) of a row of 32 floats in `t`/);
  });

  it("says which index of a struct's array is used", () => {
    const text =
      "struct Body { float at[3], by[3]; }; __global__ void k(float *a) { Body *body = (Body *)a; a[30 + threadIdx.x % 8] = body->at[threadIdx.x % 4]; }";
    expect(sentence(text, "d_a")).toBe("Thread (3, 0, 0) of block (0, 0, 0) reads index 3 of an array of 3 floats in `a`.");
  });

  it("knows a null pointer, however far the index is from it", () => {
    expect(sentence("__global__ void k(float *a) { float *p = nullptr; p[threadIdx.x + 100] = a[0]; }")).toBe(
      "Thread (0, 0, 0) of block (0, 0, 0) writes 4 bytes 400 bytes after the null pointer.",
    );
  });
});
