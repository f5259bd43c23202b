import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { compileProgram } from "../compile.ts";
import { runHost } from "../host/run-host.ts";
import { parseLaunch } from "../launch/launch.ts";
import { runLaunch } from "../launch/run-launch.ts";
import { SourceError } from "../source-error.ts";
import { parse } from "../syntax/parse.ts";

const FOLDER = new URL("../../testing/cuda/fp8/", import.meta.url);
const CONVERSIONS = readFileSync(new URL("conversions.cu", FOLDER), "utf8");
/** What nvcc's program printed: for each kind of conversion, and how far the numbers are apart, a hash of the header's results. */
const PRINTED = readFileSync(new URL("conversions.txt", FOLDER), "utf8").trim().split("\n");

const KINDS = ["halves", "bfloat16s", "floats", "doubles", "whole numbers", "codes", "packed"];

/** The hash of a kind's numbers as a kernel computes them. */
function hashOf(kind: number, step: number): string {
  const numbers = Math.ceil(65_536 / step);
  const launch = parseLaunch({
    kernel: "convert",
    grid: [Math.ceil(numbers / 256), 1, 1],
    block: [256, 1, 1],
    arguments: [
      { value: kind, type: "int" },
      { value: step, type: "int" },
      { array: "out", type: "unsigned", length: Math.ceil(numbers / 256) * 256 },
    ],
  });
  const { arrays, memory } = runLaunch(compileProgram(parse(CONVERSIONS), "convert", []), launch, { device: h200 });
  let hash = 2166136261;
  for (const word of memory.u32.subarray(arrays[0]!.address >>> 2).subarray(0, numbers)) hash = Math.imul(hash ^ word, 16777619);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

describe("conversions of <cuda_fp8.h> are those of the header:", () => {
  it.each([...KINDS.map((name, kind) => [name, kind, 61] as const), ["halves", 0, 1] as const])(
    "%s, kind %d, by %d in a kernel",
    (name, kind, step) => {
      expect(PRINTED).toContain(`${name} by ${step}: ${hashOf(kind, step)}`);
    },
  );

  it("all of them on the host", () => {
    expect(runHost(`#define SHORT\n${CONVERSIONS}`, { device: h200 }).printed).toEqual(PRINTED.slice(0, KINDS.length));
  });
});

/** The message about a kernel of this statement, and where it stands; undefined if there is none. */
function complaint(statement: string, declarations = ""): string | undefined {
  const text = `${declarations}\n__global__ void k(__nv_fp8_e4m3 *q, float *x) { int t = threadIdx.x; ${statement} }`;
  try {
    compileProgram(parse(text), "k", []);
    return undefined;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return `${text.slice(error.span.from, error.span.to)}: ${error.message}`;
  }
}

describe("what nvcc refuses, the lab refuses:", () => {
  it.each([
    ["float f = q[t];", "f = q[t]: A `__nv_fp8_e4m3` becomes a `float` only by a cast: write `float(…)`."],
    ["unsigned char c = q[t];", "c = q[t]: A `__nv_fp8_e4m3` becomes an `unsigned char` only by a cast: write `(unsigned char)(…)`."],
    ["q[t] = x[t];", "q[t] = x[t]: A `float` becomes a `__nv_fp8_e4m3` only by a cast: write `__nv_fp8_e4m3(…)`."],
    ["float2 f = __nv_fp8x2_e5m2();", "f = __nv_fp8x2_e5m2(): A `__nv_fp8x2_e5m2` becomes a `float2` only by a cast: write `float2(…)`."],
    ["x[t] = q[t] * 2.0f;", "q[t] * 2.0f: `*` isn't defined for a `__nv_fp8_e4m3` and a `float`."],
    ["x[t] = q[t].x;", "q[t].x: A `__nv_fp8_e4m3` has no member `x`; it has `__x`."],
    ["__nv_fp8x4_e4m3 v(x[t]);", "v(x[t]): No `__nv_fp8x4_e4m3` takes (float)."],
    ["x[t] = __nv_cvt_float_to_fp8(x[t]);", "__nv_cvt_float_to_fp8(x[t]): `__nv_cvt_float_to_fp8` takes 3 arguments, not 1."],
  ])("%s", (statement, message) => {
    expect(complaint(statement)).toBe(message);
  });

  it.each(["__nv_fp8_e8m0 s;", "__nv_fp4_e2m1 s(x[t]);", "q[t].__x = __nv_cvt_float_to_e8m0(x[t], __NV_SATFINITE, 1);"])(
    "%s has a format that the lab lacks",
    (statement) => {
      expect(complaint(statement)).toMatch(/The lab has no `__nv_\w+`: of the formats of less than 16 bits it has those of/);
    },
  );

  it("an explicit constructor or conversion of the text's own struct", () => {
    const own = "struct S { int a; explicit __device__ S(int b) { a = b; } explicit __device__ operator float() const { return a; } };";
    expect(complaint("S s(t); S r = S(3); x[t] = float(s) + (float)r; if (x[t] > 1) s = S(2);", own)).toBeUndefined();
    expect(complaint("S s = 3;", own)).toContain("An `int` becomes an `S` only by a cast");
    expect(complaint("S s(3); x[t] = s;", own)).toContain("An `S` becomes a `float` only by a cast");
  });
});
