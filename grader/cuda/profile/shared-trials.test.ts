import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { parseLaunch } from "../launch/launch.ts";
import { reportLaunch, type ArrayTrial } from "./launch-report.ts";
import { accessPatternWords } from "./pattern-words.ts";
import { swizzled } from "#simulator/layout-name.ts";
import { movedOffset, rowChanges, swizzleName, type SharedChange } from "./shared-layout.ts";
import { trialWords } from "./trial-words.ts";

interface TriedKernel {
  /** Elements of the array `s`, which the kernel accesses as `s[AT(i)]`, or as the text declares it. */
  readonly body: string;
  readonly type?: string;
  readonly length?: number;
  readonly block?: readonly [number, number, number];
}

const X = "int x = threadIdx.x, y = threadIdx.y, t = y * blockDim.x + x;";

/** A launch of one block. `out` keeps what is read from being left out. */
function accessesOf(text: string, block: readonly [number, number, number]) {
  const arrays = ["in", "out"].map((array) => ({ array, type: "float", length: 4096 }));
  const launch = parseLaunch({ kernel: "k", grid: [1, 1, 1], block: [...block], arguments: arrays });
  return reportLaunch(text, launch, h200).report.accesses.filter(({ counts }) => counts.space === "shared");
}

function textOf({ body, type = "float", length }: TriedKernel, at: string): string {
  const declared = length === undefined ? "" : `__shared__ ${type} s[${length}];`;
  return `#define AT(i) (${at})\n__global__ void k(const float* in, float* out) { ${X} ${declared}\n${body}\n}`;
}

function trialOf(kernel: TriedKernel, at = "i"): ArrayTrial | undefined {
  const { block = [32, 32, 1] } = kernel;
  return accessesOf(textOf(kernel, at), block).find(({ trial }) => trial)?.trial;
}

/** The index of an element once its array has changed, in CUDA. */
function changedIndex(change: SharedChange, bytes: number): string {
  const inRows = (from: number, to: number): string => `((i) / ${from / bytes} * ${to / bytes} + (i) % ${from / bytes})`;
  switch (change.kind) {
    case "longer-rows":
      return inRows(change.from, change.to);
    case "swizzle": {
      const { from, to, unit, columns } = change;
      const row = `((i) / ${from / bytes})`;
      const rest = `((i) % ${from / bytes})`;
      const per = unit / bytes;
      return `${row} * ${to / bytes} + (${rest} / ${per} ^ ${row} / ${Math.max(1, 128 / to)} % ${columns}) * ${per} + ${rest} % ${per}`;
    }
    case "gaps": {
      const index = inRows(change.from, change.to);
      return `${index} + ${index} / ${128 / bytes} * ${change.bytes / bytes}`;
    }
    case "side-by-side":
      throw new TypeError("no change of an index");
  }
}

const column = "s[AT(y * 32 + x)] = in[t]; __syncthreads(); out[t] = s[AT(x * 32 + y)];";

