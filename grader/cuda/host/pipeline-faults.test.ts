import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { runHost, type HostLaunch } from "./run-host.ts";

const HEAD = `#include <cstdint>
#include <cooperative_groups.h>
#include <cuda/ptx>
namespace cg = cooperative_groups;
__device__ uint32_t at(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ uint32_t there(const void *p, unsigned rank) { uint32_t a; asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(a) : "r"(at(p)), "r"(rank)); return a; }
__device__ void init(uint64_t *bar, int count) { cuda::ptx::mbarrier_init(bar, count); }
__device__ void expect(uint64_t *bar, int bytes) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(bar)), "r"(bytes) : "memory"); }
__device__ void arrive(uint64_t *bar) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(bar)) : "memory"); }
__device__ void arrive_at(uint32_t bar) { asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(bar) : "memory"); }
__device__ void wait(uint64_t *bar, uint32_t parity) { while (!cuda::ptx::mbarrier_try_wait_parity(bar, parity)) ; }
__device__ void load(void *to, const void *from, int bytes, uint64_t *bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at(to)), "l"(from), "r"(bytes), "r"(at(bar)) : "memory");
}
__device__ void multicast(void *to, const void *from, int bytes, uint64_t *bar, unsigned short blocks) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(at(to)), "l"(from), "r"(bytes), "r"(at(bar)), "h"(blocks) : "memory");
}
__device__ void send(const int *to, int value, const uint64_t *bar, unsigned rank) {
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(there(to, rank)), "r"(value), "r"(there(bar, rank)) : "memory");
}
__device__ void add(const int *to, int value, const uint64_t *bar, unsigned rank) {
  asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];" ::"r"(there(to, rank)), "r"(value), "r"(there(bar, rank)) : "memory");
}
__device__ void store(void *to, const void *from, int bytes) { asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(at(from)), "r"(bytes) : "memory"); }
__device__ void commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
__device__ void wait_read() { asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory"); }
__device__ void fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ void copy(void *to, const void *from) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at(to)), "l"(from)); }
__device__ void commit_copies() { asm volatile("cp.async.commit_group;"); }
template <int n> __device__ void wait_copies() { asm volatile("cp.async.wait_group %0;" ::"n"(n)); }
`;

interface Launched {
  readonly blocks?: number;
  readonly threads?: number;
  /** Blocks of a cluster. */
  readonly cluster?: number;
}

function launchOf(body: string, { blocks = 1, threads = 64, cluster }: Launched): HostLaunch {
  const { launches } = runHost(
    `${HEAD}__global__ void ${cluster ? `__cluster_dims__(${cluster}, 1, 1) ` : ""}k(float *in, float *out) { int t = threadIdx.x; ${body} }
    int main() { float h[1024]; for (int i = 0; i < 1024; i++) h[i] = i; float *in, *out; cudaMalloc(&in, 4096); cudaMalloc(&out, 4096);
      cudaMemcpy(in, h, 4096, cudaMemcpyHostToDevice); cudaMemset(out, 0, 4096); k<<<${blocks}, ${threads}>>>(in, out); cudaDeviceSynchronize(); }`,
    { device: h200 },
  );
  return launches[0]!;
}

/** A ring of three stages that warp 2 fills and warps 0 and 1 read. */
const ring = ({ empty = 2, first = "phase ^ 1", read = "wait(&full[s], phase); sum += tile[s][t]; __syncwarp(); if (t % 32 == 0) arrive(&empty[s]);", flip = "if (++s == 3) { s = 0; phase ^= 1; }" }): string => `
  __shared__ alignas(128) float tile[3][64]; __shared__ uint64_t full[3], empty[3];
  if (t == 0) for (int s = 0; s < 3; s++) { init(&full[s], 1); init(&empty[s], ${empty}); }
  __syncthreads();
  int s = 0, phase = 0;
  if (t >= 64) {
    if (t == 64) for (int k = 0; k < 8; k++) { wait(&empty[s], ${first}); expect(&full[s], 256); load(tile[s], in + 64 * k, 256, &full[s]); if (++s == 3) { s = 0; phase ^= 1; } }
    return;
  }
  float sum = 0;
  for (int k = 0; k < 8; k++) { ${read} ${flip} }
  out[t] = sum;`; // prettier-ignore

