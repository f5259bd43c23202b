import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { runHost, type HostLaunch } from "./run-host.ts";

const HEAD = `#include <cstdint>
#include <cuda/ptx>
__device__ uint32_t at(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ void expect(uint64_t *bar, int bytes) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(bar)), "r"(bytes) : "memory"); }
__device__ void wait(uint64_t *bar, uint32_t parity) { while (!cuda::ptx::mbarrier_try_wait_parity(bar, parity)) ; }
__device__ void load(void *to, const void *from, int bytes, uint64_t *bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at(to)), "l"(from), "r"(bytes), "r"(at(bar)) : "memory");
}
__device__ void store(void *to, const void *from, int bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(at(from)), "r"(bytes) : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
__device__ void add(void *to, const void *from, int bytes) {
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], %2;" ::"l"(to), "r"(at(from)), "r"(bytes) : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
__device__ void wait_read() { asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory"); }
__device__ void wait_all() { asm volatile("cp.async.bulk.wait_group 0;" ::: "memory"); }
__device__ void fence_shared() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ void fence_global() { asm volatile("fence.proxy.async.global;" ::: "memory"); }
__device__ void fence() { asm volatile("fence.proxy.async;" ::: "memory"); }
`;

/** The launch of a kernel with 64 threads a block: \`tile\` in shared memory, \`in\` and \`out\` in global memory, 1,024 floats each. */
function launchOf(body: string, blocks: number): HostLaunch {
  const { launches } = runHost(
    `${HEAD}__global__ void k(float *in, float *out, int *count) {
      __shared__ alignas(128) float tile[64], other[64]; __shared__ uint64_t bar; __shared__ int last; int t = threadIdx.x;
      if (t == 0) { cuda::ptx::mbarrier_init(&bar, 1); cuda::ptx::fence_mbarrier_init(cuda::ptx::sem_release, cuda::ptx::scope_cluster); last = 0; }
      __syncthreads();
      ${body}
    }
    int main() { float h[1024]; for (int i = 0; i < 1024; i++) h[i] = i + 1; float *in, *out; int *count; cudaMalloc(&in, 4096); cudaMalloc(&out, 4096); cudaMalloc(&count, 4);
      cudaMemcpy(in, h, 4096, cudaMemcpyHostToDevice); cudaMemset(out, 0, 4096); cudaMemset(count, 0, 4); k<<<${blocks}, 64>>>(in, out, count); cudaDeviceSynchronize(); }`,
    { device: h200 },
  );
  return launches[0]!;
}

const FILL = "tile[t] = in[64 * blockIdx.x + t]; fence_shared(); __syncthreads();";
const STORE = `${FILL} if (t == 0) { store(out, tile, 256); `;
const ADD = `${FILL} if (t == 0) { add(out, tile, 256); wait_read(); }`;
const LOADED = "if (t == 0) { expect(&bar, 256); load(tile, out, 256, &bar); } wait(&bar, 0); out[64 + t] = tile[t];";
const LAST =
  "__threadfence(); last = atomicAdd(count, 1) == 1; } __syncthreads(); if (last) { __threadfence(); in[t] = out[t] + out[64 + t]; }";