/** Flat arrays, whose index can be changed: what was recounted is what the changed kernel costs. */
const FLAT: Readonly<Record<string, TriedKernel & { readonly words: string }>> = {
  "a column of a tile": { body: column, length: 2048, words: "Make the rows of `s` 1 float longer: 33 elements instead of 32." },
  "a column of doubles": {
    body: column,
    type: "double",
    length: 2048,
    words: "Make the rows of `s` 1 double longer: 33 elements instead of 32.",
  },
  "rows that are padded, of a block 16 wide": {
    body: "s[AT(y * 17 + x)] = in[t]; __syncthreads(); out[t] = s[AT(t % 32 * 17 + t / 32)];",
    length: 1024,
    block: [16, 32, 1],
    words: "Swizzle `s` with rows of 16 elements instead of 17: column x of row y at column `x ^ (y / 2 % 16)`.",
  },
  "lanes eight apart in padded rows": {
    body: `for (int i = x; i < 8 * 128; i += 32) s[AT(i / 128 * 129 + i % 128)] = in[i];
      __syncthreads(); float sum = 0; for (int row = 0; row < 8; row++) sum += s[AT(row * 129 + x % 16 * 8)]; out[x] = sum;`,
    length: 2048,
    block: [32, 1, 1],
    words: "Make the rows of `s` 128 elements long instead of 129. Leave 1 float of `s` free after every 32: index `i + i / 32`.",
  },
  "every fourth row of a tile": {
    body: "s[AT(x % 4 * 4 * 128 + x / 4)] = in[t]; s[AT((x % 4 * 4 + 1) * 128 + x / 4)] = in[t]; __syncthreads(); out[t] = s[AT(t)];",
    length: 4096,
    block: [32, 1, 1],
    words: "Leave 8 floats of `s` free after every 512: index `i + i / 512 * 8`.",
  },
  "eight elements per thread": {
    body: "for (int k = 0; k < 8; k++) s[AT(k * 64 + t)] = in[t]; __syncthreads(); float sum = 0; for (int k = 0; k < 8; k++) sum += s[AT(t * 8 + k)]; out[t] = sum;",
    length: 1024,
    block: [64, 1, 1],
    words: "Swizzle `s`: index `i ^ (i / 32 % 8)`.",
  },
  "a scan, which comes back": {
    body: `s[AT(t)] = in[t]; s[AT(t + 128)] = in[t + 128];
      for (int d = 1; d < 256; d *= 2) { __syncthreads(); if (t < 128 / d) s[AT(2 * d * (t + 1) - 1)] += s[AT(2 * d * t + d - 1)]; }
      for (int d = 128; d > 0; d /= 2) { __syncthreads(); if (t < 128 / d) { float a = s[AT(2 * d * t + d - 1)]; s[AT(2 * d * t + d - 1)] = s[AT(2 * d * (t + 1) - 1)]; s[AT(2 * d * (t + 1) - 1)] += a; } }
      __syncthreads(); out[t] = s[AT(t)];`,
    length: 512,
    block: [128, 1, 1],
    words: "Swizzle `s`: index `i ^ (i / 32 % 8)`.",
  },
};

