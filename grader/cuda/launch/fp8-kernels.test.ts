import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { runHost } from "../host/run-host.ts";
import { E4M3, E5M2, e4m3FromBits, e5m2FromBits, fp8ToBits } from "../numbers/fp8.ts";
import { roundHalf } from "../numbers/half.ts";
import { profileLaunch } from "../profile/profile.ts";
import { elementTexts } from "./array-text.ts";
import { arrayValues } from "./array-values.ts";
import { compareArrays } from "./compare-arrays.ts";
import { guessLaunch } from "./guess-launch.ts";
import { compileLaunched } from "./launched-kernel.ts";
import { parseLaunch } from "./launch.ts";
import { checkedTensorMap } from "./place-arguments.ts";
import { runLaunch } from "./run-launch.ts";
import { parametersOf } from "./signature.ts";

const TEXT = readFileSync(new URL("../../testing/cuda/fp8/kernels.cu", import.meta.url), "utf8");

/** What a launch leaves in its arrays, each number by its array's name, and the counts of its accesses to global memory. */
function launched(given: object) {
  const launch = parseLaunch(given);
  const { arrays, memory } = runLaunch(compileLaunched(TEXT, launch.kernel), launch, { device: h200 });
  const numbers = Object.fromEntries(
    arrays.map((array) => {
      const components = arrayValues(array, memory);
      return [array.name, Array.from({ length: array.length }, (_, i) => components.map(({ values }) => Number(values[i]))).flat()];
    }),
  );
  const { accesses } = profileLaunch(TEXT, launch, h200).profile;
  const counts = accesses.flatMap((access) =>
    access.space === "global" ? [`${access.op} ${access.bytesPerLane} bytes: ${access.requests} requests, ${access.sectors} sectors`] : [],
  );
  return { numbers, counts, arrays, memory };
}

