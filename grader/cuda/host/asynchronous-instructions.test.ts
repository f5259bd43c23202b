import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { runHost, type HostResult } from "./run-host.ts";

const HEAD = `#include <cstdint>
#include <cstdio>
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda/barrier>
#include <cuda/ptx>
namespace cg = cooperative_groups;
namespace cde = cuda::device::experimental;
namespace ptx = cuda::ptx;
using barrier = cuda::barrier<cuda::thread_scope_block>;
__device__ uint32_t at(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
`;

/** Runs a kernel \`k(const int* in, int* out)\` on \`in[i] = i\`, and returns the first numbers of \`out\`. */
function outOf(
  kernel: string,
  { grid = 1, block = 32, numbers = 4 }: { grid?: number | string; block?: number; numbers?: number } = {},
): { out: number[]; result: HostResult } {
  const main = `int main() { int h[1024]; for (int i = 0; i < 1024; i++) h[i] = i; int *in, *out; cudaMalloc(&in, 4096); cudaMalloc(&out, 4096);
    cudaMemcpy(in, h, 4096, cudaMemcpyHostToDevice); cudaMemset(out, 0, 4096); k<<<${grid}, ${block}>>>(in, out);
    cudaMemcpy(h, out, 4096, cudaMemcpyDeviceToHost); for (int i = 0; i < ${numbers}; i++) printf("%d ", h[i]); printf("\\n"); }`;
  const result = runHost(`${HEAD}${kernel}\n${main}`, { device: h200 });
  return { out: result.printed[0]!.trim().split(" ").map(Number), result };
}

const BULK = `
  __shared__ alignas(128) int tile[256];
  __shared__ alignas(8) uint64_t bar;
  int t = threadIdx.x;
  if (t == 0) { ptx::mbarrier_init(&bar, 1); ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster); }
  __syncthreads();`;

