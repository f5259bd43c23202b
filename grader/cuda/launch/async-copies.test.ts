import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { h100, h200 } from "#simulator";
import { copyCost } from "#simulator/copy-cost.ts";
import { measuredAsync } from "#hardware/measured-async.ts";
import { compileProgram, type CompiledKernel } from "../compile.ts";
import { Memory } from "../machine/memory.ts";
import { parse } from "../syntax/parse.ts";
import { parseLaunch } from "./launch.ts";
import { runLaunch } from "./run-launch.ts";

const COPY = `__device__ void copy(void *to, const void *from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" :: "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from));
}
__device__ void commit() { asm volatile("cp.async.commit_group;"); }
template <int n> __device__ void wait() { asm volatile("cp.async.wait_group %0;" :: "n"(n)); }
`;

/** Runs a kernel of `n` elements in `in` (0, 1, 2, …) and `out`, with 64 threads; each has `t`. */
function run(body: string, n = 1024, head = "") {
  const source = `${head}${COPY} __global__ void k(float *out, const float *in) { int t = threadIdx.x; ${body} }`;
  const launch = parseLaunch({
    kernel: "k",
    grid: [1, 1, 1],
    block: [64, 1, 1],
    arguments: [
      { array: "out", type: "float", length: n },
      { array: "in", type: "float", fill: "index", length: n },
    ],
  });
  const { memory, arrays, findings } = runLaunch(compileProgram(parse(source), "k", []), launch, { device: h200 });
  const start = arrays[0]!.address >>> 2;
  const found = findings.map(({ kind, span, message }) => ({ kind, at: source.slice(span.from, span.to), message }));
  return { out: Array.from(memory.f32.slice(start, start + n)), found };
}

describe("cp.async", () => {
  it("copies what goes through registers otherwise", () => {
    const through = (copied: string) =>
      run(
        `__shared__ __align__(16) float s[256]; ${copied} __syncthreads(); for (int i = 0; i < 4; i++) out[4 * t + i] = s[(4 * t + i) ^ 37];`,
      );
    const copied = through("copy(&s[4 * t], &in[4 * t]); commit(); wait<0>();");
    expect(copied.found).toEqual([]);
    expect(copied.out).toEqual(through("for (int i = 0; i < 4; i++) s[4 * t + i] = in[4 * t + i];").out);
  });

  it.each<[string, string, (i: number) => number]>([
    [
      "fills up with zeros what it doesn’t read",
      'asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;" :: "r"(to), "l"(in + 4 * t), "r"(t % 5 * 4 > 16 ? 16 : t % 5 * 4));',
      (i) => (i % 4 < Math.floor(i / 4) % 5 ? i : 0),
    ],
    [
      "reads nothing where a predicate holds",
      'asm volatile("{ .reg .pred p; setp.ge.s32 p, %2, 10; cp.async.cg.shared.global [%0], [%1], 16, p; }" :: "r"(to), "l"(t < 10 ? in + 4 * t : nullptr), "r"(t));',
      (i) => (i < 40 ? i : 0),
    ],
    [
      "copies 4 bytes",
      'for (int i = 0; i < 4; i++) asm volatile("cp.async.ca.shared.global.L2::128B [%0 + 4], [%1], 4;" :: "r"(to + 4 * i - 4), "l"(in + 4 * t + i));',
      (i) => i,
    ],
    [
      "copies 8 bytes",
      'for (int i = 0; i < 2; i++) asm volatile("cp.async.ca.shared::cta.global [%0], [%1], %2;" :: "r"(to + 8 * i), "l"(in + 4 * t + 2 * i), "n"(8));',
      (i) => i,
    ],
  ])("%s", (_, copies, expected) => {
    const { out, found } = run(`__shared__ __align__(16) float s[256]; unsigned to = __cvta_generic_to_shared(&s[4 * t]); ${copies}
      asm volatile("cp.async.wait_all;"); __syncthreads(); for (int i = 0; i < 4; i++) out[4 * t + i] = s[4 * t + i];`);
    expect(found).toEqual([]);
    expect(out.slice(0, 256)).toEqual(Array.from({ length: 256 }, (__, i) => expected(i)));
  });
});

const TILE = "__shared__ __align__(16) float s[2][256];";
const STAGES = (n: number) =>
  `__shared__ __align__(16) float s[${n}][256]; auto load = [&](int k) { if (k < 4) copy(&s[k % ${n}][4 * t], &in[256 * k + 4 * t]); commit(); };`;