describe("an array of shared memory with bank conflicts", () => {
  it.each(Object.entries(FLAT))("%s: its best change costs what was recounted", (_, kernel) => {
    const trial = trialOf(kernel)!;
    expect(trialWords(trial)).toContain(`${kernel.words} Wavefronts per request, recounted: `);
    const after = accessesOf(
      textOf(kernel, changedIndex(trial.change as SharedChange, trial.array.element.bytes)),
      kernel.block ?? [32, 32, 1],
    );
    const perRequest = after.map(({ op, counts }) => [op, "wavefronts" in counts ? counts.wavefronts / counts.requests : NaN]);
    expect(trial.accesses.map(({ op, after: wavefronts }) => [op, wavefronts])).toEqual(perRequest);
  });

  const declared = (type: string, declaration: string): TriedKernel => ({
    body: `__shared__ ${type} ${declaration}; s[y][x] = ${type === "float4" ? "((const float4*)in)[t]" : "in[t]"}; __syncthreads(); out[t] = s[x][y]${type === "float4" ? ".x" : ""};`,
    ...(type === "float4" && { block: [8, 8, 1] as const }),
  });

  it.each([
    ["float", "s[32][32]", "s[32][33]"],
    ["double", "s[32][32]", "s[32][33]"],
    ["char", "s[32][32]", "s[32][36]"],
    ["float4", "s[8][8]", "s[8][9]"],
  ])("%s %s becomes %s, and costs what was recounted", (type, before, after) => {
    const trial = trialOf(declared(type, before))!;
    expect(trialWords(trial)).toContain(`longer: \`${after}\`.`);
    const changed = accessesOf(textOf(declared(type, after), "i"), declared(type, after).block ?? [32, 32, 1]);
    expect(trial.accesses.map(({ after: wavefronts }) => wavefronts)).toEqual(
      changed.map(({ counts }) => ("wavefronts" in counts ? counts.wavefronts / counts.requests : NaN)),
    );
  });

  const fragment = (declaration: string, length: number, row: number): string => `#include <mma.h>
__global__ void k(const float* in, float* out) { ${X} __shared__ half ${declaration};
  for (int i = t; i < ${length}; i += 32) *((half*)s + i) = __float2half(in[i]);
  __syncwarp(); nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, half, nvcuda::wmma::row_major> a;
  nvcuda::wmma::load_matrix_sync(a, (half*)s, ${row}); out[t] = __half2float(a.x[0]) + __half2float(a.x[5]); }`;

  it("of fragments has rows of whole 16 bytes with each change", () => {
    const { trial } = accessesOf(fragment("s[16][64]", 1024, 64), [32, 1, 1]).find((access) => access.trial)!;
    expect(trialWords(trial!)).toContain(
      "Make the rows of `s` 8 halves longer: `s[16][72]`. Pass 72 as its leading dimension, too. Wavefronts",
    );
    const padded = accessesOf(fragment("s[16][72]", 1024, 72), [32, 1, 1]).filter(({ op }) => op === "load");
    const changed = trial!.accesses.filter(({ op }) => op === "load");
    expect(changed.map(({ after }) => after)).toEqual(
      padded.map(({ counts }) => ("wavefronts" in counts ? counts.wavefronts / counts.requests : NaN)),
    );
  });

  it("of fragments whose rows are not the declared ones has none that puts them unevenly apart", () => {
    const { trial } = accessesOf(fragment("s[4][320]", 1280, 80), [32, 1, 1]).find((access) => access.trial)!;
    expect(trial!.change).toBeUndefined();
  });

  it("of a reduction, whose threads are apart, is used side by side", () => {
    const body =
      "s[AT(t)] = in[t]; for (int d = 1; d < 256; d *= 2) { __syncthreads(); if (2 * d * t < 256) s[AT(2 * d * t)] += s[AT(2 * d * t + d)]; } if (t == 0) *out = s[0];";
    const trial = trialOf({ body, length: 256, block: [256, 1, 1] })!;
    expect(trial.change).toEqual({ kind: "side-by-side" });
    for (const { after } of trial.accesses) expect(after).toBe(1);
  });

  it("of two dimensions has gaps as one of one", () => {
    // Each thread counts keys of 4 bits in a row of its own: rows one longer bring the columns of different keys together.
    const body =
      "__shared__ unsigned s[128][16]; for (int b = 0; b < 16; b++) s[t][b] = 0; for (int k = 0; k < 8; k++) s[t][((t + 128 * k) * 2654435761u >> 8) % 16]++; out[t] = s[t][3];";
    expect(trialWords(trialOf({ body, block: [128, 1, 1] })!)).toContain(
      "Give `s` one dimension, with 1 element free after every 32: index `i + i / 32`, where `i = 16 * y + x` for column x of row y.",
    );
  });

  it("of rows that ldmatrix reads says what padding costs the copies past L1", () => {
    const kernel = (pitch: number) =>
      `__global__ void k(const float* in, unsigned* out) {
        __shared__ __align__(128) float s[${16 * pitch}]; unsigned i = threadIdx.x, r;
        for (unsigned c = i; c < 128; c += 32) {
          unsigned to = __cvta_generic_to_shared(&s[c / 8 * ${pitch} + c % 8 * 4]);
          asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(to), "l"(in + 4 * c) : "memory");
        }
        asm volatile("cp.async.wait_all;" ::: "memory"); __syncthreads();
        unsigned row = __cvta_generic_to_shared(&s[i % 8 * ${pitch}]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r) : "r"(row) : "memory");
        out[i] = r;
      }`;
    const arrays = ["float", "unsigned"].map((type, i) => ({ array: ["in", "out"][i]!, type, length: 4096 }));
    const launch = parseLaunch({ kernel: "k", grid: [1, 1, 1], block: [32, 1, 1], arguments: arrays });
    const reported = (pitch: number) => reportLaunch(kernel(pitch), launch, h200).report.accesses;
    const { trial, ...matrix } = reported(32).find((access) => access.isMatrix)!;
    expect(trialWords(trial!)).toMatch(
      /^Make the rows of `s` 4 floats longer: .* load in line 9: 1 instead of 8\. Sectors per request of the copies past L1 into it, too: line 5: 18 instead of 16\. Or, without more memory: .* CuTe’s `Swizzle<3,2,3>`; load in line 9: 1 instead of 8\.$/,
    );
    const copy = reported(36).find(({ isCopy, counts }) => isCopy && counts.space === "global")!;
    expect("sectors" in copy.counts && copy.counts.sectors / copy.counts.requests).toBe(18);
    expect(accessPatternWords({ ...matrix, trial: trial! })).toMatchObject({
      lesson: "6-tiles-for-tensor-cores/01-rows-for-a-matrix-instruction",
      exercise: "ldmatrix-pitch",
    });
  });

  it.each([
    [
      "128B",
      64,
      "[ROWS * 64]",
      "element i then lies at index `i ^ (i / 64 % 8) * 8`, CuTe’s `Swizzle<3,3,3>`.",
      32,
      "(y * 64 + x ^ (y % 8) * 8)",
    ],
    [
      "64B",
      32,
      "[ROWS * 32]",
      "element i then lies at index `i ^ (i / 64 % 4) * 8`, CuTe’s `Swizzle<2,3,3>`.",
      16,
      "(y * 32 + x ^ (y / 2 % 4) * 8)",
    ],
    [
      "32B",
      16,
      "[ROWS * 16]",
      "element i then lies at index `i ^ (i / 64 % 2) * 8`, CuTe’s `Swizzle<1,3,3>`.",
      8,
      "(y * 16 + x ^ (y / 4 % 2) * 8)",
    ],
    [
      "128B",
      64,
      "[ROWS][64]",
      "column x of row y then lies at column `x ^ (y % 8) * 8`, CuTe’s `Swizzle<3,3,3>`.",
      32,
      "(y * 64 + x ^ (y % 8) * 8)",
    ],
  ] as const)(
    "that TMA fills is given the swizzle of %s, with rows of %i halves in tile%s",
    (swizzle, columns, lengths, says, before, at) => {
      const text = (offset: string): string => `#include <cassert>
      #include <cuda.h>
      #include <cuda_fp16.h>
      #include <cuda/ptx>
      #define AT(y, x) ${offset}
      namespace ptx = cuda::ptx;
      constexpr int ROWS = 32;
      __global__ void k(const __grid_constant__ CUtensorMap in, unsigned* out) {
        __shared__ alignas(1024) half tile${lengths}; __shared__ alignas(8) uint64_t full;
        unsigned i = threadIdx.x, a, b, c, d;
        if (i == 0) {
          ptx::mbarrier_init(&full, 1);
          const int corner[] = {0, 0};
          ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, &in, corner, &full);
          ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof(tile));
        }
        __syncwarp();
        while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
        unsigned from = __cvta_generic_to_shared((half*)tile + AT(i, 8));
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(from));
        assert(__low2float(*(half2*)&a) == i / 4 * ${columns} + 8 + i % 4 * 2);
        out[i] = a;
      }`;
      const begins = { "128B": "1,024", "64B": "512", "32B": "256" }[swizzle];
      const reported = (offset: string, mode: string, kinds: readonly string[] = []) => {
        const tensorMap = { sizes: [columns, 32], box: [columns, 32], swizzle: mode };
        const arrays = [
          { array: "in", type: "half", length: 32 * columns, fill: "index", tensorMap },
          { array: "out", type: "unsigned", length: 32, fill: "index" },
        ];
        const launch = parseLaunch({ kernel: "k", grid: [1, 1, 1], block: [32, 1, 1], arguments: arrays });
        const { accesses, findings } = reportLaunch(text(offset), launch, h200).report;
        expect(findings.map(({ kind }) => kind)).toEqual(kinds);
        return accesses.find(({ isMatrix }) => isMatrix)!;
      };
      const { trial, ...matrix } = reported(`(y * ${columns} + x)`, "none");
      expect(trialWords(trial!)).toBe(
        `Give the tensor map of \`tile\` the swizzle \`CU_TENSOR_MAP_SWIZZLE_${swizzle}\`, and let the tile begin at a multiple of ${begins} bytes: ${says} Wavefronts per request, recounted: load in line 20: 4 instead of ${before}.`,
      );
      expect(accessPatternWords({ ...matrix, trial: trial! }).lesson).toBe("6-tiles-for-tensor-cores/04-a-tile-by-tma");
      expect(reported(at, swizzle).counts).toMatchObject({ wavefronts: 4, bankConflicts: 0 });
      // The map has the swizzle, and the reader doesn't follow it yet.
      const { trial: unread } = reported(`(y * ${columns} + x)`, swizzle, ["assertion"]);
      expect(trialWords(unread!)).toBe(
        `The tensor map of \`tile\` has the swizzle \`CU_TENSOR_MAP_SWIZZLE_${swizzle}\`, so read where it puts things: in a tile that begins at a multiple of ${begins} bytes, ${says.replace("then lies", "lies")} Wavefronts per request, recounted: load in line 20: 4 instead of ${before}.`,
      );
    },
  );

  it("that TMA fills and no swizzle helps is said to have its rows from the map", () => {
    const text = `#include <cuda.h>
      #include <cuda/ptx>
      namespace ptx = cuda::ptx;
      __global__ void k(const __grid_constant__ CUtensorMap in, float* out) {
        __shared__ alignas(1024) float tile[32 * 32]; __shared__ alignas(8) uint64_t full;
        int i = threadIdx.x;
        if (i == 0) {
          ptx::mbarrier_init(&full, 1);
          const int corner[] = {0, 0};
          ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, &in, corner, &full);
          ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof(tile));
        }
        __syncwarp();
        while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
        out[i] = tile[i / 4 % 2 * 512 + i % 4 + i / 8 * 256 % 512];
      }`;
    const tensorMap = { sizes: [32, 32], box: [32, 32], swizzle: "none" };
    const arrays = [
      { array: "in", type: "float", length: 1024, tensorMap },
      { array: "out", type: "float", length: 32 },
    ];
    const launch = parseLaunch({ kernel: "k", grid: [1, 1, 1], block: [32, 1, 1], arguments: arrays });
    const { trial } = reportLaunch(text, launch, h200).report.accesses.find(({ counts }) => counts.space === "shared")!;
    expect(trialWords(trial!)).toMatch(/^TMA copies `tile` by a tensor map, which says where its rows lie\./);
  });

  /** Rows of halves that `ldmatrix` reads, in dynamic shared memory, whose element (y, x) the text calls `at("y", "x")`. */
  const matrices = (declared: string, at: (y: string, x: string) => string): string => `#include <cuda_fp16.h>
__global__ void k(const float* in, float* out) {
  ${declared}
  int t = threadIdx.x;
  for (int i = t; i < 64 * 8; i += 32) *(float4*)&${at("(i / 8)", "(i % 8 * 8)")} = ((const float4*)in)[i];
  __syncthreads();
  unsigned sum = 0, r0, r1, r2, r3;
  for (int m = 0; m < 64; m += 16) for (int k = 0; k < 64; k += 16) {
    unsigned row = __cvta_generic_to_shared(&${at("(m + t % 16)", "(k + t / 16 * 8)")});
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"(row));
    sum += r0 + r1 + r2 + r3;
  }
  out[t] = sum;
}`;
  const dynamic = (text: string, sharedBytes: number) => {
    const arrays = ["in", "out"].map((array) => ({ array, type: "float", length: 4096 }));
    const launch = parseLaunch({ kernel: "k", grid: [1, 1, 1], block: [32, 1, 1], sharedBytes, arguments: arrays });
    return reportLaunch(text, launch, h200).report.accesses.filter(({ counts }) => counts.space === "shared");
  };

  it.each([
    ["that is declared with rows", "extern __shared__ half s[][64];", "extern __shared__ half s[][72];", "s", "s[][72]"],
    [
      "that a pointer to rows is made from",
      "extern __shared__ char smem[]; half (*s)[64] = (half (*)[64])smem;",
      "extern __shared__ char smem[]; half (*s)[72] = (half (*)[72])smem;",
      "s",
      "(*s)[72]",
    ],
    [
      "that a pointer to rows is cast from",
      "extern __shared__ char smem[]; auto s = reinterpret_cast<half (*)[64]>(smem);",
      "extern __shared__ char smem[]; auto s = reinterpret_cast<half (*)[72]>(smem);",
      "s",
      "(*s)[72]",
    ],
  ])("of dynamic shared memory %s has longer rows, or a swizzle with its name", (_, declared, changed, name, written) => {
    const at = (y: string, x: string): string => `s[${y}][${x}]`;
    const { trial } = dynamic(matrices(declared, at), 16384).find((access) => access.isMatrix)!;
    // What a pointer to rows is made from has no elements of a type.
    const eight = written.startsWith("(*") ? "8 elements" : "8 halves";
    expect(trialWords(trial!)).toBe(
      `Make the rows of \`${name}\` ${eight} longer: \`${written}\`. Wavefronts per request, recounted: load in line 10: 4 instead of 32; the others stay as they are. ` +
        `Or, without more memory: swizzle \`${name}\`: column x of row y at column \`x ^ (y % 8) * 8\`, CuTe’s \`Swizzle<3,3,3>\`; load in line 10: 4 instead of 32.`,
    );
    const swizzled = (y: string, x: string): string => `s[${y}][${x} ^ (${y} % 8) * 8]`;
    for (const text of [matrices(changed, at), matrices(declared, swizzled)]) {
      const after = dynamic(text, 16384).map(({ counts }) => ("wavefronts" in counts ? counts.wavefronts / counts.requests : NaN));
      expect(after).toEqual(trial!.accesses.map((access) => access.after));
    }
  });

  it.each([
    ["x1", 8, '{%0}, [%1];" : "=r"(r0) : "r"(row)'],
    ["x2", 16, '{%0,%1}, [%2];" : "=r"(r0), "=r"(r1) : "r"(row)'],
  ])("of which ldmatrix.%s reads %i rows has no idle lanes", (many, lanes, operands) => {
    const body = matrices("__shared__ half s[64][72];", (y, x) => `s[${y}][${x}]`).replace(
      /x4\.shared.*\);/,
      `${many}.shared.b16 ${operands});`,
    );
    const access = dynamic(body.replace("sum += r0 + r1 + r2 + r3;", "sum += r0;"), 0).find(({ isMatrix }) => isMatrix)!;
    expect([access.counts.activeLanes / access.counts.requests, access.pattern.kind, access.idleShare]).toEqual([lanes, "none", 0]);
  });

  it("whose halves a double buffer uses in turn is one array", () => {
    const text = `__device__ void fill(float* As, const float* in, int t) { for (int k = 0; k < 32; k++) As[t * 32 + k] = in[k * 32 + t]; }
__device__ float row(const float* As, int t) { float sum = 0; for (int k = 0; k < 32; k++) sum += As[k * 32 + t]; return sum; }
__global__ void k(const float* in, float* out) {
  __shared__ float s[2 * 32 * 32]; int t = threadIdx.x;
  fill(s, in, t); fill(s + 1024, in, t); __syncthreads();
  out[t] = row(s, t) + row(s + 1024, t);
}`;
    const access = dynamic(text, 0).find(({ op, trial }) => op === "store" && trial)!;
    expect(trialWords(access.trial!)).toMatch(
      /^Make the rows of `s` 1 float longer: 33 elements instead of 32\. .* store in line 1: 1 instead of 32/,
    );
  });

  it("that holds two tiles is changed tile by tile", () => {
    const text = `#include <cuda_fp16.h>
__global__ void k(const float* in, float* out) {
  extern __shared__ unsigned char smem[];
  half* As = (half*)smem; half* Bs = As + 64 * 64; int t = threadIdx.x;
  for (int i = t; i < 64 * 8; i += 32) *(float4*)&As[i / 8 * 64 + i % 8 * 8] = ((const float4*)in)[i];
  for (int i = t; i < 64 * 4; i += 32) *(float4*)&Bs[i / 4 * 40 + i % 4 * 8] = ((const float4*)in)[i];
  __syncthreads();
  float sum = 0;
  for (int c = 0; c < 32; c += 8) {
    float4 a = *(float4*)&As[t * 64 + c]; float4 b = *(float4*)&Bs[t * 40 + c];
    sum += a.x * b.x;
  }
  out[t] = sum;
}`;
    const tried = dynamic(text, 16384).filter(({ op, trial }) => op === "load" && trial);
    expect(tried.map(({ text: access }) => access)).toEqual(["*(float4*)&As[t * 64 + c]"]);
    expect(trialWords(tried[0]!.trial!)).toContain("Make the rows of `As` 8 elements longer: 72 elements instead of 64.");
  });

  it.each([
    [64, "Swizzle<2,3,3>"],
    [128, "Swizzle<3,3,3>"],
    [256, "Swizzle<3,3,4>"],
  ])("of rows of %i bytes is swizzled in pieces of 16 bytes by %s", (to, name) => {
    const changes = rowChanges(to, to, 16).filter((change) => change.kind === "swizzle");
    expect(changes.map((change) => swizzleName(change, 2))).toEqual([name]);
    const [bits, base, shift] = name.match(/\d+/g)!.map(Number) as [number, number, number];
    for (let offset = 0; offset < 16 * to; offset += 2)
      expect(movedOffset(changes[0]!, offset)).toBe(2 * swizzled(offset / 2, { bits, base, shift }));
  });

  it("that no layout helps is said to have none", () => {
    // Rows of 16 threads in a tile 18 wide: no row up to 8 elements longer brings two of them to different banks.
    const body = "__shared__ float s[18][18]; s[y + 1][x + 1] = in[t]; __syncthreads(); out[t] = s[y][x] + s[y + 2][x + 1];";
    const trial = trialOf({ body, block: [16, 16, 1] })!;
    expect(trial.change).toBeUndefined();
    expect(trialWords(trial)).toContain("None saves a quarter of the bank conflicts.");
  });

  it("isn’t changed where there is no room: 48 KiB are all that a text may declare", () => {
    const body = "__shared__ float s[384][32]; s[y][x] = in[t]; __syncthreads(); out[t] = s[x][y];";
    expect(trialOf({ body })!.change).toMatchObject({ kind: "swizzle" });
  });
});