describe("instructions that go on by themselves give what a GPU gives:", () => {
  it.each<[name: string, kernel: string, out: number[], launch?: { grid?: number | string; block?: number; numbers?: number }]>([
    [
      "cuda::barrier of all threads, twice",
      `__global__ void k(const int *in, int *out) { __shared__ barrier bar; __shared__ int s[64]; int t = threadIdx.x;
        if (t == 0) init(&bar, blockDim.x); __syncthreads();
        s[t] = in[t]; bar.arrive_and_wait(); int x = s[63 - t]; auto token = bar.arrive(); bar.wait(std::move(token)); s[t] = x; bar.arrive_and_wait(); out[t] = s[t ^ 1]; if (t == 0) (&bar)->~barrier(); }`,
      [62, 63, 60, 61],
      { block: 64 },
    ],
    [
      "a thread that drops out of a barrier",
      `__global__ void k(const int *in, int *out) { __shared__ cuda::barrier<cuda::thread_scope::thread_scope_block> bar; int t = threadIdx.x; if (t == 0) init(&bar, 64); __syncthreads();
        if (t >= 32) { bar.arrive_and_drop(); return; } bar.arrive_and_wait(); bar.arrive_and_wait(); out[t] = 2; }`,
      [2, 2, 2, 2],
      { block: 64 },
    ],
    [
      "a wait by token with test_wait, which looks and goes on",
      `__global__ void k(const int *in, int *out) { __shared__ alignas(8) uint64_t bar; __shared__ int s; int t = threadIdx.x; if (t == 0) ptx::mbarrier_init(&bar, 64); __syncthreads();
        if (t == 40) s = 7; uint64_t state = ptx::mbarrier_arrive(&bar); int looks = 0; while (!ptx::mbarrier_test_wait(&bar, state)) looks++; out[t] = s; }`,
      [7, 7, 7, 7],
      { block: 64 },
    ],
    [
      "a bulk copy in the words of cuda::ptx",
      `__global__ void k(const int *in, int *out) {${BULK}
        if (t == 0) { ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in + 4, 1024, &bar); ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, 1024); }
        while (!ptx::mbarrier_try_wait_parity(&bar, 0)) ; out[t] = tile[2 * t]; }`,
      [4, 6, 8, 10],
    ],
    [
      "a bulk copy by cuda::memcpy_async, whose bytes the barrier expects by itself",
      `__global__ void k(const int *in, int *out) { __shared__ alignas(16) int tile[64]; __shared__ barrier bar; int t = threadIdx.x; if (t == 0) init(&bar, blockDim.x); __syncthreads();
        if (t == 0) cuda::memcpy_async(tile, in + 8, cuda::aligned_size_t<16>(256), bar); bar.arrive_and_wait(); out[t] = tile[t]; }`,
      [8, 9, 10, 11],
    ],
    [
      "memcpy_async_tx",
      `__global__ void k(const int *in, int *out) { __shared__ alignas(16) int tile[64]; __shared__ barrier bar; int t = threadIdx.x; if (t == 0) { init(&bar, blockDim.x); cde::fence_proxy_async_shared_cta(); } __syncthreads();
        barrier::arrival_token token; if (t == 0) { cuda::device::memcpy_async_tx(tile, in, cuda::aligned_size_t<16>(sizeof(tile)), bar); token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile)); } else token = bar.arrive(1);
        bar.wait(std::move(token)); out[t] = tile[63 - t]; }`,
      [63, 62, 61, 60],
    ],
    [
      "a bulk reduction into global memory",
      `__global__ void k(const int *in, int *out) { __shared__ alignas(16) int tile[64]; int t = threadIdx.x; tile[t] = t; tile[t + 32] = 1; cde::fence_proxy_async_shared_cta(); __syncthreads();
        if (t == 0) { for (int i = 0; i < 2; i++) { ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, out, (const int*)tile, 256); ptx::cp_async_bulk_commit_group(); } ptx::cp_async_bulk_wait_group(ptx::n32_t<0>()); } }`,
      [0, 2, 4, 6],
    ],
    [
      "PTX of a bulk copy back, of which one group may still read",
      `__global__ void k(const int *in, int *out) { __shared__ alignas(16) int a[32], b[32]; int t = threadIdx.x; a[t] = t + 1; b[t] = t + 2; asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); __syncthreads();
        if (t == 0) { asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 128;" :: "l"(out), "r"(at(a)) : "memory"); asm volatile("cp.async.bulk.commit_group;");
          asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 128;" :: "l"(out + 32), "r"(at(b)) : "memory"); asm volatile("cp.async.bulk.commit_group;");
          asm volatile("cp.async.bulk.wait_group.read %0;" :: "n"(1)); a[0] = 9; asm volatile("cp.async.bulk.wait_group 0;"); } }`,
      [1, 2, 3, 4],
    ],
    [
      "the cluster's numbers",
      `__global__ void __cluster_dims__(2, 2) k(const int *in, int *out) { cg::cluster_group c = cg::this_cluster(); unsigned x, n; asm("mov.u32 %0, %cluster_ctaid.x;" : "=r"(x)); asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(n));
        if (threadIdx.x == 0) out[blockIdx.y * 4 + blockIdx.x] = 1000 * c.block_rank() + 100 * c.num_blocks() + 10 * x + n + c.dim_blocks().y * 10000 + c.thread_rank(); }`,
      [20404, 21446, 20404, 21446, 22468, 23510, 22468, 23510],
      { grid: "dim3(4, 2)", numbers: 8 },
    ],
    [
      "distributed shared memory by mapa and ld.shared::cluster",
      `__global__ void __cluster_dims__(4) k(const int *in, int *out) { __shared__ int mine; unsigned rank; asm("mov.u32 %0, %cluster_ctarank;" : "=r"(rank)); mine = 10 * rank;
        asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory"); uint32_t there; asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at(&mine)), "r"((rank + 1) % 4));
        int x; asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(x) : "r"(there)); if (threadIdx.x == 0) out[rank] = x; cg::this_cluster().sync(); }`,
      [10, 20, 30, 0],
      { grid: 4 },
    ],
    [
      "atomics on another block’s shared memory",
      `__global__ void __cluster_dims__(2) k(const int *in, int *out) { __shared__ int sum; cg::cluster_group c = cg::this_cluster(); if (threadIdx.x == 0) sum = 0; c.sync();
        atomicAdd(c.map_shared_rank(&sum, 0), in[threadIdx.x]); c.sync(); if (threadIdx.x == 0) out[c.block_rank()] = sum; }`,
      [992, 0, 0, 0],
      { grid: 2 },
    ],
    [
      "st.async and red.async, which complete bytes at the other block",
      `__global__ void __cluster_dims__(2) k(const int *in, int *out) { __shared__ alignas(8) uint64_t bar; __shared__ int s[33]; cg::cluster_group c = cg::this_cluster(); int t = threadIdx.x; unsigned other = c.block_rank() ^ 1;
        s[t] = -1; if (t == 0) { s[32] = 0; ptx::mbarrier_init(&bar, 1); ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster); ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, 256); } c.sync();
        uint32_t b, to, sum; asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(b) : "r"(at(&bar)), "r"(other)); asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(to) : "r"(at(s + t)), "r"(other)); asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(sum) : "r"(at(s + 32)), "r"(other));
        asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" :: "r"(to), "r"(t + 100), "r"(b) : "memory");
        asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];" :: "r"(sum), "r"(1), "r"(b) : "memory");
        while (!ptx::mbarrier_try_wait_parity(&bar, 0)) ; if (c.block_rank() == 1 && t < 3) out[t] = s[t]; if (c.block_rank() == 1 && t == 3) out[3] = s[32]; c.sync(); }`,
      [100, 101, 102, 32],
      { grid: 2 },
    ],
    [
      "named barriers: two warps wait for one that only arrives",
      `__global__ void k(const int *in, int *out) { __shared__ int s[96]; int t = threadIdx.x; s[t] = t;
        if (t < 32) { s[t] = 5; asm volatile("bar.arrive 1, 96;" ::: "memory"); return; } asm volatile("bar.sync 1, 96;" ::: "memory"); if (t < 36) out[t - 32] = s[t - 32] + t; }`,
      [37, 38, 39, 40],
      { block: 96 },
    ],
    [
      "an elected lane, registers and dependent launches",
      `__global__ void k(const int *in, int *out) { asm volatile("setmaxnreg.inc.sync.aligned.u32 240;"); asm volatile("griddepcontrol.wait;"); cudaTriggerProgrammaticLaunchCompletion();
        unsigned p = 0; asm volatile("{ .reg .pred q; elect.sync _|q, 0xffffffff; selp.u32 %0, 1, 0, q; }" : "=r"(p)); out[threadIdx.x] = p + ptx::elect_sync(~0u); }`,
      [2, 0, 0, 0],
    ],
  ])("%s", (_, kernel, expected, launch = {}) => {
    const { out, result } = outOf(kernel, launch);
    expect(result.launches.flatMap(({ findings }) => findings)).toEqual([]);
    expect(out).toEqual(expected);
  });
});

