import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { compileProgram } from "../../compile.ts";
import { parseLaunch } from "../../launch/launch.ts";
import { runLaunch } from "../../launch/run-launch.ts";
import { SourceError } from "../../source-error.ts";
import { parse } from "../../syntax/parse.ts";

const launch = parseLaunch({
  kernel: "k",
  grid: [2, 1, 1],
  block: [64, 1, 1],
  arguments: [{ array: "out", type: "unsigned int", length: 128, fill: "index" }],
});

/** All that a launch leaves in `out`, which begins as 0, 1, 2, …; each thread has `t`, its number in its block, and `i`, that in the grid. */
function outOf(body: string, head = ""): number[] {
  const source = `${head} __global__ void k(unsigned* out) { unsigned t = threadIdx.x, i = blockIdx.x * 64 + t; ${body} }`;
  const { memory, arrays, findings } = runLaunch(compileProgram(parse(source), "k", []), launch, { device: h200 });
  expect(findings).toEqual([]);
  const start = arrays[0]!.address >>> 2;
  return Array.from(memory.u32.slice(start, start + 128));
}

describe("an instruction of PTX gives what CUDA’s C++ gives:", () => {
  it.each<[instruction: string, assembly: string, cuda: string]>([
    ["special registers", 'asm("mad.lo.u32 %0, %ctaid.x, %ntid.x, %tid.x;" : "=r"(x));', "x = i;"],
    ["with two percent signs", 'asm volatile("mov.u32 %0, %%laneid;" : "=r"(x));', "x = t % 32;"],
    [
      "bits of a float, and low bits of a number",
      'asm("{ .reg .b32 u; and.b32 u, %1, 0xFF800000; add.u32 %0, u, 0x100000001; }" : "=r"(x) : "f"(1.5f));',
      "x = 0x3f800001;",
    ],
    [
      "names without braces in a function that is called, not inlined",
      'auto own = [&](int n) { asm("{ .reg .pred p; setp.eq.s32 p, %1, 0; @p bra A; mov.b32 %0, 2; A: }" : "+r"(x) : "r"(n)); }; own(t); own(t + 1); x += called(t) + called(i);',
      "x = 2 + 2 * t + 2 * i;",
    ],
    [
      "several instructions, a register, a comment",
      'asm("{ .reg .u32 u; /* twice */ add.u32 u, %1, %1; // so\\n add.u32 %0, u, 1; }" : "=r"(x) : "r"(i));',
      "x = 2 * i + 1;",
    ],
    ["a value that is read and set", 'x = i; asm("add.u32 %0, %0, 5;" : "+r"(x));', "x = i + 5;"],
    ["a constant", 'asm("mul.lo.s32 %0, %1, %2;" : "=r"(x) : "r"(i), "n"(sizeof(int) * 3));', "x = i * 12;"],
    ["literals that are joined", 'asm("add.u32 "\n"%0, %1,"\n" 7;" : "=r"(x) : "r"(i));', "x = i + 7;"],
    [
      "a guard",
      'x = 9; asm("{ .reg .pred p; setp.lt.u32 p, %1, 40; @p mov.u32 %0, 1; @!p add.u32 %0, %0, 2; }" : "+r"(x) : "r"(t));',
      "x = t < 40 ? 1 : 11;",
    ],
    [
      "a predicate of two",
      'asm("{ .reg .pred p, q; setp.gt.u32 p, %1, 10; setp.lt.and.u32 q, %1, 20, p; selp.u32 %0, 3, 4, q; }" : "=r"(x) : "r"(t));',
      "x = t > 10 && t < 20 ? 3 : 4;",
    ],
    [
      "two results of a test",
      'asm("{ .reg .pred p, q; setp.eq.s32 p|q, %1, 3; selp.u32 %0, 1, 0, q; }" : "=r"(x) : "r"(t));',
      "x = t != 3;",
    ],
    [
      "a loop",
      'asm("{ .reg .pred p; .reg .u32 n; mov.u32 n, %1; mov.u32 %0, 0; AGAIN: setp.eq.u32 p, n, 0; @p bra DONE; add.u32 %0, %0, n; sub.u32 n, n, 1; bra.uni AGAIN; DONE: }" : "=r"(x) : "r"(t));',
      "x = t * (t + 1) / 2;",
    ],
    ["floats", 'float f = i, g; asm("fma.rn.f32 %0, %1, 0f3F000000, %1;" : "=f"(g) : "f"(f)); x = (unsigned)(2 * g);', "x = 3 * i;"],
    ["a float’s bits", 'float f = i; asm("mov.b32 %0, %1;" : "=r"(x) : "f"(f));', "x = __float_as_uint((float)i);"],
    [
      "a conversion",
      'asm("{ .reg .f32 f; cvt.rn.f32.u32 f, %1; mul.f32 f, f, 0.5; cvt.rzi.u32.f32 %0, f; }" : "=r"(x) : "r"(i));',
      "x = i / 2;",
    ],
    [
      "a pair of halves",
      'asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(x) : "f"((float)t), "f"((float)i));',
      "half2 h = __floats2half2_rn(i, t); x = __half_as_ushort(__low2half(h)) | (unsigned)__half_as_ushort(__high2half(h)) << 16;",
    ],
    [
      "a pair of numbers of eight bits",
      'unsigned short p; asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(p) : "f"((float)t), "f"(-3.0f * i)); x = p;',
      "x = __nv_cvt_float2_to_fp8x2(make_float2(-3.0f * i, t), __NV_SATFINITE, __NV_E4M3);",
    ],
    [
      "a pair of them from halves, none below 0",
      'half2 h = __floats2half2_rn((int)t - 9, 3.0f * i); unsigned short p; asm("cvt.rn.satfinite.relu.e5m2x2.f16x2 %0, %1;" : "=h"(p) : "r"(*(unsigned*)&h)); x = p;',
      "x = __nv_cvt_float2_to_fp8x2(make_float2(t < 9 ? 0 : t - 9, 3.0f * i), __NV_SATFINITE, __NV_E5M2);",
    ],
    [
      "halves from a pair of them",
      'asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(x) : "h"((unsigned short)(t << 8 | i & 127)));',
      "__half2_raw h = __nv_cvt_fp8x2_to_halfraw2(t << 8 | i & 127, __NV_E4M3); x = h.x | (unsigned)h.y << 16;",
    ],
    [
      "halves two by two",
      'unsigned a; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(a) : "f"((float)t), "f"(2.0f)); asm("fma.rn.f16x2 %0, %1, %1, %1;" : "=r"(x) : "r"(a));',
      "half2 h = __floats2half2_rn(6, t * (t + 1)); x = __half_as_ushort(__low2half(h)) | (unsigned)__half_as_ushort(__high2half(h)) << 16;",
    ],
    [
      "parts of a long number",
      'unsigned long long n = (1ull << 40) * t + i; unsigned y; asm("mov.b64 {%0, %1}, %2;" : "=r"(x), "=r"(y) : "l"(n)); x += y;',
      "unsigned long long n = (1ull << 40) * t + i; x = (unsigned)n + (unsigned)(n >> 32);",
    ],
    [
      "a long number of parts",
      'unsigned long long n; asm("mov.b64 %0, {%1, %2};" : "=l"(n) : "r"(i), "r"(t)); x = (unsigned)(n >> 31);',
      "x = 2 * t + (i >> 31);",
    ],
    [
      "a wide product",
      'unsigned long long n; asm("mul.wide.u32 %0, %1, 0x80000001;" : "=l"(n) : "r"(i)); x = (unsigned)(n >> 32);',
      "x = (unsigned)(i * 0x80000001ull >> 32);",
    ],
    ["a high product", 'asm("mul.hi.u32 %0, %1, %2;" : "=r"(x) : "r"(i << 24), "r"(1000u));', "x = __umulhi(i << 24, 1000u);"],
    [
      "shifts by more than there is",
      'unsigned y; asm("shl.b32 %0, %2, %3; shr.s32 %1, %4, %3;" : "=r"(x), "=r"(y) : "r"(i), "r"(t), "r"(-5)); x += y;',
      "x = (t < 32 ? i << t : 0) + (t < 32 ? -5 >> t : -1);",
    ],
    [
      "any function of bits",
      'asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(x) : "r"(i), "r"(t * 77), "r"(0xf0u));',
      "x = i ^ (t * 77) ^ 0xf0u;",
    ],
    ["bits from the middle", 'asm("bfe.u32 %0, %1, 2, 3;" : "=r"(x) : "r"(i));', "x = i >> 2 & 7;"],
    ["bits with their sign", 'int y; asm("bfe.s32 %0, %1, 2, 3;" : "=r"(y) : "r"((int)i)); x = y;', "x = (int)(i >> 2 << 29) >> 29;"],
    ["bits into the middle", 'asm("bfi.b32 %0, %1, %2, 8, 4;" : "=r"(x) : "r"(i), "r"(0xffffffffu));', "x = 0xfffff0ffu | (i & 15) << 8;"],
    ["bytes in another order", 'asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(x) : "r"(i), "r"(t));', "x = __byte_perm(i, t, 0x5410);"],
    [
      "counts of bits",
      'unsigned y; asm("popc.b32 %0, %2; clz.b32 %1, %2;" : "=r"(x), "=r"(y) : "r"(i)); x += y;',
      "x = __popc(i) + __clz(i);",
    ],
    [
      "signed and unsigned",
      'int y = -3; asm("{ .reg .pred p; setp.lo.u32 p, %1, %2; selp.u32 %0, 1, 2, p; }" : "=r"(x) : "r"(y), "r"(t));',
      "x = 2;",
    ],
    ["a shuffle", 'asm volatile("shfl.sync.bfly.b32 %0, %1, 3, 0x1f, 0xffffffff;" : "=r"(x) : "r"(i));', "x = __shfl_xor_sync(~0u, i, 3);"],
    [
      "a shuffle in groups of eight",
      'asm volatile("shfl.sync.down.b32 %0, %1, 1, 0x181f, -1;" : "=r"(x) : "r"(i));',
      "x = __shfl_down_sync(~0u, i, 1, 8);",
    ],
    [
      "a vote",
      'asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 5; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(x) : "r"(t));',
      "x = __ballot_sync(~0u, t < 5);",
    ],
    [
      "the elected lane",
      'asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(x));',
      "x = t % 32 == 0;",
    ],
    ["a load", 'asm volatile("ld.global.nc.L1::no_allocate.u32 %0, [%1 + 4];" : "=r"(x) : "l"(out + 8) : "memory");', "x = 9;"],
    [
      "a load of four",
      'unsigned y, z, w; asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(out)); x += y + z + w;',
      "x = 0 + 1 + 2 + 3;",
    ],
    ["a load of a byte", 'asm volatile("ld.global.u8 %0, [%1];" : "=r"(x) : "l"((char*)out + 16));', "x = 4;"],
    [
      "shared memory and a barrier",
      '__shared__ unsigned s[64]; unsigned a = (unsigned)__cvta_generic_to_shared(&s[t]); asm volatile("st.shared.u32 [%0], %1;" :: "r"(a), "r"(i)); asm volatile("bar.sync 0;" ::: "memory"); asm volatile("ld.shared.u32 %0, [%1];" : "=r"(x) : "r"((unsigned)__cvta_generic_to_shared(&s[63 - t])));',
      "x = i - t + 63 - t;",
    ],
    [
      "the address of shared memory by cvta",
      '__shared__ unsigned s[64]; s[t] = i; unsigned long long a; asm("cvta.to.shared.u64 %0, %1;" : "=l"(a) : "l"(s + t)); asm volatile("ld.shared.u32 %0, [%1];" : "=r"(x) : "r"((unsigned)a));',
      "x = i;",
    ],
    [
      "an atomic",
      '__shared__ unsigned s; s = 0; __syncthreads(); asm volatile("red.shared.add.u32 [%0], 2;" :: "r"((unsigned)__cvta_generic_to_shared(&s)) : "memory"); __syncthreads(); x = s;',
      "x = 128;",
    ],
  ])("%s", (_, assembly, cuda) => {
    const called =
      '__device__ __noinline__ unsigned called(unsigned n) { asm(".reg .b32 v; add.u32 v, %0, %0; mov.b32 %0, v;" : "+r"(n)); return n; }';
    const all = (body: string): number[] =>
      outOf(`unsigned x = 0; ${body} __syncthreads(); if (blockIdx.x == 1) out[i] = x;`, called).slice(64);
    expect(all(assembly)).toEqual(all(cuda));
  });
});

