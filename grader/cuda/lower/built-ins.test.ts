import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { parseLaunch } from "../launch/launch.ts";
import { runLaunch } from "../launch/run-launch.ts";
import { SourceError } from "../source-error.ts";
import { parse } from "../syntax/parse.ts";
import { compileProgram } from "../compile.ts";

const launch = parseLaunch({
  kernel: "k",
  grid: [1, 1, 1],
  block: [32, 1, 1],
  arguments: [{ array: "out", type: "int", length: 32 }],
});

const kernel = (body: string): string => `__global__ void k(int* out) { int t = threadIdx.x, x = t; ${body} }`;

/** The first two elements of `out`. */
function outOf(body: string): number[] {
  const { memory, arrays } = runLaunch(compileProgram(parse(kernel(body)), "k", []), launch, { device: h200 });
  const start = arrays[0]!.address >>> 2;
  return Array.from(memory.i32.slice(start, start + 2));
}

describe("an argument with a side effect is evaluated once:", () => {
  it.each<[call: string, body: string, out: number[]]>([
    ["__reduce_add_sync", "int sum = __reduce_add_sync(~0u, x++); out[t] = t == 0 ? sum : x;", [496, 2]],
    ["__reduce_max_sync, unsigned", "unsigned u = t; unsigned most = __reduce_max_sync(~0u, u++); out[t] = t == 0 ? most : u;", [31, 2]],
    ["__shfl_sync", "int first = __shfl_sync(~0u, x++, 5); out[t] = t == 0 ? first : x;", [5, 2]],
    ["__ballot_sync", "int held = __ballot_sync(~0u, x++ < 3); out[t] = t == 0 ? held : x;", [7, 2]],
    ["__match_all_sync", "int all; __match_all_sync(~0u, x++ * 0, &all); out[t] = t == 0 ? all : x;", [1, 2]],
    ["max", "int most = max(x++, 1); out[t] = t == 0 ? most : x;", [1, 2]],
    ["atomicAdd", "int old = atomicAdd(&out[t], x++); out[t] = old + x;", [1, 2]],
    [
      "__float22half2_rn",
      "float2 f = {1, 2}; half2 h = __float22half2_rn(f); float2 b = __half22float2(h); out[t] = t == 0 ? b.x : b.y;",
      [1, 2],
    ],
  ])("%s", (_call, body, out) => {
    expect(outOf(body)).toEqual(out);
  });
});

describe("an atomic addition to a vector", () => {
  const zero = "if (t < 4) out[t] = 0; __syncwarp();";
  it.each<[type: string, body: string, out: number[]]>([
    [
      "float2, all lanes to one element",
      `${zero} float2 old = atomicAdd((float2*)out, make_float2(1, 2)); __syncwarp(); int now = ((float*)out)[1]; out[t] = t == 0 ? now : old.x + old.y;`,
      [64, 3],
    ],
    [
      "float4, of which one part is used",
      `${zero} float w = atomicAdd((float4*)out, make_float4(0, 1, 2, t)).w; __syncwarp(); out[t] = w;`,
      [0, 0],
    ],
    [
      "half2, without a use of the result",
      `${zero} atomicAdd((half2*)out, __floats2half2_rn(1, 2)); __syncwarp(); float2 now = __half22float2(*(half2*)out); __syncwarp(); out[t] = t == 0 ? now.x : now.y;`,
      [32, 64],
    ],
    [
      "__nv_bfloat162, of some lanes",
      `${zero} __nv_bfloat162 v(1.f, 2.f); if (t > 20) v = atomicAdd((__nv_bfloat162*)out, v); __syncwarp(); out[t] = t == 0 ? (float)v.x : out[0] == 0;`,
      [1, 0],
    ],
  ])("%s, gives each component what it gives a number", (_, body, out) => {
    expect(outOf(`${body}`)).toEqual(out);
  });

  it.each([
    ["atomicMax((float2*)out, make_float2(1, 2));", "`atomicMax` isn't defined for a `float2`."],
    ["atomicExch((half2*)out, __floats2half2_rn(1, 2));", "`atomicExch` isn't defined for a `half2`."],
    ["__shared__ float2 tile[32]; atomicAdd(&tile[t], make_float2(1, 2));", "needs global memory"],
  ])("is refused where CUDA has none: %s", (body, message) => {
    expect(() => outOf(body)).toThrow(message);
  });
});