/** A program that encodes a map of a tensor of floats whose element i holds i, and launches a kernel with it. */
function withMap(
  kernel: string,
  { sizes = [64, 32], box = [8, 8], swizzle = "NONE", fill = "NONE", more = "", numbers = 64 },
): { out: readonly string[]; result: HostResult } {
  const strides = sizes.slice(0, -1).map((_, axis) => sizes.slice(0, axis + 1).reduce((bytes, size) => bytes * size, 4));
  const list = (values: readonly number[]): string => `{${(values.length === 0 ? [0] : values).join(", ")}}`;
  const main = `int main() { static float h[4096]; for (int i = 0; i < 4096; i++) h[i] = i; float *d, *out; cudaMalloc(&d, sizeof(h)); cudaMalloc(&out, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice); cudaMemset(out, 0, sizeof(h));
    CUtensorMap map; cuuint64_t sizes[] = ${list(sizes)}, strides[] = ${list(strides)}; cuuint32_t box[] = ${list(box)}, each[] = ${list(sizes.map(() => 1))}; void *at = d; unsigned rank = ${sizes.length}; ${more}
    CUresult r = cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, rank, at, sizes, strides, box, each, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_${swizzle}, CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_${fill});
    if (r != CUDA_SUCCESS) { printf("refused %d\\n", r); return 1; }
    k<<<1, 32>>>(map, out); cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost); for (int i = 0; i < ${numbers}; i++) printf("%g ", h[i]); printf("\\n");
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost); for (int i = 0; i < 64; i++) printf("%g ", h[i]); printf("\\n"); }`;
  const result = runHost(`${HEAD}${kernel}\n${main}`, { device: h200 });
  return { out: result.printed, result };
}