/** A ring of two stages by \`cp.async\`: \`load\` brings part k, each pass uses it. */
const staged = (load: string, pass: string): string => `
  __shared__ alignas(16) float s[2][256]; float sum = 0;
  auto load = [&](int k) { ${load} };
  load(0);
  for (int k = 0; k < 4; k++) { load(k + 1); ${pass} }
  wait_copies<0>(); out[t] = sum;`;
const READ = "sum += s[k % 2][(4 * t + 77) % 256];";

/** A warpgroup gives registers back, and the others ask for more. */
const registers = (fewer: number, more: number): string =>
  `if (t < 128) asm volatile("setmaxnreg.dec.sync.aligned.u32 ${fewer};"); else cuda::ptx::setmaxnreg_inc(cuda::ptx::n32_t<${more}>()); out[t] = t;`;

/** Three products of a warpgroup, of one tile that threads have written. */
const product = (scale: string, declared = "float sums[4];", behind = ""): string => `
  __shared__ alignas(1024) float ones[1024]; ${declared}
  for (int i = t; i < 1024; i += 128) ones[i] = 1;
  fence(); __syncthreads();
  uint64_t b = at(ones) / 16 | 0x0000001000080000ull;
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  for (int k = 0; k < 3; k++)
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %5, 0; wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%0, %1, %2, %3}, %4, %4, p, 1, 1; }"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]) : "l"(b), "r"((int)(${scale})));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  ${behind} out[t] = sums[0];`; // prettier-ignore

const ONE = "__shared__ alignas(128) float tile[64]; __shared__ uint64_t bar; if (t == 0) init(&bar, 1); __syncthreads();";
const BOTH =
  "__shared__ alignas(128) float tile[64]; __shared__ uint64_t bar; cg::cluster_group c = cg::this_cluster(); unsigned rank = c.block_rank(); if (t == 0) init(&bar, 1);";
const MULTICAST = "if (t == 0) { expect(&bar, 256); if (rank == 0) multicast(tile, in, 256, &bar, 3); }";
const NUMBERS =
  "__shared__ int sums[32]; __shared__ uint64_t bar; cg::cluster_group c = cg::this_cluster(); unsigned rank = c.block_rank(); sums[t] = 0; if (t == 0) { init(&bar, 1); expect(&bar, 128); }";
const TWO: Launched = { blocks: 2, cluster: 2 };
const TWO_WARPS: Launched = { blocks: 2, cluster: 2, threads: 32 };

