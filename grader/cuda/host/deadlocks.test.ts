import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { runHost } from "./run-host.ts";

const HEAD = `#include <cstdint>
#include <cooperative_groups.h>
#include <cuda/ptx>
namespace cg = cooperative_groups;
__device__ uint32_t at(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ void expect(uint64_t *bar, int bytes) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(bar)), "r"(bytes) : "memory"); }
__device__ void arrive(uint64_t *bar) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(bar)) : "memory"); }
__device__ void wait(uint64_t *bar, uint32_t parity) { while (!cuda::ptx::mbarrier_try_wait_parity(bar, parity)) ; }
__device__ void load(void *to, const void *from, int bytes, uint64_t *bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at(to)), "l"(from), "r"(bytes), "r"(at(bar)) : "memory");
}
`;
/** The line that a body begins in. */
const FIRST = HEAD.split("\n").length + 5;

const initialized = (count: number, empty: number): string => `__global__ void k(const float *in, float *out) {
  __shared__ alignas(128) float tile[2][64]; __shared__ uint64_t full[2], empty[2]; int t = threadIdx.x;
  for (int s = 0; s < 2; s++)
    if (t == 0) { cuda::ptx::mbarrier_init(&full[s], ${count}); cuda::ptx::mbarrier_init(&empty[s], ${empty}); }
  __syncthreads();`;

const RING = (wait: string, release: string): string => `  int s = 0, phase = 0;
  for (int k = 0; k < 4; k++) {
    if (t == 64) { wait(&empty[s], ${wait}); expect(&full[s], 256); load(tile[s], in, 256, &full[s]); }
    if (t < 64) { wait(&full[s], phase); out[t] = tile[s][t]; ${release} }
    if (++s == 2) { s = 0; phase ^= 1; }
  }`;

/** The line that initializes the barrier objects. */
const COUNTS = FIRST - 2;