/** A kernel that copies a box of \`bytes\` bytes, lets \`behind\` follow, and writes out what has landed. */
const boxed = (dimensions: number, corner: string, bytes: number, behind = ""): string => `
__global__ void k(const __grid_constant__ CUtensorMap map, float *out) { __shared__ alignas(1024) float tile[1024]; __shared__ alignas(8) uint64_t bar; int t = threadIdx.x;
  if (t == 0) { ptx::mbarrier_init(&bar, 1); ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster); } __syncthreads();
  if (t == 0) { const int32_t corner[${dimensions}] = {${corner}}; ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, &map, corner, &bar); ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, ${bytes}); }
  while (!ptx::mbarrier_try_wait_parity(&bar, 0)) ; for (int i = t; i < ${bytes / 4}; i += 32) out[i] = tile[i]; ${behind} }`;

describe("tensor copies bring", () => {
  const numbersOf = (line: string): string[] => line.trim().split(" ");

  it.each<[name: string, sizes: number[], box: number[], corner: number[], element: (place: readonly number[]) => number | "0"]>([
    ["a stretch", [200], [64], [100], ([x]) => 100 + x!],
    ["a box of a matrix", [64, 32], [8, 8], [8, 4], ([x, y]) => (4 + y!) * 64 + 8 + x!],
    ["a box beyond its edges, filled with 0", [64, 32], [8, 8], [60, -4], ([x, y]) => (x! >= 4 || y! < 4 ? "0" : (y! - 4) * 64 + 60 + x!)],
    [
      "a box of three dimensions",
      [16, 8, 4],
      [4, 4, 4],
      [4, 4, 1],
      ([x, y, z]) => (1 + z! > 3 ? "0" : (1 + z!) * 128 + (4 + y!) * 16 + 4 + x!),
    ],
    ["one of four", [8, 4, 4, 4], [8, 2, 2, 2], [0, 2, 1, 0], ([x, y, z, w]) => w! * 128 + (1 + z!) * 32 + (2 + y!) * 8 + x!],
    ["one of five", [4, 2, 2, 2, 8], [4, 2, 2, 2, 2], [0, 0, 0, 0, 3], ([x, y, z, w, v]) => (3 + v!) * 32 + w! * 16 + z! * 8 + y! * 4 + x!],
  ])("%s", (_, sizes, box, corner, element) => {
    const { out, result } = withMap(boxed(box.length, corner.join(", "), 256), { sizes, box });
    expect(result.launches.flatMap(({ findings }) => findings)).toEqual([]);
    const expected = Array.from({ length: 64 }, (_, i) => {
      let rest = i;
      return String(element(box.map((length) => [rest % length, (rest = Math.floor(rest / length))][0]!)));
    });
    expect(numbersOf(out[0]!)).toEqual(expected);
  });

  it("NaN beyond the edges, if the map says so", () => {
    const { out } = withMap(boxed(1, "196", 256), { sizes: [200], box: [64], fill: "NAN_REQUEST_ZERO_FMA", numbers: 6 });
    expect(numbersOf(out[0]!).map((text) => text.replace("-", ""))).toEqual(["196", "197", "198", "199", "nan", "nan"]);
  });

  it("pieces to where the swizzle of the address puts them", () => {
    const { out } = withMap(boxed(2, "0, 0", 4096), { sizes: [32, 32], box: [32, 32], swizzle: "128B", numbers: 256 });
    const expected = Array.from({ length: 256 }, (_, i) => {
      const [row, piece] = [Math.floor(i / 32), Math.floor(i / 4) % 8];
      return String(row * 32 + (piece ^ (row % 8)) * 4 + (i % 4));
    });
    expect(numbersOf(out[0]!)).toEqual(expected);
  });

  it("back what is inside the tensor, as it is or added", () => {
    const behind = (copy: string): string =>
      `__syncthreads(); for (int i = t; i < 64; i += 32) tile[i] = 100; cde::fence_proxy_async_shared_cta(); __syncthreads(); if (t == 0) { ${copy} cde::cp_async_bulk_commit_group(); cde::cp_async_bulk_wait_group_read<0>(); }`;
    const stored = withMap(boxed(2, "0, 0", 256, behind("cde::cp_async_bulk_tensor_2d_shared_to_global(&map, 60, 0, tile);")), {});
    expect(numbersOf(stored.out[1]!).slice(58)).toEqual(["58", "59", "100", "100", "100", "100"]);
    const reduce = `asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%1, %2}], [%3];" :: "l"(&map), "r"(60), "r"(0), "r"(at(tile)) : "memory");`;
    const added = withMap(boxed(2, "0, 0", 256, behind(reduce)), {});
    expect(numbersOf(added.out[1]!).slice(58)).toEqual(["58", "59", "160", "161", "162", "163"]);
    for (const { result } of [stored, added]) expect(result.launches.flatMap(({ findings }) => findings)).toEqual([]);
  });

  it.each<[name: string, more: string, note: string, options?: { sizes?: number[]; box?: number[]; swizzle?: string }]>([
    ["rows that are no multiple of 16 bytes", "", "the stride of dimension 1 is 40 bytes: strides are multiples of 16, so pad the rows", { sizes: [10, 32] }], // prettier-ignore
    ["a start in between", "at = d + 1;", "the tensor begins 4 bytes behind a multiple of 16"],
    ["a box that is too wide", "box[0] = 512;", "the box has 512 elements along dimension 0: 1 to 256 are allowed"],
    [
      "a box wider than its swizzle",
      "",
      "a row of the box has 256 bytes, and with the swizzle of 128B at most 128",
      { box: [64, 4], swizzle: "128B" },
    ],
    ["a row of less than 16 bytes", "", "a row of the box has 8 bytes: it is a multiple of 16", { box: [2, 8] }],
    ["no dimension", "rank = 0;", "a tensor has 1 to 5 dimensions, and 0 are asked for"],
    ["steps of 0", "each[1] = 0;", "the element stride of dimension 1 is 0"],
  ])("an error of the driver, with what to do, for %s", (_, more, note, options = {}) => {
    const { out, result } = withMap(boxed(2, "0, 0", 256), { ...options, more });
    expect(out[0]).toBe("refused 1");
    expect(result.notes.join("\n")).toContain(`CUDA_ERROR_INVALID_VALUE: ${note}`);
  });
});