// PTX ISA: the completion of a bulk copy is followed by an implicit proxy fence (asynchronous data movement, async proxy); `wait_group` waits
// for completion, `wait_group.read` for the source only (cp.async.bulk.wait_group); other accesses of two proxies need `fence.proxy.async`.
describe("in global memory, nothing is found where", () => {
  it.each<[name: string, body: string, blocks?: number]>([
    ["a stored tile is read behind wait_group and a barrier", `${STORE} wait_all(); } __syncthreads(); out[64 + t] = out[63 - t];`],
    ["a stored tile is loaded again behind wait_group", `${STORE} wait_all(); expect(&bar, 256); load(other, out, 256, &bar); } wait(&bar, 0); out[64 + t] = other[t];`],
    ["a loaded tile is written in place behind the phase", "if (t == 0) { expect(&bar, 256); load(tile, in, 256, &bar); } wait(&bar, 0); in[t] = 2 * tile[t];"],
    ["threads write, fence for both memories, and a copy loads", `out[t] = in[t]; fence(); __syncthreads(); ${LOADED}`],
    ["threads write, fence for global memory, and a copy loads", `out[t] = in[t]; fence_global(); __syncthreads(); ${LOADED}`],
    ["threads write, and who loads fences behind the barrier", `out[t] = in[t]; __syncthreads(); if (t == 0) fence_global(); ${LOADED}`],
    ["a store goes where threads have read before", `tile[t] = in[t]; fence_shared(); __syncthreads(); if (t == 0) { store(in, tile, 256); wait_read(); }`],
    ["blocks store side by side", `${FILL} if (t == 0) { store(out + 64 * blockIdx.x, tile, 256); wait_read(); }`, 2],
    ["blocks store the same values to the same place", `tile[t] = in[32 * blockIdx.x + t]; fence_shared(); __syncthreads(); if (t == 0) { store(out + 32 * blockIdx.x, tile, 256); wait_read(); }`, 2],
    ["blocks add to the same place", `${FILL} if (t == 0) { add(out, tile, 256); wait_read(); }`, 2],
    ["the last block reads what the others have stored, waited for and announced", `${FILL} if (t == 0) { store(out + 64 * blockIdx.x, tile, 256); wait_all(); ${LAST}`, 2],
    ["a block’s atomics meet another one’s reduction, which comes later", `if (blockIdx.x == 0) atomicAdd(&out[t], 1.0f); else { ${ADD} }`, 2],
    ["a block’s reduction meets another one’s atomics, which come later", `if (blockIdx.x == 1) atomicAdd(&out[t], 1.0f); else { ${ADD} }`, 2],
    ["a thread’s atomics meet a reduction of its own block", `if (t >= 32) atomicAdd(&out[t], 1.0f); ${ADD}`],
    ["the threads of a block read what its copy overwrites, in an earlier pass", `${STORE} wait_all(); } __syncthreads(); float x = out[63 - t]; tile[t] = x; fence_shared(); __syncthreads(); if (t == 0) { store(out, tile, 256); wait_read(); }`],
    ["a warp reads, meets the thread that stores at a numbered barrier, and a copy overwrites", `tile[t] = 1; fence_shared(); float x = in[t]; asm volatile("bar.sync 1, 64;" ::: "memory"); if (t == 0) { store(in, tile, 256); wait_read(); } out[t] = x;`],
    ["a copy overwrites what its own thread has read", "if (t == 0) { float x = in[0]; tile[0] = x; tile[1] = tile[2] = tile[3] = x; fence_shared(); store(in, tile, 16); wait_read(); }"],
    ["a block reads beside what another one’s copy overwrites", `if (blockIdx.x == 0) other[t] = in[64 + t]; else { tile[t] = 1; fence_shared(); __syncthreads(); if (t == 0) { store(in, tile, 256); wait_read(); } }`, 2],
    ["a second copy stores behind the first", `other[t] = 2; ${STORE} wait_all(); store(out, other, 256); wait_read(); }`],
  ])("%s", (_, body, blocks = 1) => {
    expect(launchOf(body, blocks).findings.map(({ kind, message }) => [kind, message])).toEqual([]);
  }); // prettier-ignore
});