describe("statements as people paste them", () => {
  it.each<[name: string, head: string, body: string, expected: (i: number) => number]>([
    [
      "an address of shared memory, as in CUTLASS before __cvta_generic_to_shared",
      'extern "C" __device__ unsigned __nvvm_get_smem_pointer(void *ptr); __device__ __forceinline__ unsigned smem(void *p) { return __nvvm_get_smem_pointer(p); }',
      '__shared__ unsigned s[64]; asm volatile("st.shared.u32 [%0], %1;\\n" : : "r"(smem(s + t)), "r"(i)); x = s[t];',
      (i) => i,
    ],
    [
      "one by cvta in braces",
      '__device__ inline unsigned smem(const void *p) { unsigned a; asm("{ .reg .u64 smem_ptr; cvta.to.shared.u64 smem_ptr, %1; cvt.u32.u64 %0, smem_ptr; }\\n" : "=r"(a) : "l"(p)); return a; }',
      '__shared__ unsigned s[64]; s[t] = 3 * i; asm volatile("ld.shared.b32 %0, [%1];" : "=r"(x) : "r"(smem(&s[t])));',
      (i) => 3 * i,
    ],
    [
      "a copy under a predicate",
      "",
      '__shared__ __align__(16) unsigned s[256]; for (int k = 0; k < 4; k++) s[4 * t + k] = 7; asm volatile("{\\n  .reg .pred p;\\n  setp.ne.b32 p, %0, 0;\\n  @p cp.async.cg.shared.global [%1], [%2], %3;\\n}\\n" :: "r"((int)(t < 8)), "r"((unsigned)__cvta_generic_to_shared(&s[4 * t])), "l"(out + 4 * (t % 8)), "n"(16)); asm volatile("cp.async.commit_group;\\n" ::); asm volatile("cp.async.wait_group %0;\\n" ::"n"(0)); __syncthreads(); x = s[t];',
      (i) => (i - 64 < 32 ? i - 64 : 7),
    ],
    [
      "flags with their orders",
      "",
      'int v; if (t == 0) asm volatile("red.release.gpu.global.add.s32 [%0], %1;\\n" :: "l"((int *)out + 100), "r"(5)); __syncthreads(); asm volatile("ld.global.acquire.gpu.b32 %0, [%1];\\n" : "=r"(v) : "l"((int *)out + 100) : "memory"); asm volatile("fence.acq_rel.gpu;\\n"); x = v > 0;',
      () => 1,
    ],
    [
      "bits by a template’s table, and approximations",
      'template <int lut> __device__ inline int lop3(int a, int b, int c) { int res; asm volatile("lop3.b32 %0, %1, %2, %3, %4;\\n" : "=r"(res) : "r"(a), "r"(b), "r"(c), "n"(lut)); return res; }',
      'float e; asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(e) : "f"((float)(t % 8))); x = lop3<(0xf0 & 0xcc) | 0xaa>(i, 0xff, 256) + (unsigned)e;',
      (i) => ((i & 0xff) | 256) + 2 ** (i % 8),
    ],
  ])("%s", (_, head, body, expected) => {
    const only = `unsigned x = 0; ${body} __syncthreads(); if (blockIdx.x == 1) out[i] = x;`;
    expect(outOf(only, head).slice(64)).toEqual(Array.from({ length: 64 }, (__, i) => expected(64 + i)));
  });

  it.each<[statement: string, message: string]>([
    [
      'asm volatile("tcgen05.wait::ld.sync.aligned;");',
      "The lab has no instruction `tcgen05`: multiply with `mma.sync`, which Blackwell has, too.",
    ],
    [
      'asm volatile("wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%0, %0, %0, %0}, %1, %1, %0, 0, 1, 1, 1, 0, 0;" : "+f"(*(float*)out) : "l"(out));',
      "The lab has no instruction `wgmma.mma_async.sp`: multiply the whole matrix, zeros included, with `wgmma.mma_async`.",
    ],
    [
      'asm("tex.2d.v4.f32.f32 {%0, %0, %0, %0}, [%1, {%0, %0}];" : "=r"(x) : "l"(out));',
      "The lab has no instruction `tex`: read from an array in global memory.",
    ],
    ['asm volatile("setmaxnreg.inc.sync.aligned.u32 250;");', "This operand should be a multiple of 8, from 24 to 256 registers."],
    ['asm("add.s32 %0, %1, 3;" : "=r"(x) : "f"(1.0f));', "This operand has type `f32`, and the instruction takes `.s32`."],
    ['asm("mov.u32 %0, 0x1FFFFFFFFFFFFFFFF0;" : "=r"(x));', "`0x1FFFFFFFFFFFFFFFF0` has more than 64 bits"],
    [
      'for (int n = 0; n < 2; n++) { asm("A: { A: .reg .b32 u; }"); } asm volatile("{ A: .reg .b32 u; }"); asm volatile(".reg .b32 u; A:");',
      "`A` is declared in this kernel already: its text has one such name for each call and each statement. Put braces around the instructions, `{ … }`",
    ],
  ])("what the lab or ptxas refuses says what to do instead: %s", (statement, message) => {
    expect(() => outOf(`unsigned x; ${statement}`)).toThrow(message);
  });
});

it("a store at the place of its instruction", () => {
  expect(outOf('asm volatile("st.global.u32 [%0], %1;" :: "l"(out + i), "r"(i * 3));')).toEqual(
    Array.from({ length: 128 }, (_, i) => 3 * i),
  );
});

it("an error stands at its place in the text of the statement", () => {
  const source = '__global__ void k(unsigned* out) {\n  asm volatile("mov.u32 %0, 1;\\n\\t"\n      "mob.u32 %0, 2;" : "=r"(out[0]));\n}';
  const error = (() => {
    try {
      compileProgram(parse(source), "k", []);
    } catch (caught) {
      return caught as SourceError;
    }
    return undefined;
  })();
  expect(error?.message).toBe("There is no instruction `mob`. Did you mean `mov`?");
  expect(source.slice(error!.span.from, error!.span.to)).toBe("mob");
});