describe("findings of what goes on by itself:", () => {
  const INIT = `__shared__ alignas(1024) int tile[256]; __shared__ alignas(8) uint64_t bar; int t = threadIdx.x; if (t == 0) { ptx::mbarrier_init(&bar, 1); ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster); } __syncthreads();`;
  const load = (bytes: string, from = "in"): string =>
    `ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, ${from}, ${bytes}, &bar);`;
  const expect_ = (bytes: number): string =>
    `ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, ${bytes});`;
  const WAIT = "while (!ptx::mbarrier_try_wait_parity(&bar, 0)) ;";

  it.each<[name: string, body: string, findings: (readonly [kind: string, words: string])[], head?: string]>([
    [
      "a size that is no multiple of 16",
      `if (t == 0) { ${expect_(40)} ${load("40")} }`,
      [["misused-instruction", "begins a bulk copy that takes 40 bytes"]],
    ],
    [
      "a copy from between multiples of 16",
      `if (t == 0) { ${expect_(256)} ${load("256", "in + 1")} }`,
      [["misused-instruction", "begins a bulk copy that is from element 1 of `in`, 4 bytes behind a multiple of 16"]],
    ],
    [
      "a copy from beyond an array",
      `if (t == 0) { ${expect_(512)} ${load("512", "in + 1000")} }`,
      [["out-of-bounds", "after the end of `in`"]],
    ],
    ["a copy to beyond shared memory", `if (t == 0) { ${expect_(1024)} ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile + 200, in, 1024, &bar); }`, [["out-of-bounds", "behind the end of the block's shared memory"]]], // prettier-ignore
    ["a barrier object that nobody has initialized", "__shared__ alignas(8) uint64_t other; if (t == 0) ptx::mbarrier_arrive(&other);", [["misused-instruction", "`other` as a barrier object, but nobody has initialized one there"]]], // prettier-ignore
    [
      "more arrivals than are expected",
      "ptx::mbarrier_arrive(&bar, 2u);",
      [["misused-instruction", "arrives 2 times at the barrier object `bar`"]],
    ],
    ["an arrival more than a barrier of an array expects", "__shared__ uint64_t full[2]; if (t == 0) { ptx::mbarrier_init(&full[0], 1); asm volatile(\"mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 16;\" :: \"r\"((uint32_t)__cvta_generic_to_shared(full))); ptx::mbarrier_arrive(&full[0]); }", [["misused-instruction", "arrives once at the barrier object `full[0]`, whose phase 0 expects 0 more"]]], // prettier-ignore
    ["a copy that nobody waits for", `if (t == 0) { ${expect_(256)} ${load("256")} }`, [["unfinished-copy", "when its block ends"]]],
    ["a store that nobody waits for", `tile[t] = t; cde::fence_proxy_async_shared_cta(); __syncthreads(); if (t == 0) ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, tile, 128);`, [["unfinished-copy", "when its block ends"]]], // prettier-ignore
    ["a tile that is stored and written again", `tile[t] = t; cde::fence_proxy_async_shared_cta(); __syncthreads(); if (t == 0) { ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, tile, 128); cde::cp_async_bulk_commit_group(); tile[0] = 5; cde::cp_async_bulk_wait_group_read<0>(); }`, [["copy-overwritten", "writes `tile` while the copy that thread (0, 0, 0) has begun may still use it"]]], // prettier-ignore
    ["a copy over one that is still on its way", `if (t == 0) { ${expect_(512)} ${load("256")} ${load("256", "in + 64")} } ${WAIT} out[t] = tile[t];`, [["copy-overwritten", "another copy may still use it"]]], // prettier-ignore
    ["the landed bytes of another stage", `__shared__ alignas(8) uint64_t second; if (t == 0) { ptx::mbarrier_init(&second, 1); ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster); ${expect_(256)} ${load("256")} ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &second, 256); ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile + 64, in, 256, &second); } ${WAIT} out[t] = tile[64 + t]; while (!ptx::mbarrier_try_wait_parity(&second, 0)) ;`, [["early-read", "element 64 of `tile`"]]], // prettier-ignore
    ["the first of several barriers", `__shared__ alignas(8) uint64_t full[3]; if (t < 3) ptx::mbarrier_init(&full[t], 1); ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster); __syncthreads(); while (!ptx::mbarrier_try_wait_parity(&full[0], 0)) ;`, [["deadlock", "phase 0 (parity 0) of the barrier object `full[0]`, which has 0 of 1 arrivals"]]], // prettier-ignore
    ["a barrier that waits for more threads", `if (t == 0) { ptx::mbarrier_inval(&bar); ptx::mbarrier_init(&bar, 33); } __syncthreads(); ptx::mbarrier_arrive(&bar); ${WAIT}`, [["deadlock", "phase 0 (parity 0) of the barrier object `bar`, which has 32 of 33 arrivals"]]], // prettier-ignore
    [
      "one warp at __syncthreads while another waits",
      `if (t >= 32) { ${WAIT} } __syncthreads();`,
      [["deadlock", "1 other warp waits, too: warp 0 at `__syncthreads()` in line 12"]],
    ],
    ["none where another block has written what a block reads", "__shared__ int own; cg::cluster_group c = cg::this_cluster(); c.sync(); if (t == 0) *c.map_shared_rank(&own, 1 - c.block_rank()) = 1; c.sync(); out[t] = own;", [], "__cluster_dims__(2)"], // prettier-ignore
    ["a read of what no block has written", "__shared__ int own; cg::cluster_group c = cg::this_cluster(); c.sync(); out[t] = *c.map_shared_rank(&own, 1 - c.block_rank()); c.sync();", [["uninitialized", "where nothing was written before"]], "__cluster_dims__(2)"], // prettier-ignore
    ["a cluster that a block leaves early", "__shared__ int mine; mine = 1; cg::cluster_group c = cg::this_cluster(); c.sync(); if (c.block_rank() == 1) { out[t] = *c.map_shared_rank(&mine, 0); }", [["cluster-memory", "which may have ended by then"]], "__cluster_dims__(2)"], // prettier-ignore
    ["a wait for a cluster that not all reach", "cg::cluster_group c = cg::this_cluster(); if (c.block_rank() == 0) c.sync(); else { __shared__ alignas(8) uint64_t b2; if (t == 0) ptx::mbarrier_init(&b2, 1); __syncthreads(); while (!ptx::mbarrier_try_wait_parity(&b2, 0)) ; }", [["deadlock", "Nobody has arrived at `b2`, no copy completes bytes there, and no line that is left would: let whoever fills or empties the stage arrive at its barrier. 1 other warp waits, too: warp 0 of block 0 of the cluster at the cluster's barrier in line 12."]], "__cluster_dims__(2)"], // prettier-ignore
    [
      "tensor maps that are none",
      "if (t == 0) cde::cp_async_bulk_tensor_1d_shared_to_global(in, 0, tile);",
      [["misused-instruction", "gives no tensor map"]],
    ],
  ])("%s", (_, body, expected, head = "") => {
    const { result } = outOf(`__global__ void ${head} k(const int *in, int *out) { ${INIT} ${body} }`, {
      grid: head === "" ? 1 : 2,
      block: body.includes("t >= 32") ? 64 : 32,
    });
    const { findings } = result.launches[0]!;
    expect(findings.map(({ kind }) => kind)).toEqual(expected.map(([kind]) => kind));
    for (const [at, [, words]] of expected.entries()) expect(findings[at]!.message).toContain(words);
  });
});