const USE = (n: number) => `for (int i = 0; i < 4; i++) out[256 * k + 4 * t + i] = s[k % ${n}][(4 * t + i) ^ 64];`;

describe("copies that are used as they should be have no finding:", () => {
  it.each([
    ["a tile", `${TILE} copy(&s[0][4 * t], &in[4 * t]); commit(); wait<0>(); __syncthreads(); out[t] = s[0][t];`],
    ["a thread’s own copy, without a barrier", `${TILE} copy(&s[0][4 * t], &in[4 * t]); commit(); wait<0>(); out[t] = s[0][4 * t];`],
    [
      "two stages, two barriers a pass",
      `${STAGES(2)} load(0); for (int k = 0; k < 4; k++) { load(k + 1); wait<1>(); __syncthreads(); ${USE(2)} __syncthreads(); }`,
    ],
    [
      "three stages, one barrier a pass",
      `${STAGES(3)} load(0); load(1); for (int k = 0; k < 4; k++) { wait<1>(); __syncthreads(); load(k + 2); ${USE(3)} } wait<0>();`,
    ],
    [
      "one stage that is filled again",
      `${STAGES(1)} for (int k = 0; k < 4; k++) { load(k); wait<0>(); __syncthreads(); ${USE(1)} __syncthreads(); }`,
    ],
    [
      "a copy that overlaps with other work",
      `${TILE} copy(&s[0][4 * t], &in[4 * t]); commit(); s[1][t] = in[t]; __syncthreads(); float x = s[1][63 - t]; wait<0>(); __syncthreads(); out[t] = x + s[0][t];`,
    ],
  ])("%s", (_, body) => {
    const { found, out } = run(body);
    expect(found).toEqual([]);
    if (body.includes("k % ")) expect(out).toEqual(Array.from({ length: 1024 }, (__, i) => i ^ 64));
  });
});

describe("copies that are not waited for are found:", () => {
  it.each<[string, string, string, string]>([
    ["no wait", `${TILE} copy(&s[0][4 * t], &in[4 * t]); commit(); __syncthreads(); out[t] = s[0][t]; wait<0>();`, "early-read", "s[0][t]"],
    [
      "a wait for too few groups",
      `${STAGES(2)} load(0); for (int k = 0; k < 4; k++) { load(k + 1); wait<2>(); __syncthreads(); ${USE(2)} __syncthreads(); } wait<0>();`,
      "early-read",
      "s[k % 2][(4 * t + i) ^ 64]",
    ],
    [
      "a wait without a commit",
      `${TILE} copy(&s[0][4 * t], &in[4 * t]); wait<0>(); __syncthreads(); out[t] = s[0][t]; commit(); wait<0>();`,
      "early-read",
      "s[0][t]",
    ],
    [
      "a wait, and no barrier for what others copy",
      `${TILE} copy(&s[0][4 * t], &in[4 * t]); commit(); wait<0>(); out[t] = s[0][t ^ 40];`,
      "race",
      "s[0][t ^ 40]",
    ],
    [
      "the barrier before the wait",
      `${TILE} copy(&s[0][4 * t], &in[4 * t]); commit(); __syncthreads(); wait<0>(); out[t] = s[0][t ^ 200];`,
      "early-read",
      "s[0][t ^ 200]",
    ],
    [
      "a stage that others still read",
      `${STAGES(2)} load(0); for (int k = 0; k < 4; k++) { load(k + 1); wait<1>(); __syncthreads(); ${USE(2)} }`,
      "race",
      "cp.async.ca.shared.global [%0], [%1], 16",
    ],
    [
      "a store where a copy lands",
      `${TILE} copy(&s[0][4 * t], &in[4 * t]); commit(); s[0][4 * t] = 1; wait<0>(); out[t] = s[0][4 * t];`,
      "copy-overwritten",
      "s[0][4 * t]",
    ],
    [
      "two copies to one place",
      `${TILE} copy(&s[0][4 * t], &in[4 * t]); copy(&s[0][4 * t], &in[4 * t + 4]); commit(); wait<0>(); out[t] = s[0][4 * t];`,
      "copy-overwritten",
      "cp.async.ca.shared.global [%0], [%1], 16",
    ],
    [
      "a copy that nobody waits for",
      `${TILE} copy(&s[0][4 * t], &in[4 * t]); commit(); out[t] = t;`,
      "unfinished-copy",
      "cp.async.ca.shared.global [%0], [%1], 16",
    ],
    [
      "a place that is no multiple of 16 bytes",
      `${TILE} copy(&s[0][t], &in[4 * t]); commit(); wait<0>();`,
      "misaligned",
      "cp.async.ca.shared.global [%0], [%1], 16",
    ],
    [
      "a source beyond its array",
      `${TILE} copy(&s[0][4 * t], &in[1024 - 128 + 4 * t]); commit(); wait<0>();`,
      "out-of-bounds",
      "cp.async.ca.shared.global [%0], [%1], 16",
    ],
  ])("%s", (_, body, kind, at) => {
    const { found } = run(body);
    expect(found.map((one) => [one.kind, one.at])).toContainEqual([kind, at]);
    expect(found.map((one) => one.message)).toMatchSnapshot();
  });
});