describe("a launch that hangs says what is missing, where, and why:", () => {
  it.each<[name: string, cause: string, words: readonly string[], body: string, options?: { count?: number; empty?: number; threads?: number }]>([
    ["more bytes are expected than come", "bytes-missing", [`waits for phase 0 (parity 0) of the barrier object \`full[1]\`, which has 128 of 256 expected bytes`, `line ${FIRST} has arrived once and expects 256 bytes; the copy in line ${FIRST + 1} has brought 128 bytes`, `let line ${FIRST} expect 128 bytes`], "  if (t == 0) expect(&full[1], 256);\n  if (t == 0) load(tile[1], in, 128, &full[1]);\n  wait(&full[1], 0);"],
    ["a copy has another stage’s barrier", "bytes-elsewhere", [`the copy in line ${FIRST + 1} has brought 256 bytes to \`full[0]\`, which does not expect them: give it \`full[1]\``], "  if (t == 0) { expect(&full[0], 256); expect(&full[1], 256); load(tile[0], in, 256, &full[0]); }\n  if (t == 0) load(tile[1], in, 256, &full[0]);\n  wait(&full[0], 0); wait(&full[1], 0);"],
    ["fewer bytes are expected than come", "bytes-unexpected", ["which has 256 of 128 expected bytes", `Copies bring 128 bytes more than are expected: let line ${FIRST} expect 256 bytes in all`], "  if (t == 0) { expect(&full[0], 128); load(tile[0], in, 256, &full[0]); }\n  wait(&full[0], 0);"],
    ["more arrivals are counted than come", "arrivals-missing", ["which has 2 of 3 arrivals", `2 arrivals have come, and 94 other threads wait without one: count those that arrive (line ${COUNTS} counts 3)`], "  if (t % 32 == 0 && t > 0) arrive(&full[0]);\n  wait(&full[0], 0);", { count: 3 }],
    ["threads return before they arrive", "ended-before-arrival", ["which has 50 of 96 arrivals", `46 threads have ended without an arrival: let each thread that is counted in line ${COUNTS} arrive before it returns`], "  if (t >= 50) return;\n  arrive(&full[0]);\n  wait(&full[0], 0);", { count: 96 }],
    ["the elected thread waits before it begins the copy", "waits-first", [`stand behind waits that don't end (lines ${FIRST + 1} and ${FIRST + 2}): move them before the wait`], "  wait(&full[0], 0);\n  if (t == 0) expect(&full[0], 256);\n  if (t == 0) load(tile[0], in, 256, &full[0]);"],
    ["the producer’s first wait is for parity 0", "waits-in-circle", ["Nobody has arrived at `full[0]` or at `empty[0]`", "the first wait of whoever fills it names parity 1", `warp 2 for phase 0 of \`empty[0]\` (0 of 64 arrivals) in line ${FIRST + 2}`], RING("phase", "arrive(&empty[s]);"), { empty: 64 }],
    ["a consumer never gives a stage back", "never-arrives", ["the barrier object `empty[0]`, which has 0 of 64 arrivals", "no line that is left would", `2 warps for phase 1 of \`full[0]\` (0 of 1 arrivals) in line ${FIRST + 3}`], RING("phase ^ 1", ""), { empty: 64 }],
    ["nobody arrives at a barrier object in a struct", "never-arrives", ["the barrier object `s.full[1]`, which has 0 of 1 arrivals", "Nobody has arrived at `s.full[1]`"], "  struct Stages { alignas(128) float tile[64]; uint64_t full[2]; }; __shared__ Stages s;\n  if (t == 0) cuda::ptx::mbarrier_init(&s.full[1], 1);\n  __syncthreads(); wait(&s.full[1], 0);"],
    ["a thread waits once too often", "phase-not-begun", ["waits for phase 1 (parity 1) of the barrier object `full[0]`", `Phase 0 is over: line ${FIRST} has arrived once and expects 256 bytes; the copy in line ${FIRST} has brought 256 bytes. For phase 1, nobody has arrived`], "  if (t == 0) { expect(&full[0], 256); load(tile[0], in, 256, &full[0]); }\n  wait(&full[0], 0); wait(&full[0], 1);"],
    ["too few arrivals are counted, and two phases go by", "phase-overtaken", ["waits for phase 2 (parity 0) of the barrier object `empty[0]`", `Each took 32 arrivals (line ${COUNTS}): either more arrive for each stage`], RING("phase ^ 1", "arrive(&empty[s]);"), { empty: 32 }],
    ["threads arrive at another numbered barrier", "barrier-short", ["waits at barrier 2, where 64 of 96 threads have arrived", `At barrier 1, 32 threads have arrived (line ${FIRST}): those that are to meet name the same number`], '  if (t < 32) asm volatile("bar.arrive 1, 96;" ::: "memory");\n  else asm volatile("bar.sync 2, 96;" ::: "memory");'],
    ["threads that a numbered barrier counts have ended", "barrier-short", ["64 of 96 threads have arrived", "32 threads of the block have ended", "1 other warp waits, too: warp 1 for the same"], '  if (t >= 64) return;\n  asm volatile("bar.sync 1, 96;" ::: "memory");'],
    ["warps meet at different barriers", "barriers-differ", ["waits for all threads of the cluster to arrive at its barrier", `2 warps at \`__syncthreads()\` in line ${FIRST + 1}`], "  if (t < 32) cg::this_cluster().sync();\n  else __syncthreads();"],
  ])("%s", (_, cause, words, body, { count = 1, empty = 1, threads = 96 } = {}) => {
    const source = `${HEAD}${initialized(count, empty)}\n${body}\n}
int main() { float *in, *out; cudaMalloc(&in, 4096); cudaMalloc(&out, 4096); cudaMemset(in, 0, 4096); k<<<1, ${threads}>>>(in, out); cudaDeviceSynchronize(); }`;
    const { findings, status } = runHost(source, { device: h200 }).launches[0]!;
    expect(status).toBe("deadlock");
    const finding = findings.find(({ kind }) => kind === "deadlock")!;
    expect(finding.cause).toBe(cause);
    for (const part of words) expect(finding.message).toContain(part);
  }); // prettier-ignore
});