describe("a fault of a pipeline is found, and the kernel without it is not blamed:", () => {
  it.each<[name: string, kind: string, words: string, wrong: string, right: string, launch?: Launched]>([
    ["the consumer’s parity isn’t flipped as the ring starts over", "early-read", "the copy completes phase 1 (parity 1) of `full[0]`, and the last wait for it, in line", ring({ flip: "if (++s == 3) s = 0;" }), ring({}), { threads: 96 }],
    ["two copies come, and the bytes of one are expected", "early-read", "the copy begins in phase 0 of `bar`, which completes before its bytes have landed, and the wait in line", `${ONE} if (t == 0) { expect(&bar, 128); load(tile, in, 128, &bar); load(tile + 32, in + 32, 128, &bar); } wait(&bar, 0); out[t] = tile[t];`, `${ONE} if (t == 0) { expect(&bar, 256); load(tile, in, 128, &bar); load(tile + 32, in + 32, 128, &bar); } wait(&bar, 0); out[t] = tile[t];`],
    ["the consumer’s parity is flipped at each stage", "early-read", "its wait was for the parity of a phase that comes before", ring({ flip: "phase ^= 1; if (++s == 3) s = 0;" }), ring({ flip: "s = (k + 1) % 3; phase = (k + 1) / 3 % 2;" }), { threads: 96 }],
    ["the producer’s first wait names parity 0", "deadlock", "the first wait of whoever fills it names parity 1", ring({ first: "phase" }), ring({ first: "1 - phase" }), { threads: 96 }],
    ["a consumer doesn’t give stages back", "deadlock", "Nobody has arrived at `empty[0]`", ring({ read: "wait(&full[s], phase); sum += tile[s][t];" }), ring({}), { threads: 96 }],
    ["a stage counts one of its two consumers", "deadlock", "either more arrive for each stage, and all of them are to be counted", ring({ empty: 1 }), ring({ empty: 64, read: "wait(&full[s], phase); sum += tile[s][t]; arrive(&empty[s]);" }), { threads: 96 }],
    ["a consumer gives a stage back before it reads", "copy-overwritten", "may still use it: nothing orders the two", ring({ read: "wait(&full[s], phase); __syncwarp(); if (t % 32 == 0) arrive(&empty[s]); sum += tile[s][t];" }), ring({}), { threads: 96 }],
    ["a lane gives a stage back for lanes that it hasn’t met", "copy-overwritten", "while thread (1, 0, 0) of block (0, 0, 0) may still use it", ring({ read: "wait(&full[s], phase); sum += tile[s][t]; if (t % 32 == 0) arrive(&empty[s]);" }), ring({}), { threads: 96 }],
    ["a lane waits for lanes that it doesn’t meet", "early-read", "another lane of its warp has waited for the copy, and no `__syncwarp()` stands between the two", `${ONE} if (t == 0) { expect(&bar, 256); load(tile, in, 256, &bar); wait(&bar, 0); } out[t] = tile[t];`, `${ONE} if (t == 0) { expect(&bar, 256); load(tile, in, 256, &bar); wait(&bar, 0); } __syncwarp(); out[t] = tile[t];`, { threads: 32 }],
    ["the tail waits for one group too few", "early-read", "has committed it, and not waited for its group", staged("if (k < 4) { copy(&s[k % 2][4 * t], in + 256 * k + 4 * t); commit_copies(); }", `wait_copies<1>(); __syncthreads(); ${READ} __syncthreads();`), staged("if (k < 4) copy(&s[k % 2][4 * t], in + 256 * k + 4 * t); commit_copies();", `wait_copies<1>(); __syncthreads(); ${READ} __syncthreads();`)],
    ["no barrier behind the wait for one’s own copies", "race", "no barrier stands between them (RAW)", staged("if (k < 4) copy(&s[k % 2][4 * t], in + 256 * k + 4 * t); commit_copies();", `wait_copies<1>(); ${READ} __syncthreads();`), staged("if (k < 4) copy(&s[k % 2][4 * t], in + 256 * k + 4 * t); commit_copies();", `wait_copies<1>(); __syncthreads(); ${READ} __syncthreads();`)],
    ["the source of a copy is overwritten while it is in flight", "copy-overwritten", "which a copy in flight of thread (0, 0, 0) reads: nobody has waited for its group", "__shared__ alignas(16) float s[256]; copy(&s[4 * t], in + 4 * t); commit_copies(); in[4 * t] = 7; wait_copies<0>(); out[t] = s[4 * t];", "__shared__ alignas(16) float s[256]; copy(&s[4 * t], in + 4 * t); commit_copies(); wait_copies<0>(); in[4 * t] = 7; out[t] = s[4 * t];"],
    ["the source of another block’s copy is overwritten while it is in flight", "copy-overwritten", "which a copy in flight of thread (0, 0, 0) of block (1, 0, 0) reads: nobody has waited for its group", `${BOTH} __shared__ alignas(16) float s[256]; if (rank == 1) { copy(&s[4 * t], in + 4 * t); commit_copies(); } c.sync(); if (rank == 0) in[4 * t] = 7; wait_copies<0>(); out[64 * rank + t] = rank == 1 ? s[4 * t] : 0;`, `${BOTH} __shared__ alignas(16) float s[256]; if (rank == 1) { copy(&s[4 * t], in + 4 * t); commit_copies(); wait_copies<0>(); } c.sync(); if (rank == 0) in[4 * t] = 7; out[64 * rank + t] = rank == 1 ? s[4 * t] : 0;`, TWO],
    ["a barrier object is used before its initialization is known", "race", "uses the barrier object `bar`, which thread (0, 0, 0) of block (0, 0, 0) initializes", "__shared__ uint64_t bar; if (t == 0) { init(&bar, 1); arrive(&bar); } wait(&bar, 0);", "__shared__ uint64_t bar; if (t == 0) { init(&bar, 1); arrive(&bar); } __syncthreads(); wait(&bar, 0);"],
    ["a tile is stored by a lane that has not met those that wrote it", "race", "begins a copy of `tile`, which thread (1, 0, 0) of block (0, 0, 0) writes: no barrier stands between them (RAW)", "__shared__ alignas(128) float tile[32]; tile[t] = in[t]; fence(); if (t == 0) { store(out, tile, 128); commit(); wait_read(); }", "__shared__ alignas(128) float tile[32]; tile[t] = in[t]; fence(); __syncwarp(); if (t == 0) { store(out, tile, 128); commit(); wait_read(); }", { threads: 32 }],
    ["a tile is written again when only its own thread knows that it was read", "copy-overwritten", "only that thread can wait for it, by `cp.async.bulk.wait_group.read`, and a barrier then tells the others", "__shared__ alignas(128) float tile[64]; for (int k = 0; k < 2; k++) { tile[t] = in[64 * k + t]; fence(); __syncthreads(); if (t == 0) { store(out + 64 * k, tile, 256); commit(); wait_read(); } }", "__shared__ alignas(128) float tile[64]; for (int k = 0; k < 2; k++) { tile[t] = in[64 * k + t]; fence(); __syncthreads(); if (t == 0) { store(out + 64 * k, tile, 256); commit(); wait_read(); } __syncthreads(); }"],
    ["a store is waited for by a thread that has not begun it", "copy-overwritten", "while the copy that thread (0, 0, 0) has begun may still use it: only that thread can wait for it", "__shared__ alignas(128) float tile[64]; tile[t] = in[t]; fence(); __syncthreads(); if (t == 0) { store(out, tile, 256); commit(); } if (t == 32) wait_read(); __syncthreads(); tile[t] = 5;", "__shared__ alignas(128) float tile[64]; tile[t] = in[t]; fence(); __syncthreads(); if (t == 0) { store(out, tile, 256); commit(); wait_read(); } __syncthreads(); tile[t] = 5;"],
    ["a store that landed while others waited is never waited for", "unfinished-copy", "nobody has waited for when its block ends", `${ONE} if (t == 0) { expect(&bar, 256); load(tile, in, 256, &bar); } wait(&bar, 0); if (t == 0) { store(out, tile, 256); commit(); expect(&bar, 128); load(tile + 32, in, 128, &bar); } wait(&bar, 1);`, `${ONE} if (t == 0) { expect(&bar, 256); load(tile, in, 256, &bar); } wait(&bar, 0); __syncthreads(); if (t == 0) { store(out, tile, 256); commit(); wait_read(); expect(&bar, 128); load(tile + 32, in, 128, &bar); } wait(&bar, 1);`],
    ["a multicast goes to a block that has ended", "unfinished-copy", "nobody there has waited for when block 1 of the cluster, to which it goes, ends", `${BOTH} c.sync(); ${MULTICAST} if (rank == 1) return; wait(&bar, 0); out[t] = tile[t];`, `${BOTH} c.sync(); ${MULTICAST} wait(&bar, 0); if (rank == 0) out[t] = tile[t]; c.sync();`, TWO],
    ["a multicast goes to a block that has not come that far", "cluster-memory", "begins a copy to `tile` of block 1 of the cluster, which may not have started yet", `${BOTH} __syncthreads(); ${MULTICAST} wait(&bar, 0); out[64 * rank + t] = tile[t]; c.sync();`, `${BOTH} c.sync(); ${MULTICAST} wait(&bar, 0); out[64 * rank + t] = tile[t]; c.sync();`, TWO],
    ["a block arrives at a barrier of one that may have ended", "cluster-memory", "uses the barrier object `bar` of block 0 of the cluster, which has ended", `${BOTH} c.sync(); if (rank == 1 && t == 0) arrive_at(there(&bar, 0));`, `${BOTH} c.sync(); if (rank == 1 && t == 0) arrive_at(there(&bar, 0)); if (rank == 0) wait(&bar, 0);`, TWO],
    ["a block ends while its shared memory is read", "cluster-memory", "which may have ended by then", `${BOTH} tile[t] = in[t]; c.sync(); out[64 * rank + t] = c.map_shared_rank(tile, rank ^ 1)[t];`, `${BOTH} tile[t] = in[t]; c.sync(); out[64 * rank + t] = c.map_shared_rank(tile, rank ^ 1)[t]; c.sync();`, TWO],
    ["a block writes again what another one still reads", "race", "blocks run in any order (WAR)", `${BOTH} for (int k = 0; k < 2; k++) { tile[t] = in[64 * k + t]; c.sync(); out[64 * rank + t] = c.map_shared_rank(tile, rank ^ 1)[t]; } c.sync();`, `${BOTH} for (int k = 0; k < 2; k++) { tile[t] = in[64 * k + t]; c.sync(); out[64 * rank + t] = c.map_shared_rank(tile, rank ^ 1)[t]; c.sync(); }`, TWO],
    ["a number that st.async brings is read too early", "early-read", "nobody has waited for it", `${NUMBERS} c.sync(); send(&sums[t], t, &bar, rank ^ 1); out[32 * rank + t] = sums[t]; wait(&bar, 0); c.sync();`, `${NUMBERS} c.sync(); send(&sums[t], t, &bar, rank ^ 1); wait(&bar, 0); out[32 * rank + t] = sums[t]; c.sync();`, TWO_WARPS],
    ["st.async goes over what the other block still writes", "copy-overwritten", "may still use it: nothing orders the two", `${NUMBERS} c.sync(); sums[t] = 1; send(&sums[t], t, &bar, rank ^ 1); wait(&bar, 0); out[32 * rank + t] = sums[t]; c.sync();`, `${NUMBERS} c.sync(); sums[t] = 1; c.sync(); send(&sums[t], t, &bar, rank ^ 1); wait(&bar, 0); out[32 * rank + t] = sums[t]; c.sync();`, TWO_WARPS],
    ["a sum of red.async is read too early", "early-read", "brings to `sums`: nobody has waited for it", `${NUMBERS} c.sync(); add(&sums[0], 1, &bar, rank ^ 1); if (t == 0) out[rank] = sums[0]; wait(&bar, 0); c.sync();`, `${NUMBERS} c.sync(); add(&sums[0], 1, &bar, rank ^ 1); wait(&bar, 0); if (t == 0) out[rank] = sums[0]; c.sync();`, TWO_WARPS],
    ["a sum of red.async begins with a late zero", "copy-overwritten", "may still use it", `${NUMBERS} c.sync(); if (t == 0) sums[0] = 0; add(&sums[0], 1, &bar, rank ^ 1); wait(&bar, 0); if (t == 0) out[rank] = sums[0]; c.sync();`, `${NUMBERS} if (t == 0) sums[0] = 0; c.sync(); add(&sums[0], 1, &bar, rank ^ 1); wait(&bar, 0); if (t == 0) out[rank] = sums[0]; c.sync();`, TWO_WARPS],
    ["a copy lands on a barrier object", "misused-instruction", "begins a copy of 272 bytes to `all`, over a barrier object", "__shared__ alignas(128) int all[128]; uint64_t *bar = (uint64_t *)(all + 64); if (t == 0) init(bar, 1); __syncthreads(); if (t == 0) { expect(bar, 272); load(all, in, 272, bar); } wait(bar, 0);", "__shared__ alignas(128) int all[128]; uint64_t *bar = (uint64_t *)(all + 64); if (t == 0) init(bar, 1); __syncthreads(); if (t == 0) { expect(bar, 256); load(all, in, 256, bar); } wait(bar, 0);"],
    ["a thread writes over a barrier object", "misused-instruction", "writes element 64 of `all`, where a barrier object lies", "__shared__ alignas(128) int all[128]; uint64_t *bar = (uint64_t *)(all + 64); if (t == 0) init(bar, 64); __syncthreads(); all[t + 1] = t; arrive(bar); wait(bar, 0);", "__shared__ alignas(128) int all[128]; uint64_t *bar = (uint64_t *)(all + 64); if (t == 0) init(bar, 64); __syncthreads(); all[t] = t; arrive(bar); wait(bar, 0);"],
    ["a barrier object is initialized for each pass", "misused-instruction", "initializes the barrier object `bar` again, which is in use", "__shared__ uint64_t bar; for (int k = 0; k < 2; k++) { if (t == 0) init(&bar, 64); __syncthreads(); arrive(&bar); wait(&bar, 0); __syncthreads(); }", "__shared__ uint64_t bar; if (t == 0) init(&bar, 64); __syncthreads(); for (int k = 0; k < 2; k++) { arrive(&bar); wait(&bar, k); }"],
    ["a wait that may give up is not repeated", "misused-instruction", "waits by `try_wait` and does not look at its result", `${ONE} if (t == 0) { expect(&bar, 256); load(tile, in, 256, &bar); } cuda::ptx::mbarrier_try_wait_parity(&bar, 0); out[t] = tile[t];`, `${ONE} if (t == 0) { expect(&bar, 256); load(tile, in, 256, &bar); } while (!cuda::ptx::mbarrier_try_wait_parity(&bar, 0)) ; out[t] = tile[t];`],
    ["two groups share a barrier’s number", "misused-instruction", "nothing orders the two groups: whoever comes first may meet anybody", '__shared__ float s[128]; s[t] = in[t]; asm volatile("bar.sync 1, 64;" ::: "memory"); out[t] = s[t ^ 32];', '__shared__ float s[128]; s[t] = in[t]; asm volatile("bar.sync %0, 64;" ::"r"(1 + t / 64) : "memory"); out[t] = s[t ^ 32];', { threads: 128 }],
    ["those that meet at a barrier give two counts", "misused-instruction", "meets 64 threads at barrier 1, where those that have arrived meet 128", 'if (t < 64) asm volatile("bar.sync 1, 128;" ::: "memory"); else asm volatile("bar.sync 1, 64;" ::: "memory");', 'if (t < 64) asm volatile("bar.sync 1, 128;" ::: "memory"); else asm volatile("bar.sync 1, 128;" ::: "memory");', { threads: 128 }],
    ["a group meets at the barrier of __syncthreads", "misused-instruction", "meets 64 threads at barrier 0, which is that of `__syncthreads()`, too", '__shared__ float s[128]; s[t] = in[t]; if (t < 64) { asm volatile("bar.sync 0, 64;" ::: "memory"); out[t] = s[63 - t]; } __syncthreads();', '__shared__ float s[128]; s[t] = in[t]; if (t < 64) { asm volatile("bar.sync 1, 64;" ::: "memory"); out[t] = s[63 - t]; } __syncthreads();', { threads: 128 }],
    ["a producer arrives twice at a barrier that has not opened", "misused-instruction", "arrives at barrier 1 a second time before it has opened", 'if (t < 32) { asm volatile("bar.arrive 1, 96;" ::: "memory"); asm volatile("bar.arrive 1, 96;" ::: "memory"); } else if (t >= 64) asm volatile("bar.sync 1, 96;" ::: "memory");', 'if (t < 32) asm volatile("bar.arrive 1, 64;" ::: "memory"); else if (t >= 64) asm volatile("bar.sync 1, 64;" ::: "memory");', { threads: 96 }],
    ["the warpgroups ask for more registers than a block can have", "misused-instruction", "In the block, 4 warps ask for 40 and 8 warps ask for 240: 66,560 registers in all. A launch of 384 threads has 64,512 at most, 168 for each. Let these ask for 232 at most.", registers(40, 240), registers(40, 232), { threads: 384 }],
    ["three consumers ask for what two can have", "misused-instruction", "asks for 240 registers by `setmaxnreg.inc`, which waits until its block has them: for ever.", registers(24, 240), registers(32, 160), { threads: 512 }],
    ["the first of a warpgroup’s products adds to sums that nothing has set", "uninitialized", "begins a product that adds to `sums`, which nothing has set: scale-d is 1", product("1"), product("k != 0"), { threads: 128 }],
    ["a warpgroup’s product adds to sums that are set behind it", "uninitialized", "Pass 0 as scale-d of the first product, or set `sums` to 0 before it.", product("1", "float sums[4];", "sums[0] = 0;"), product("1", "float sums[4]; sums[0] = sums[1] = sums[2] = sums[3] = 0;"), { threads: 128 }],
  ])("%s", (_, kind, words, wrong, right, launch = {}) => {
    const { findings } = launchOf(wrong, launch);
    expect(findings.filter((one) => one.kind === kind).map(({ message }) => message).join("\n")).toContain(words);
    const mended = launchOf(right, launch);
    expect([mended.status, ...mended.findings.map(({ message }) => message)]).toEqual(["done"]);
  }); // prettier-ignore
});