const programs = new Map<string, CompiledKernel>();

/** Bytes from the first array to a multiple of 1 MiB: which bank of the tag stage has a line depends on its address. */
const BASE = 2 ** 20 - new Memory().heapBase;

describe("a copy of one warp", () => {
  it("counts as an H100 does, whatever the addresses", () => {
    const measured = measuredAsync().flatMap((line) => ("matrices" in line || Math.max(...line.globalAddresses) >= 2 ** 20 ? [] : [line]));
    for (const line of measured.filter((_, index) => index % 19 === 0)) {
      const { instruction, bytesPerLane, activeMask, sharedAddresses, globalAddresses, sourceBytes } = line;
      const source = `__global__ void k(const char *in, const int *to, const int *from, const int *sizes, unsigned mask) {
        extern __shared__ char s[]; int t = threadIdx.x;
        if (mask >> t & 1) asm volatile("${instruction}.shared.global [%0], [%1], ${bytesPerLane}${sourceBytes ? ", %2" : ""};" :: "r"((unsigned)__cvta_generic_to_shared(s + to[t])), "l"(in + ${BASE} + from[t]), "r"(sizes[t]));
        asm volatile("cp.async.wait_all;"); }`;
      const kernel = programs.get(source) ?? compileProgram(parse(source), "k", []);
      programs.set(source, kernel);
      const ints = (name: string, values: readonly number[]) => ({ array: name, type: "int", length: 32, fill: { values } });
      const launch = parseLaunch({
        kernel: "k",
        grid: [1, 1, 1],
        block: [32, 1, 1],
        sharedBytes: 160 * 1024,
        arguments: [
          { array: "in", type: "char", length: BASE + Math.max(...globalAddresses) + 64, fill: "index" },
          ints("to", sharedAddresses),
          ints("from", globalAddresses),
          ints("sizes", sourceBytes ?? new Array<number>(32).fill(0)),
          { value: activeMask, type: "unsigned int" },
        ],
      });
      const sanitizers = { memcheck: true, initcheck: false, racecheck: false };
      const { sites, findings } = runLaunch(kernel, launch, { device: h100, sanitizers });
      expect(findings).toEqual([]);
      const [global, shared] = (["global", "shared"] as const).map((space) =>
        sites.flatMap(({ site, counts }) => (site.copy ? counts : [])).find((counts) => counts.space === space),
      );
      const cost = copyCost({ ...line, cache: instruction === "cp.async.ca" ? "ca" : "cg" }, h100);
      expect(shared, JSON.stringify(line)).toMatchObject({ wavefronts: line.wavefronts, bankConflicts: line.bankConflicts });
      expect({ requests: 0, sectors: 0, ...global }).toMatchObject({ requests: line.requests, sectors: line.sectors });
      expect(cost).toMatchObject({ sectors: line.sectors, wavefronts: line.wavefronts });
    }
    expect(measured.length).toBeGreaterThan(500);
  });
});

describe("a warp copies for another one, and arrives at a barrier object when its copies have landed", () => {
  const kernel = (
    wait: string,
  ) => `__shared__ __align__(16) float s[256]; __shared__ unsigned long long bar; unsigned b = (unsigned)__cvta_generic_to_shared(&bar);
    if (t == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"(b), "r"(32));
    __syncthreads();
    if (t < 32) {
      for (int i = 0; i < 2; i++) copy(&s[4 * (t + 32 * i)], in + 4 * (t + 32 * i));
      asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" :: "r"(b));
    } else { ${wait} for (int i = 0; i < 8; i++) out[t - 32 + 32 * i] = s[t - 32 + 32 * i]; }`;
  const WAIT = `asm volatile("{\\n.reg .pred P1;\\nLAB_WAIT:\\nmbarrier.try_wait.parity.shared.b64 P1, [%0], %1;\\n@P1 bra DONE;\\nbra LAB_WAIT;\\nDONE:\\n}" :: "r"(b), "r"(0) : "memory");`;

  it("for which the other one waits", () => {
    const { found, out } = run(kernel(WAIT));
    expect(found).toEqual([]);
    expect(out.slice(0, 256)).toEqual(Array.from({ length: 256 }, (_, i) => i));
  });

  it("for which the other one doesn’t wait", () => {
    expect(run(kernel("")).found.map(({ at }) => at)).toContain("s[t - 32 + 32 * i]");
  });
});