describe("an error about an argument stands at the argument:", () => {
  it.each<[call: string, argument: string, message: string]>([
    ["__reduce_add_sync(~0u, dim3(1))", "dim3(1)", "dim3"],
    ["__shfl_sync(dim3(1), t, 0)", "dim3(1)", "dim3"],
    ["sqrtf(dim3(1))", "dim3(1)", "dim3"],
    ["__low2float(dim3(1))", "dim3(1)", "half2"],
    ["atomicAdd(&x, 1)", "&x", "memory that threads share"],
    ["atomicAdd(out, dim3(1))", "dim3(1)", "dim3"],
  ])("%s", (call, argument, message) => {
    const text = kernel(`out[t] = ${call};`);
    let error: unknown;
    try {
      compileProgram(parse(text), "k", []);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(SourceError);
    const { span, message: said } = error as SourceError;
    expect(text.slice(span.from, span.to)).toBe(argument);
    expect(said).toContain(message);
  });
});

describe("functions that few kernels call", () => {
  // The exact results are between two numbers of the type.
  it.each<[call: string, bits: number]>([
    ["__float_as_int(__fdiv_rz(1.f, 3.f))", 0x3eaaaaaa],
    ["__float_as_int(__fdiv_ru(1.f, 3.f))", 0x3eaaaaab],
    ["__float_as_int(__fdiv_rd(-1.f, 3.f))", 0xbeaaaaab | 0],
    ["__float_as_int(__fsqrt_rd(2.f))", 0x3fb504f3],
    ["__float_as_int(__fsqrt_ru(2.f))", 0x3fb504f4],
    ["__float_as_int(__frcp_rz(3.f))", 0x3eaaaaaa],
    ["__float_as_int(__fmaf_rz(1.f, 1.f, -1e-30f))", 0x3f7fffff],
    ["__float_as_int(__fmaf_ru(1.f, 1.f, 1e-30f))", 0x3f800001],
    ["__half_as_ushort(__float2half_rz(0.1f))", 0x2e66],
    ["__half_as_ushort(__float2half_ru(0.1f))", 0x2e67],
    ["__half_as_ushort(__float2half_rz(1e6f))", 0x7bff],
    ["__half_as_ushort(__float2half_rd(-1e-9f))", 0x8001],
    ["__bfloat16_as_ushort(__float2bfloat16_rz(1.999f))", 0x3fff],
    ["__half2float(__hadd_sat(__float2half(0.75f), __float2half(0.75f)))", 1],
    ["__low2float(__hfma2_relu(__floats2half2_rn(1, -2), __floats2half2_rn(3, 4), __floats2half2_rn(1, 1)))", 4],
    ["__high2float(__hfma2_relu(__floats2half2_rn(1, -2), __floats2half2_rn(3, 4), __floats2half2_rn(1, 1)))", 0],
    ["__high2float(__high2bfloat162(__floats2bfloat162_rn(1, 2)))", 2],
    ["__viaddmax_s32(3, 4, 5) + __vimin3_s32(-1, 9, 2)", 6],
    ['fdividef(3, 0.75f) + norm3d(1, 2, 2) + isnan(nanf(""))', 8],
    ["(__nanosleep(100), 5)", 5],
  ])("%s", (call, bits) => {
    expect(outOf(`out[t] = ${call};`)[0]).toBe(bits);
  });
});

describe("a call of a function that is not understood", () => {
  const old = (type: string) => `__device__ ${type} load(const ${type}* p) { ${type} x; try { x = *p; } catch (...) {} return x; }`;

  it.each([
    ["one function", old("int")],
    ["several of its name", old("int") + old("float")],
  ])("says what is not understood: %s", (_, functions) => {
    expect(() => compileProgram(parse(`${functions} __global__ void k(int* out) { out[0] = load(out); }`), "k", [])).toThrow(
      "Exceptions are not part of the lab.",
    );
  });
});