// What people write, and what is right.
describe("nothing is found where", () => {
  it.each<[name: string, body: string, launch?: Launched]>([
    ["two blocks fill each other’s stages by multicast, and give them back to both", `
      __shared__ alignas(128) float tile[2][64]; __shared__ uint64_t full[2], empty[2]; cg::cluster_group c = cg::this_cluster(); unsigned rank = c.block_rank();
      if (t == 0) for (int s = 0; s < 2; s++) { init(&full[s], 1); init(&empty[s], 4); }
      c.sync();
      int s = 0, phase = 0; float sum = 0;
      if (t >= 64) {
        if (t == 64) for (int k = 0; k < 6; k++) { wait(&empty[s], phase ^ 1); expect(&full[s], 256); multicast(tile[s] + 32 * rank, in + 64 * k + 32 * rank, 128, &full[s], 3); if (++s == 2) { s = 0; phase ^= 1; } }
        if (t == 64) for (int k = 0; k < 2; k++) { wait(&empty[s], phase ^ 1); if (++s == 2) { s = 0; phase ^= 1; } }
      } else for (int k = 0; k < 6; k++) { wait(&full[s], phase); sum += tile[s][t]; __syncwarp(); if (t % 32 < 2) arrive_at(there(&empty[s], t % 32)); if (++s == 2) { s = 0; phase ^= 1; } }
      if (t < 64) out[64 * rank + t] = sum;
      c.sync();`, { blocks: 2, cluster: 2, threads: 96 }],
    ["two tiles are stored in turn, and one may still be read", `__shared__ alignas(128) float tile[2][64];
      for (int k = 0; k < 6; k++) { if (t == 0) asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory"); __syncthreads(); tile[k % 2][t] = in[64 * k + t]; fence(); __syncthreads(); if (t == 0) { store(out + 64 * k, tile[k % 2], 256); commit(); } }
      if (t == 0) wait_read();`],
    ["two groups take turns by two numbered barriers", `__shared__ float s[64];
      if (t < 64) for (int k = 0; k < 3; k++) { asm volatile("bar.sync 1, 128;" ::: "memory"); s[t] = in[64 * k + t]; asm volatile("bar.arrive 2, 128;" ::: "memory"); }
      else { asm volatile("bar.arrive 1, 128;" ::: "memory"); for (int k = 0; k < 3; k++) { asm volatile("bar.sync 2, 128;" ::: "memory"); out[64 * k + t - 64] = s[t - 64]; if (k < 2) asm volatile("bar.arrive 1, 128;" ::: "memory"); } }`, { threads: 128 }],
    ["a tile is loaded, changed in place and stored, in turn", `${ONE}
      for (int k = 0; k < 4; k++) { if (t == 0) { wait_read(); expect(&bar, 256); load(tile, in + 64 * k, 256, &bar); } wait(&bar, k & 1); tile[t] += 1; fence(); __syncthreads(); if (t == 0) { store(out + 64 * k, tile, 256); commit(); } }
      if (t == 0) wait_read();`],
    ["each warp has a tile and a barrier of its own", `__shared__ alignas(128) float tile[2][32]; __shared__ uint64_t bar[2]; int w = t / 32, l = t % 32; if (l == 0) init(&bar[w], 1); __syncwarp();
      for (int k = 0; k < 3; k++) { if (l == 0) { expect(&bar[w], 128); load(tile[w], in + 64 * k + 32 * w, 128, &bar[w]); } wait(&bar[w], k & 1); float x = tile[w][31 - l]; __syncwarp(); out[64 * k + t] = x; }`],
    ["a consumer refills what all have given back", `${ONE} __shared__ uint64_t empty; if (t == 0) init(&empty, 48); __syncthreads();
      for (int k = 0; k < 3; k++) { if (t == 0) { wait(&empty, k & 1 ^ 1); expect(&bar, 256); load(tile, in + 64 * k, 256, &bar); } wait(&bar, k & 1); out[t] = tile[t] + tile[63 - t]; arrive(&empty); }`, { threads: 48 }],
    ["lanes meet in a shuffle before one of them gives the stage back", `${ONE} __shared__ uint64_t empty; if (t == 0) init(&empty, 2); __syncthreads();
      for (int k = 0; k < 3; k++) { if (t == 0) { wait(&empty, k & 1 ^ 1); expect(&bar, 256); load(tile, in + 64 * k, 256, &bar); } wait(&bar, k & 1); float x = tile[t]; for (int d = 16; d > 0; d /= 2) x += __shfl_xor_sync(~0u, x, d); if (t % 32 == 0) { arrive(&empty); out[2 * k + t / 32] = x; } }`],
    ["threads that stay give back, and the others have returned", `${ONE} __shared__ uint64_t empty; if (t == 0) init(&empty, 40); __syncthreads(); if (t >= 40) return;
      for (int k = 0; k < 3; k++) { if (t == 0) { wait(&empty, k & 1 ^ 1); expect(&bar, 256); load(tile, in + 64 * k, 256, &bar); } wait(&bar, k & 1); out[t] = tile[t] + tile[63 - t]; arrive(&empty); }`],
    ["a warp copies by cp.async for another one, which waits for its arrivals", `__shared__ alignas(16) float s[2][128]; __shared__ uint64_t full[2], empty[2]; if (t == 0) for (int i = 0; i < 2; i++) { init(&full[i], 32); init(&empty[i], 32); } __syncthreads();
      if (t < 32) for (int k = 0; k < 5; k++) { wait(&empty[k % 2], k / 2 & 1 ^ 1); copy(&s[k % 2][4 * t], in + 128 * k + 4 * t); asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(at(&full[k % 2])) : "memory"); }
      else for (int k = 0; k < 5; k++) { wait(&full[k % 2], k / 2 & 1); out[k * 32 + t - 32] = s[k % 2][t * 3 % 128]; arrive(&empty[k % 2]); }
      asm volatile("cp.async.wait_all;");`],
  ])("%s", (_, body, launch = {}) => {
    const { status, findings } = launchOf(body, launch);
    expect([status, ...findings.map(({ message }) => message)]).toEqual(["done"]);
  }); // prettier-ignore
});

