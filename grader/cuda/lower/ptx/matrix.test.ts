import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { compileProgram } from "../../compile.ts";
import { parseLaunch } from "../../launch/launch.ts";
import { runLaunch, type LaunchResult } from "../../launch/run-launch.ts";
import { parse } from "../../syntax/parse.ts";

/** Loads of the fragments of m16n8 register by register, from a by rows and b by columns; the product; and the stores of the sum. */
function kernel(instruction: string, k: number, element: string, perRegister: number, sum: "float" | "int"): string {
  const registers = (16 * k) / 32 / perRegister;
  const list = (from: number, count: number): string => `{${Array.from({ length: count }, (_, i) => `%${from + i}`).join(", ")}}`;
  const letter = sum === "float" ? "f" : "r";
  const operands = [
    ...Array.from({ length: registers }, (_, i) => `"r"(ra[${i}])`),
    ...Array.from({ length: registers / 2 }, (_, i) => `"r"(rb[${i}])`),
  ];
  return `__global__ void multiply(const ${element}* a, const ${element}* b, ${sum}* d) {
  int group = threadIdx.x >> 2, place = threadIdx.x & 3;
  unsigned ra[${registers}], rb[${registers / 2}];
  #pragma unroll
  for (int r = 0; r < ${registers}; r++)
    ra[r] = *(const unsigned*)(a + (group + 8 * (r % 2)) * ${k} + ${4 * perRegister} * (r / 2) + ${perRegister} * place);
  #pragma unroll
  for (int r = 0; r < ${registers / 2}; r++)
    rb[r] = *(const unsigned*)(b + group * ${k} + ${4 * perRegister} * r + ${perRegister} * place);
  ${sum} s[4] = {1, 2, 3, 4};
  asm volatile("mma.sync.aligned.${instruction} ${list(0, 4)}, ${list(4, registers)}, ${list(4 + registers, registers / 2)}, ${list(0, 4)};"
    : ${[0, 1, 2, 3].map((i) => `"+${letter}"(s[${i}])`).join(", ")} : ${operands.join(", ")});
  d[group * 8 + 2 * place] = s[0];
  d[group * 8 + 2 * place + 1] = s[1];
  d[(group + 8) * 8 + 2 * place] = s[2];
  d[(group + 8) * 8 + 2 * place + 1] = s[3];
}`;
}

const small = (length: number, offset: number): number[] => Array.from({ length }, (_, i) => ((i * 7 + offset) % 11) - 5);

function launched(source: string, k: number, element: string, sum: string, threads = 32): LaunchResult {
  const launch = parseLaunch({
    kernel: "multiply",
    grid: [1, 1, 1],
    block: [threads, 1, 1],
    arguments: [
      { array: "a", type: element, length: 16 * k, fill: { values: small(16 * k, 3) } },
      { array: "b", type: element, length: 8 * k, fill: { values: small(8 * k, 1) } },
      { array: "d", type: sum, length: 128, fill: { constant: 0 } },
    ],
  });
  return runLaunch(compileProgram(parse(source), "multiply", []), launch, { device: h200 });
}

/** The product of the host, with what the sums begin as. */
function expected(k: number): number[] {
  const [a, b] = [small(16 * k, 3), small(8 * k, 1)];
  return Array.from({ length: 128 }, (_, i) => {
    const [row, column] = [Math.floor(i / 8), i % 8];
    const first = 1 + (column % 2) + (row >= 8 ? 2 : 0);
    return Array.from({ length: k }, (_, j) => a[row * k + j]! * b[column * k + j]!).reduce((sum, product) => sum + product, first);
  });
}

describe("mma.sync", () => {
  it.each<[instruction: string, k: number, element: string, perRegister: number, sum: "float" | "int"]>([
    ["m16n8k8.row.col.f32.f16.f16.f32", 8, "half", 2, "float"],
    ["m16n8k16.row.col.f32.f16.f16.f32", 16, "half", 2, "float"],
    ["m16n8k16.row.col.f32.bf16.bf16.f32", 16, "__nv_bfloat16", 2, "float"],
    ["m16n8k4.row.col.f32.tf32.tf32.f32", 4, "float", 1, "float"],
    ["m16n8k8.row.col.f32.tf32.tf32.f32", 8, "float", 1, "float"],
    ["m16n8k16.row.col.s32.s8.s8.s32", 16, "signed char", 4, "int"],
    ["m16n8k32.row.col.satfinite.s32.s8.s8.s32", 32, "signed char", 4, "int"],
  ])("multiplies as %s", (instruction, k, element, perRegister, sum) => {
    const { memory, arrays, findings } = launched(kernel(instruction, k, element, perRegister, sum), k, element, sum);
    expect(findings).toEqual([]);
    const start = arrays[2]!.address >>> 2;
    expect(Array.from((sum === "float" ? memory.f32 : memory.i32).subarray(start, start + 128))).toEqual(expected(k));
  });

  it("takes the whole warp", () => {
    const { findings } = launched(kernel("m16n8k8.row.col.f32.f16.f16.f32", 8, "half", 2, "float"), 8, "half", "float", 24);
    expect(findings.map(({ kind }) => kind)).toEqual(["partial-warp"]);
    expect(findings[0]!.message).toMatch(/^Warp 0 of the block has threads for 24 of 32 lanes only/);
  });
});

