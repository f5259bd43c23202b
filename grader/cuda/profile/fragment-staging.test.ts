import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { parseLaunch } from "../launch/launch.ts";
import { reportLaunch } from "./launch-report.ts";
import { accessPatternWords } from "./pattern-words.ts";

const HEAD = `#include <mma.h>
using namespace nvcuda;
__global__ void k(const half* A, const half* B, float* C, int n) {
  int warp = threadIdx.x / 32, row = 16 * (blockIdx.y * WARPS_DOWN + warp / WARPS_ACROSS), column = 16 * (blockIdx.x * WARPS_ACROSS + warp % WARPS_ACROSS);
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, 0.0f);`;
const FOOT = "  wmma::store_matrix_sync(C + row * n + column, c, n, wmma::mem_row_major);\n}";

const DIRECT = `
  for (int k = 0; k < n; k += 16) {
    wmma::load_matrix_sync(a, A + row * n + k, n);
    wmma::load_matrix_sync(b, B + k * n + column, n);
    wmma::mma_sync(c, a, b, c);
  }
`;

/** What the advice says: the block's rows of A through shared memory. */
const STAGED = `
  __shared__ half As[WARPS_DOWN * 16][24];
  for (int k = 0; k < n; k += 16) {
    for (int i = threadIdx.x; i < WARPS_DOWN * 32; i += blockDim.x)
      *(float4*)&As[i / 2][i % 2 * 8] = *(const float4*)&A[(16 * blockIdx.y * WARPS_DOWN + i / 2) * n + k + i % 2 * 8];
    __syncthreads();
    wmma::load_matrix_sync(a, &As[warp / WARPS_ACROSS * 16][0], 24);
    wmma::load_matrix_sync(b, B + k * n + column, n);
    wmma::mma_sync(c, a, b, c);
    __syncthreads();
  }
`;

/** Accesses of a product of 128 × 128 halves by blocks of so many warps. */
function accessesOf(body: string, down: number, across: number) {
  const text = `#define WARPS_DOWN ${down}\n#define WARPS_ACROSS ${across}\n${HEAD}${body}${FOOT}`;
  const launch = parseLaunch({
    kernel: "k",
    grid: [8 / across, 8 / down, 1],
    block: [32 * down * across, 1, 1],
    arguments: [
      { array: "A", type: "half", length: 16_384 },
      { array: "B", type: "half", length: 16_384 },
      { array: "C", type: "float", length: 16_384 },
      { value: 128, type: "int" },
    ],
  });
  return reportLaunch(text, launch, h200).report.accesses;
}

describe("fragments that are loaded from global memory", () => {
  it.each([
    [2, 4],
    [4, 4],
  ])("of %i × %i warps are advised to come through shared memory, with the sectors that the copy then takes", (down, across) => {
    const access = accessesOf(DIRECT, down, across).find(({ text }) => text.includes("A + row"))!;
    const { change } = access.trial!;
    if (change?.kind !== "staged") throw new Error("nothing was tried");
    expect(change.isWorthwhile).toBe(true);
    const { advice, lesson } = accessPatternWords(access);
    expect(advice).toMatch(
      `Let the block copy what its warps load from \`A\` into shared memory first, 16 bytes per lane and ${(down * 512).toLocaleString("en-US")} bytes per step`,
    );
    expect(advice).toContain(`Sectors of a block per step, recounted: ${change.copied} instead of ${change.asked}.`);
    expect(lesson).toBe("4-alignment-and-tiling/04-read-once-use-often");
    // 8 steps of as many blocks as there are.
    const steps = (8 / down) * (8 / across) * 8;
    const sectors = (accesses: ReturnType<typeof accessesOf>, part: string): number =>
      accesses.reduce((sum, { text, counts }) => sum + (text.includes(part) && counts.space === "global" ? counts.sectors : 0), 0);
    expect(change.asked).toBe(sectors(accessesOf(DIRECT, down, across), "A + row") / steps);
    expect(change.copied).toBe(sectors(accessesOf(STAGED, down, across), "&A[") / steps);
  });

  it("which no warps share say that a copy would save nothing", () => {
    const added = `wmma::load_matrix_sync(c, C + row * n + column, n, wmma::mem_row_major);${DIRECT}`;
    const access = accessesOf(added, 2, 4).find(({ text, op }) => text.includes("C + row") && op === "load")!;
    const { change } = access.trial!;
    expect(change).toMatchObject({ kind: "staged", hasRoom: true, isWorthwhile: false });
    if (change?.kind === "staged") expect(change.copied).toBe(change.asked);
    const { advice } = accessPatternWords(access);
    expect(advice).toContain("Tried: a copy in shared memory of what the warps of a block load from `C`.");
    expect(advice).toContain("That saves less than a quarter. Not tried: blocks of more warps");
  });
});

describe("fragments that are stored to global memory", () => {
  /** A warp stores 16 × 64 halves as `mma` leaves them: pairs, four lanes to a row. */
  const HALVES = `#include <cuda_fp16.h>
__global__ void k(half* C, int n) {
  int lane = threadIdx.x % 32, row = 16 * (blockIdx.x * 4 + threadIdx.x / 32) + lane / 4;
  STORE
}`;
  const PAIRS = `for (int t = 0; t < 8; t++) for (int h = 0; h < 16; h += 8)
    *(half2*)&C[(row + h) * n + 8 * t + lane % 4 * 2] = __floats2half2_rn(lane, t);`;
  const COLLECTED = `__shared__ half s[64][72];
  for (int t = 0; t < 8; t++) for (int h = 0; h < 16; h += 8)
    *(half2*)&s[threadIdx.x / 32 * 16 + lane / 4 + h][8 * t + lane % 4 * 2] = __floats2half2_rn(lane, t);
  __syncthreads();
  for (int i = threadIdx.x; i < 64 * 8; i += 128) *(float4*)&C[(64 * blockIdx.x + i / 8) * n + i % 8 * 8] = *(float4*)&s[i / 8][i % 8 * 8];`;
  const storesOf = (stores: string) => {
    const launch = parseLaunch({
      kernel: "k",
      grid: [2, 1, 1],
      block: [128, 1, 1],
      arguments: [
        { array: "C", type: "half", length: 8192 },
        { value: 64, type: "int" },
      ],
    });
    const { report } = reportLaunch(HALVES.replace("STORE", stores), launch, h200);
    return report.accesses.find(({ op, counts }) => op === "store" && counts.space === "global")!;
  };

  it("in pairs are advised to be collected in shared memory, with the sectors that this takes", () => {
    const access = storesOf(PAIRS);
    expect(access.trial?.change).toEqual({ kind: "collected", bytes: 8192 });
    const { counts } = storesOf(COLLECTED);
    const [tried] = access.trial!.accesses;
    expect(tried!.after).toBe("sectors" in counts ? counts.sectors / counts.requests : NaN);
    expect(accessPatternWords(access)).toMatchObject({
      advice: expect.stringContaining("16 instead of 4 × 8") as string,
      exercise: "stmatrix-epilogue",
    });
  });

  it("that are stored again and again are not", () => {
    expect(storesOf(`for (int again = 0; again < 2; again++) ${PAIRS}`).trial?.change?.kind).not.toBe("collected");
  });
});