describe("the spellings of an asynchronous copy", () => {
  const PIPELINE = `#include <cuda/pipeline>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
`;

  /** Four tiles of 256 elements, each read by other threads than those that have copied it. */
  const spellings: readonly [name: string, body: string][] = [
    [
      "__pipeline_memcpy_async",
      `${TILE} for (int k = 0; k < 4; k++) { __pipeline_memcpy_async(&s[0][4 * t], &in[256 * k + 4 * t], sizeof(float4)); __pipeline_commit(); __pipeline_wait_prior(0); __syncthreads(); ${USE(2).replaceAll("k % 2", "0")} __syncthreads(); }`,
    ],
    [
      "__pipeline_memcpy_async in two stages",
      `${TILE} auto load = [&](int k) { if (k < 4) __pipeline_memcpy_async(&s[k % 2][4 * t], &in[256 * k + 4 * t], 16); __pipeline_commit(); }; load(0); for (int k = 0; k < 4; k++) { load(k + 1); __pipeline_wait_prior(1); __syncthreads(); ${USE(2)} __syncthreads(); }`,
    ],
    [
      "cuda::pipeline of a thread",
      `${TILE} auto pipe = cuda::make_pipeline(); auto load = [&](int k) { pipe.producer_acquire(); if (k < 4) cuda::memcpy_async(&s[k % 2][4 * t], &in[256 * k + 4 * t], cuda::aligned_size_t<16>(16), pipe); pipe.producer_commit(); }; load(0); for (int k = 0; k < 4; k++) { load(k + 1); pipe.consumer_wait(); __syncthreads(); ${USE(2)} __syncthreads(); pipe.consumer_release(); } pipe.consumer_wait();`,
    ],
    [
      "cuda::pipeline of a thread, by its prior stages",
      `${TILE} cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline(); auto load = [&](int k) { if (k < 4) cuda::memcpy_async((float4 *)s[k % 2] + t, (const float4 *)in + 64 * k + t, sizeof(float4), pipe); pipe.producer_commit(); }; load(0); for (int k = 0; k < 4; k++) { load(k + 1); cuda::pipeline_consumer_wait_prior<1>(pipe); __syncthreads(); ${USE(2)} __syncthreads(); }`,
    ],
    [
      "cuda::pipeline of a block",
      `${TILE} __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state; auto block = cg::this_thread_block(); auto pipe = cuda::make_pipeline(block, &state); auto load = [&](int k) { pipe.producer_acquire(); if (k < 4) cuda::memcpy_async(block, s[k % 2], in + 256 * k, sizeof(float) * 256, pipe); pipe.producer_commit(); }; load(0); for (int k = 0; k < 4; k++) { load(k + 1); pipe.consumer_wait(); ${USE(2)} pipe.consumer_release(); }`,
    ],
    [
      "cuda::barrier",
      `${TILE} __shared__ cuda::barrier<cuda::thread_scope_block> bar; auto block = cg::this_thread_block(); if (t == 0) init(&bar, 64); block.sync(); for (int k = 0; k < 4; k++) { cuda::memcpy_async(block, s[0], in + 256 * k, cuda::aligned_size_t<16>(sizeof(float) * 256), bar); bar.arrive_and_wait(); ${USE(2).replaceAll("k % 2", "0")} block.sync(); }`,
    ],
    [
      "cooperative_groups::memcpy_async",
      `${TILE} auto block = cg::this_thread_block(); for (int k = 0; k < 4; k++) { cg::memcpy_async(block, s[0], in + 256 * k, sizeof(float) * 256); cg::wait(block); ${USE(2).replaceAll("k % 2", "0")} block.sync(); }`,
    ],
    [
      "cooperative_groups::memcpy_async in two stages",
      `${TILE} auto block = cg::this_thread_block(); cg::memcpy_async(block, s[0], in, cuda::aligned_size_t<16>(1024)); for (int k = 0; k < 4; k++) { if (k < 3) { cg::memcpy_async(block, s[(k + 1) % 2], in + 256 * (k + 1), cuda::aligned_size_t<16>(1024)); cg::wait_prior<1>(block); } else cg::wait(block); ${USE(2)} block.sync(); }`,
    ],
  ];

  it.each(spellings)("%s", (_, body) => {
    const { found, out } = run(body, 1024, PIPELINE);
    expect(found).toEqual([]);
    expect(out).toEqual(Array.from({ length: 1024 }, (__, i) => i ^ 64));
  });

  it.each<[string, string, string]>([
    [
      "no wait",
      `${TILE} __pipeline_memcpy_async(&s[0][4 * t], &in[4 * t], 16); __pipeline_commit(); __syncthreads(); out[t] = s[0][t]; __pipeline_wait_prior(0);`,
      "early-read",
    ],
    [
      "a consumer that doesn’t wait",
      `${TILE} auto pipe = cuda::make_pipeline(); pipe.producer_acquire(); cuda::memcpy_async(&s[0][t], &in[t], sizeof(float), pipe); pipe.producer_commit(); __syncthreads(); out[t] = s[0][63 - t]; pipe.consumer_wait();`,
      "early-read",
    ],
    [
      "a group that doesn’t wait",
      `${TILE} auto block = cg::this_thread_block(); cg::memcpy_async(block, s[0], in, 1024); block.sync(); out[t] = s[0][t]; cg::wait(block);`,
      "early-read",
    ],
  ])("are checked alike: %s", (_, body, kind) => {
    expect(run(body, 1024, PIPELINE).found.map((one) => one.kind)).toContain(kind);
  });
});