/**
 * A tiled product as people write it: macros of PTX, tiles with spare halves in each row, a warp's sums in registers. Four warps for 64 × 64
 * elements; registers of halves are seen as words by a macro.
 */
const TILED = String.raw`#include <cuda_fp16.h>
#include <stdint.h>
#define BK 32
#define PAD 8
#define REG(value) (*reinterpret_cast<uint32_t *>(&(value)))
#define FLOAT4(value) (reinterpret_cast<float4 *>(&(value))[0])
#define LDMATRIX_X4(r, addr) asm volatile("ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];\n" \
    : "=r"(REG(r[0])), "=r"(REG(r[2])), "=r"(REG(r[4])), "=r"(REG(r[6])) : "r"(addr))
#define LDMATRIX_X2_T(r, addr) asm volatile("ldmatrix.sync.aligned.x2.trans.m8n8.shared.b16 {%0, %1}, [%2];\n" \
    : "=r"(REG(r[0])), "=r"(REG(r[2])) : "r"(addr))
#define MMA16816(d, a, b) asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 " \
    "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\n" \
    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) \
    : "r"(REG(a[0])), "r"(REG(a[2])), "r"(REG(a[4])), "r"(REG(a[6])), "r"(REG(b[0])), "r"(REG(b[2])))
__global__ void __launch_bounds__(128) multiply(const half *__restrict__ a, const half *__restrict__ b, float *__restrict__ c, int n, int k) {
  __shared__ half sa[64][BK + PAD], sb[BK][64 + PAD];
  const int tid = threadIdx.x, lane = tid % 32, warp = tid / 32, wm = warp / 2 * 32, wn = warp % 2 * 32;
  float sums[2][4][4] = {};
  for (int k0 = 0; k0 < k; k0 += BK) {
#pragma unroll
    for (int i = tid; i < 256; i += 128) {
      FLOAT4(sa[i / 4][i % 4 * 8]) = *reinterpret_cast<const float4 *>(&a[(blockIdx.y * 64 + i / 4) * k + k0 + i % 4 * 8]);
      FLOAT4(sb[i / 8][i % 8 * 8]) = *reinterpret_cast<const float4 *>(&b[(k0 + i / 8) * n + blockIdx.x * 64 + i % 8 * 8]);
    }
    __syncthreads();
#pragma unroll
    for (int kk = 0; kk < BK; kk += 16) {
      half ra[2][8], rb[4][4];
#pragma unroll
      for (int i = 0; i < 2; i++) LDMATRIX_X4(ra[i], (uint32_t)__cvta_generic_to_shared(&sa[wm + i * 16 + lane % 16][kk + lane / 16 * 8]));
#pragma unroll
      for (int j = 0; j < 4; j++) LDMATRIX_X2_T(rb[j], (uint32_t)__cvta_generic_to_shared(&sb[kk + lane % 16][wn + j * 8]));
#pragma unroll
      for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) MMA16816(sums[i][j], ra[i], rb[j]);
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 2; i++)
#pragma unroll
    for (int j = 0; j < 4; j++) {
      const int row = blockIdx.y * 64 + wm + i * 16 + lane / 4, column = blockIdx.x * 64 + wn + j * 8 + lane % 4 * 2;
      *reinterpret_cast<float2 *>(&c[row * n + column]) = make_float2(sums[i][j][0], sums[i][j][1]);
      *reinterpret_cast<float2 *>(&c[(row + 8) * n + column]) = make_float2(sums[i][j][2], sums[i][j][3]);
    }
}`;

it("a tiled product of ldmatrix and mma.sync is right, without bank conflicts and without local memory", () => {
  const [n, k] = [128, 64];
  const [a, b] = [small(n * k, 3), small(k * n, 1)];
  const launch = parseLaunch({
    kernel: "multiply",
    grid: [2, 2, 1],
    block: [128, 1, 1],
    arguments: [
      { array: "a", type: "half", length: n * k, fill: { values: a } },
      { array: "b", type: "half", length: k * n, fill: { values: b } },
      { array: "c", type: "float", length: n * n },
      { value: n, type: "int" },
      { value: k, type: "int" },
    ],
  });
  const { memory, arrays, findings, sites } = runLaunch(compileProgram(parse(TILED), "multiply", []), launch, { device: h200 });
  expect(findings).toEqual([]);
  const start = arrays[2]!.address >>> 2;
  const product = Array.from({ length: n * n }, (_, place) =>
    Array.from({ length: k }, (_, i) => a[Math.floor(place / n) * k + i]! * b[i * n + (place % n)]!).reduce((sum, one) => sum + one, 0),
  );
  expect(Array.from(memory.f32.subarray(start, start + n * n))).toEqual(product);
  const counts = sites.flatMap(({ site, counts: own }) => own.map((one) => ({ matrices: site.matrices, ...one })));
  const fragments = counts.filter(({ matrices }) => matrices !== undefined);
  expect(fragments.map((one) => "bankConflicts" in one && one.bankConflicts)).toEqual(fragments.map(() => 0));
  expect(fragments.length).toBe(2);
  expect(counts.filter(({ space }) => space === "local")).toEqual([]);
});