describe("numbers of eight bits", () => {
  it("are quantized row by row, four in a word", () => {
    const { numbers, counts, arrays, memory } = launched({
      kernel: "quantize_rows",
      grid: [4, 1, 1],
      block: [64, 1, 1],
      arguments: [
        { array: "x", type: "float4", length: 4 * 64, fill: { random: { seed: 3, from: -900, to: 1100 } } },
        { array: "q", type: "__nv_fp8x4_e4m3", length: 4 * 64 },
        { array: "scales", type: "float", length: 4 },
        { value: 64, type: "int" },
      ],
    });
    const { x, q, scales } = numbers;
    const wanted = [0, 1, 2, 3].map((row) => {
      const values = x!.slice(row * 256, row * 256 + 256);
      const most = Math.max(...values.map(Math.abs));
      const inverse = Math.fround(448 / most);
      return { scale: Math.fround(most / 448), q: values.map((v) => e4m3FromBits(fp8ToBits(Math.fround(v * inverse), E4M3, true))) };
    });
    expect(q).toEqual(wanted.flatMap((row) => row.q));
    expect(scales).toEqual(wanted.map(({ scale }) => scale));
    // A lane loads 16 bytes and stores four, a warp 512 and 128.
    expect(counts).toEqual([
      "load 16 bytes: 8 requests, 128 sectors",
      "store 4 bytes: 4 requests, 4 sectors",
      "load 16 bytes: 8 requests, 128 sectors",
      "store 4 bytes: 8 requests, 32 sectors",
    ]);
    expect(elementTexts(arrays[1]!, memory, 0, 1)).toEqual([`{${q!.slice(0, 4).join(", ")}}`]);
    expect(compareArrays(arrays[1]!, memory, { kind: "numbers", numbers: wanted.flatMap((row) => row.q) }, 0).differing).toBe(0);
  });

  it.each([
    ["__nv_fp8_e4m3, __NV_E4M3", "__nv_fp8_e4m3", e4m3FromBits],
    ["__nv_fp8_e5m2, __NV_E5M2", "__nv_fp8_e5m2", e5m2FromBits],
  ] as const)("are read 16 at once: dequantize_cache<%s>", (given, type, fromBits) => {
    const vectors = 64;
    const { numbers, counts } = launched({
      kernel: `dequantize_cache<${given}>`,
      grid: [2, 1, 1],
      block: [32, 1, 1],
      arguments: [
        { array: "cache", type, length: vectors * 16, fill: { random: { seed: 5, from: -500, to: 500 } } },
        { array: "out", type: "half", length: vectors * 16 },
        { array: "scale", type: "float", length: 1, fill: { constant: 0.03 } },
        { value: vectors, type: "int" },
      ],
    });
    const { cache, out } = numbers;
    expect(new Set(cache).size).toBeGreaterThan(40);
    expect(cache!.every((value) => fromBits(fp8ToBits(value, type === "__nv_fp8_e4m3" ? E4M3 : E5M2, true)) === value)).toBe(true);
    expect(out).toEqual(cache!.map((value) => roundHalf(value * roundHalf(Math.fround(0.03)))));
    expect(counts[0]).toBe("load 16 bytes: 2 requests, 32 sectors");
    expect(counts.slice(-2)).toEqual(["store 16 bytes: 2 requests, 64 sectors", "store 16 bytes: 2 requests, 64 sectors"]);
  });

  it.each([
    ["__nv_fp8_e5m2", E5M2, e5m2FromBits],
    ["__nv_fp8_e4m3", E4M3, e4m3FromBits],
  ] as const)("are gradients, of which some overflow: cast_gradients<%s>", (type, format, fromBits) => {
    const { numbers, counts } = launched({
      kernel: `cast_gradients<${type}>`,
      grid: [2, 1, 1],
      block: [64, 1, 1],
      arguments: [
        { array: "grads", type: "__nv_bfloat162", length: 256, fill: { random: { seed: 7, from: -4000, to: 4000 } } },
        { array: "out", type, length: 512 },
        { array: "overflows", type: "unsigned", length: 1, fill: { constant: 0 } },
        { value: 16, type: "float" },
        { value: 256, type: "int" },
      ],
    });
    const { grads, out, overflows } = numbers;
    const codes = (saturates: boolean) => grads!.map((g) => fp8ToBits(g * 16, format, saturates));
    expect(out).toEqual(codes(true).map(fromBits));
    const [clipped, exact] = [codes(true), codes(false)];
    const pairs = Array.from({ length: 256 }, (_, i) => [2 * i, 2 * i + 1].some((k) => clipped[k] !== exact[k]));
    expect(overflows).toEqual([pairs.filter(Boolean).length]);
    expect(overflows![0]).toBeGreaterThan(0);
    // Two bytes of each lane: two sectors of a warp.
    expect(counts).toContain("store 2 bytes: 8 requests, 16 sectors");
  });

  it("are multiplied, and a byte each in shared and global memory", () => {
    const n = 32;
    const { numbers, counts } = launched({
      kernel: "scaled_matmul",
      grid: [2, 2, 1],
      block: [16, 16, 1],
      arguments: [
        { array: "a", type: "__nv_fp8_e4m3", length: n * n, fill: { random: { seed: 1, from: -20, to: 20 } } },
        { array: "b", type: "__nv_fp8_e4m3", length: n * n, fill: { random: { seed: 2, from: -20, to: 20 } } },
        { array: "c", type: "__nv_fp8_e4m3", length: n * n },
        { value: 0.125, type: "float" },
        { value: 0.5, type: "__nv_fp8_e5m2" },
        { value: n, type: "int" },
      ],
    });
    const { a, b, c } = numbers;
    const product = (i: number) =>
      Array.from({ length: n }, (_, k) => a![Math.floor(i / n) * n + k]! * b![k * n + (i % n)]!).reduce((x, y) => x + y);
    expect(c).toEqual(Array.from({ length: n * n }, (_, i) => e4m3FromBits(fp8ToBits(product(i) / 16, E4M3, true))));
    // A warp has two rows of 16 bytes: a sector each.
    expect(counts).toEqual([
      "load 1 bytes: 64 requests, 128 sectors",
      "load 1 bytes: 64 requests, 128 sectors",
      "store 1 bytes: 32 requests, 64 sectors",
    ]);
  });

  it("are parameters and arrays of a launch that is guessed", () => {
    const text = `struct Scales { __nv_fp8_e5m2 zero; float scale; };
      __constant__ __nv_fp8_e4m3 table[8];
      __global__ void k(const __nv_fp8_e4m3 *in, __nv_fp8x2_e5m2 *out, __nv_fp8_e4m3 one, Scales s) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        out[i] = __nv_fp8x2_e5m2(make_float2(float(in[i]) * float(one) + float(s.zero), float(table[i % 8]) * s.scale));
      }`;
    const { parameters, symbols } = parametersOf(text, "k");
    expect(parameters?.map((parameter) => [parameter.kind, parameter.type, "isInteger" in parameter && parameter.isInteger])).toEqual([
      ["array", "__nv_fp8_e4m3", false],
      ["array", "__nv_fp8x2_e5m2", false],
      ["value", "__nv_fp8_e4m3", false],
      ["struct", "Scales", false],
    ]);
    const guessed = guessLaunch(text, { kernels: [{ name: "k", templateParameters: [] }], kernel: "k", parameters, symbols }, undefined);
    const launch = parseLaunch({ ...guessed, grid: [1, 1, 1], block: [32, 1, 1], symbols: [{ symbol: "table", fill: "index" }] });
    const { arrays, memory } = runLaunch(compileLaunched(text, "k"), launch, { device: h200 });
    const first = arrayValues(arrays[0]!, memory)[0]!.values.map(Number);
    const sum = (i: number) => e5m2FromBits(fp8ToBits(first[i]! + 1, E5M2, true));
    expect(elementTexts(arrays[1]!, memory, 0, 12)).toEqual(Array.from({ length: 12 }, (_, i) => `{${sum(i)}, ${i % 8}}`));
  });

  it("are bytes to a tensor map", () => {
    const array = { array: "in", type: "__nv_fp8_e4m3", length: 64 * 128 };
    const map = { sizes: [128, 64], box: [128, 8], swizzle: "128B" as const };
    expect(checkedTensorMap(array, map)).toEqual(checkedTensorMap({ ...array, type: "unsigned char" }, map));
  });

  it("are quantized, multiplied and checked by a main", () => {
    expect(runHost(TEXT, { device: h200 }).printed).toEqual(["largest error 0.176428, 0 wrong products, c[1] = 26.000000"]);
  });
});