it("cudaLaunchKernelEx launches in clusters, and a histogram spread over two blocks counts what goes to the other one", () => {
  const { printed, launches, notes } = runHost(
    `${HEAD}__global__ void spread(const int *values, int *counts, int n) {
      extern __shared__ int mine[];
      cg::cluster_group cluster = cg::this_cluster();
      mine[threadIdx.x] = 0;
      cluster.sync();
      for (int i = cluster.thread_rank(); i < n; i += cluster.num_threads()) {
        int *bins = cluster.map_shared_rank(mine, values[i] / blockDim.x);
        atomicAdd(&bins[values[i] % blockDim.x], 1);
      }
      cluster.sync();
      counts[cluster.thread_rank()] = mine[threadIdx.x];
    }
    int main() {
      int h[256], *values, *counts;
      for (int i = 0; i < 256; i++) h[i] = i % 48;
      cudaMalloc(&values, sizeof(h)); cudaMalloc(&counts, 256); cudaMemcpy(values, h, sizeof(h), cudaMemcpyHostToDevice);
      cudaLaunchConfig_t config = {0};
      cudaLaunchAttribute attributes[1];
      attributes[0].id = cudaLaunchAttributeClusterDimension;
      attributes[0].val.clusterDim.x = 2; attributes[0].val.clusterDim.y = 1; attributes[0].val.clusterDim.z = 1;
      config.gridDim = 2; config.blockDim = 32; config.dynamicSmemBytes = 128; config.attrs = attributes; config.numAttrs = 1;
      cudaFuncSetAttribute((void *)spread, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
      cudaLaunchKernelEx(&config, spread, values, counts, 256);
      cudaMemcpy(h, counts, 256, cudaMemcpyDeviceToHost);
      printf("%d %d %d %d\\n", h[0], h[15], h[16], h[48]);
    }`,
    { device: h200 },
  );
  expect([printed, notes, launches[0]!.findings]).toEqual([["6 6 5 0"], [], []]);
  const added = launches[0]!.sites.flatMap(({ site, counts }) => (site.op === "reduction" ? counts : []));
  // Thread i of the cluster adds values i, i + 64, …; a value is in the second block's half from 32 on.
  const own = Array.from({ length: 256 }, (_, i) => i % 64 >= 32 === i % 48 >= 32).filter(Boolean).length;
  expect(added.map(({ space, activeLanes }) => [space, activeLanes])).toEqual([
    ["shared", own],
    ["cluster", 256 - own],
  ]);
});