// CUDA C++ Programming Guide, TMA: `init`, then `fence_proxy_async_shared_cta()`, then `__syncthreads()`; CUTLASS: `fence_barrier_init()`.
describe("a fence behind a barrier object’s initialization is advised", () => {
  const notesOf = (init: string, before = ""): readonly string[] => {
    const { launches, notes } = runHost(
      `${HEAD}__global__ void k(float *in, float *out) { int t = threadIdx.x; __shared__ alignas(128) float tile[64]; __shared__ uint64_t bar;
        if (t == 0) { ${init} } __syncthreads(); ${before} if (t == 0) { expect(&bar, 256); load(tile, in, 256, &bar); } wait(&bar, 0); out[t] = tile[t]; }
      int main() { float *in, *out; cudaMalloc(&in, 256); cudaMalloc(&out, 256); cudaMemset(in, 0, 256); k<<<2, 64>>>(in, out); k<<<1, 64>>>(in, out); }`,
      { device: h200 },
    );
    expect(launches.flatMap(({ findings }) => findings)).toEqual([]);
    return notes;
  };

  it("once, where there is none, and nothing is found", () => {
    expect(notesOf("init(&bar, 1);")).toEqual([
      expect.stringMatching(/^Line 32 initializes the barrier object `bar`, on which a bulk copy completes bytes/),
    ]);
  });

  it.each<[fence: string, init: string, before?: string]>([
    ["a proxy fence", "init(&bar, 1); fence();"],
    ["fence.mbarrier_init", "init(&bar, 1); cuda::ptx::fence_mbarrier_init(cuda::ptx::sem_release, cuda::ptx::scope_cluster);"],
    ["a proxy fence of whoever copies", "init(&bar, 1);", "if (t == 0) fence();"],
  ])("not behind %s", (_, init, before) => expect(notesOf(init, before)).toEqual([]));

  it("not for what threads alone arrive at", () => {
    const { notes } = runHost(`${HEAD}__global__ void k() { __shared__ uint64_t bar; if (threadIdx.x == 0) init(&bar, 64); __syncthreads(); arrive(&bar); wait(&bar, 0); } int main() { k<<<1, 64>>>(); }`, { device: h200 }); // prettier-ignore
    expect(notes).toEqual([]);
  });
});