describe("in global memory, it is found that", () => {
  it.each<[name: string, kind: string, words: string, body: string, blocks?: number]>([
    ["a stored tile is read when only its source has been read", "early-read", "`cp.async.bulk.wait_group.read` waits only until the copy has read shared memory", `${STORE} wait_read(); } __syncthreads(); out[64 + t] = out[63 - t];`],
    ["a stored tile is read by threads that its own thread has not met", "early-read", "reads element 31 of `out` while the copy", `${STORE} wait_all(); } out[64 + t] = out[63 - t];`],
    ["a stored tile is written while it lands", "copy-overwritten", "nobody has waited until it is complete", `${STORE} } __syncthreads(); out[t] = 3; if (t == 0) wait_all();`],
    ["a stored tile is loaded when only its source has been read", "early-read", "begins a copy of element 0 of `out` while the copy", `${STORE} wait_read(); expect(&bar, 256); load(other, out, 256, &bar); } wait(&bar, 0); out[64 + t] = other[t];`],
    ["a tile is written while a copy loads it", "copy-overwritten", "nobody has waited for the phase of the barrier object that it completes", "if (t == 0) { expect(&bar, 256); load(tile, in, 256, &bar); } __syncthreads(); in[t] = 0; wait(&bar, 0); out[t] = tile[t];"],
    ["threads write without a fence, and a copy loads", "proxy-fence", "no proxy fence for global memory", `out[t] = in[t]; __syncthreads(); ${LOADED}`],
    ["threads write and fence for shared memory only, and a copy loads", "proxy-fence", "`fence.proxy.async.shared::cta` is for shared memory only", `out[t] = in[t]; fence_shared(); __syncthreads(); ${LOADED}`],
    ["threads write without a barrier, and a copy loads", "race", "begins a copy of element 1 of `out`, which thread (1, 0, 0) of block (0, 0, 0) writes: no barrier stands between them (RAW)", `out[t] = in[t]; fence(); ${LOADED}`],
    ["threads clear what a reduction adds to, without a fence", "proxy-fence", "begins a copy to element 0 of `out`", `out[t] = 0; ${FILL} if (t == 0) { add(out, tile, 256); wait_read(); }`],
    ["blocks store other values to the same place", "race", "which the copy that thread (0, 0, 0) of block (0, 0, 0) has begun writes, too: blocks run in any order (WAW)", `${FILL} if (t == 0) { store(out + 32 * blockIdx.x, tile, 256); wait_read(); }`, 2],
    ["a block reads what another one's copy stores", "race", "reads element 0 of `out`, which the copy that thread (0, 0, 0) of block (0, 0, 0) has begun writes: blocks run in any order (RAW)", `if (blockIdx.x == 0) { ${STORE} wait_all(); } } else out[64 + t] = out[t];`, 2],
    ["a block writes what another one's copy loads", "race", "blocks run in any order (WAR)", "if (t == 0) { expect(&bar, 256); load(tile, in + 32 * blockIdx.x, 256, &bar); } wait(&bar, 0); if (t < 32) in[32 * blockIdx.x + t] = tile[t + 32];", 2],
    ["the last block reads what was announced before it was complete", "race", "blocks run in any order (RAW)", `${FILL} if (t == 0) { store(out + 64 * blockIdx.x, tile, 256); wait_read(); ${LAST}`, 2],
    ["a copy overwrites what another block has read", "race", "begins a copy to element 0 of `in`, which thread (0, 0, 0) of block (0, 0, 0) reads: blocks run in any order (WAR)", `if (blockIdx.x == 0) out[t] = in[t]; else { tile[t] = 1; fence_shared(); __syncthreads(); if (t == 0) { store(in, tile, 256); wait_read(); } }`, 2],
    ["a copy overwrites what other warps may still read", "race", "begins a copy to element 0 of `in`, which thread (0, 0, 0) of block (0, 0, 0) reads: no barrier stands between them (WAR)", `tile[t] = 1; fence_shared(); __syncthreads(); out[t] = in[t]; __syncwarp(); if (t == 32) { store(in, tile, 256); wait_read(); }`],
    ["a copy overwrites what other lanes may still read", "race", "begins a copy to element 1 of `in`, which thread (1, 0, 0) of block (0, 0, 0) reads: no barrier stands between them (WAR)", `tile[t] = 1; fence_shared(); __syncthreads(); if (t < 32) out[t] = in[t]; if (t == 0) { store(in, tile, 256); wait_read(); }`],
    ["a reduction adds to what another block has read", "race", "blocks run in any order (WAR)", `if (blockIdx.x == 0) in[t] = out[t]; else { ${ADD} }`, 2],
    ["a block reads what another one’s reduction adds to", "race", "blocks run in any order (RAW)", `if (blockIdx.x == 1) in[t] = out[t]; else { ${ADD} }`, 2],
    ["a reduction adds to what another block has set", "race", "blocks run in any order (WAW)", `if (blockIdx.x == 0) out[t] = 0; else { ${ADD} }`, 2],
    ["a block sets what another one’s reduction adds to", "race", "blocks run in any order (WAW)", `if (blockIdx.x == 1) out[t] = 0; else { ${ADD} }`, 2],
    ["a copy stores where another block’s atomics add", "race", "blocks run in any order (WAW)", `if (blockIdx.x == 0) atomicAdd(&out[t], 1.0f); else { ${STORE} wait_read(); } }`, 2],
    ["a block’s atomics add where another one’s copy stores", "race", "blocks run in any order (WAW)", `if (blockIdx.x == 1) atomicAdd(&out[t], 1.0f); else { ${STORE} wait_read(); } }`, 2],
    ["one thread's two copies store to one place", "copy-overwritten", "begins a copy to element 0 of `out` while the copy", `other[t] = 2; ${STORE} store(out, other, 256); wait_all(); }`],
  ])("%s", (_, kind, words, body, blocks = 1) => {
    const [finding] = launchOf(body, blocks).findings;
    expect(finding?.kind).toBe(kind);
    expect(finding?.message).toContain(words);
  }); // prettier-ignore
});