it("copies leave the bytes that loads and stores leave, whatever is copied where, and how much of it", () => {
  const copyOf = (
    isAsync: boolean,
    width: number,
  ) => `__global__ void k(unsigned char *out, const unsigned char *in, const int *from, const int *to, const int *sizes) {
    __shared__ __align__(16) unsigned char s[${64 * width}];
    int t = threadIdx.x;
    for (int i = t; i < ${64 * width}; i += 64) s[i] = 200 + i % 50;
    __syncthreads();
    for (int k = 0; k < 2; k++) {
      int at = 64 * k + t;
      if (sizes[at] >= 0) ${
        isAsync
          ? `asm volatile("cp.async.ca.shared.global [%0], [%1], ${width}, %2;" :: "r"((unsigned)__cvta_generic_to_shared(s + to[at] * ${width})), "l"(in + from[at] * ${width}), "r"(sizes[at]));`
          : `for (int i = 0; i < ${width}; i++) s[to[at] * ${width} + i] = i < sizes[at] ? in[from[at] * ${width} + i] : 0;`
      }
      ${isAsync ? 'if (t % 3 == k) asm volatile("cp.async.commit_group;"); if (k == 1) { asm volatile("cp.async.commit_group;"); asm volatile("cp.async.wait_group 0;"); }' : ""}
      __syncthreads();
    }
    for (int i = t; i < ${64 * width}; i += 64) out[i] = s[i]; }`;
  fc.assert(
    fc.property(
      fc.constantFrom(4, 8, 16),
      fc.shuffledSubarray(
        Array.from({ length: 64 }, (_, i) => i),
        { minLength: 64 },
      ),
      fc.array(fc.record({ from: fc.nat(63), size: fc.integer({ min: -1, max: 16 }) }), { minLength: 128, maxLength: 128 }),
      (width, places, copies) => {
        const ints = (name: string, values: readonly number[]) => ({ array: name, type: "int", length: 128, fill: { values } });
        const launch = parseLaunch({
          kernel: "k",
          grid: [1, 1, 1],
          block: [64, 1, 1],
          arguments: [
            { array: "out", type: "unsigned char", length: 64 * width },
            { array: "in", type: "unsigned char", length: 64 * width, fill: "index" },
            ints(
              "from",
              copies.map(({ from }) => from),
            ),
            // Each place is copied to once.
            ints("to", [...places, ...places]),
            ints(
              "sizes",
              copies.map(({ size }, at) => (at < 64 === places[at % 64]! % 2 > 0 ? Math.min(size, width) : -1)),
            ),
          ],
        });
        const [registers, copied] = [false, true].map((isAsync) => {
          const source = copyOf(isAsync, width);
          const kernel = programs.get(source) ?? compileProgram(parse(source), "k", []);
          programs.set(source, kernel);
          const { memory, arrays, findings } = runLaunch(kernel, launch, { device: h200 });
          const { address } = arrays[0]!;
          return { out: Array.from(memory.u8.slice(address, address + 64 * width)), findings };
        });
        expect(copied!.out).toEqual(registers!.out);
        expect(copied!.findings).toEqual([]);
      },
    ),
    { numRuns: 20 },
  );
});
