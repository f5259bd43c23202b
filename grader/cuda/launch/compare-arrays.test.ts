import { describe, expect, it, test } from "vitest";
import { h200 } from "#simulator";
import { arrayCsv, arrayJson, elementTexts } from "./array-text.ts";
import { compareArrays, type ArrayComparison } from "./compare-arrays.ts";
import { formulaArray } from "./formula-array.ts";
import { launchSchema, parseLaunch, type KernelLaunch } from "./launch.ts";
import { compileLaunched } from "./launched-kernel.ts";
import { runLaunch, type LaunchResult } from "./run-launch.ts";

const text = `#define SIDE 4
__constant__ float factor[1];
__global__ void transpose(float* out, const float* in, int side) {
  int x = threadIdx.x % side, y = threadIdx.x / side;
  out[x * side + y] = in[y * side + x] * factor[0];
}
__global__ void points(float2* out, const int* in) { out[threadIdx.x] = make_float2(in[threadIdx.x], 0.5f); }`;

const transpose = parseLaunch({
  kernel: "transpose",
  grid: [1, 1, 1],
  block: [16, 1, 1],
  arguments: [
    { array: "out", type: "float", length: 16 },
    { array: "in", type: "float", length: 16, fill: "index" },
    { value: 4, type: "int" },
  ],
  symbols: { factor: { constant: 3 } },
});
const points = launchSchema.parse({
  kernel: "points",
  grid: [1, 1, 1],
  block: [4, 1, 1],
  arguments: [
    { array: "out", type: "float2", length: 4 },
    { array: "in", type: "int", length: 4, fill: "index" },
  ],
});

const ran = (launch: KernelLaunch): LaunchResult => runLaunch(compileLaunched(text, launch.kernel), launch, { device: h200 });
const withFormula = (formula: string, launch = transpose): ArrayComparison => {
  const { arrays, memory } = ran(launch);
  const [out] = arrays;
  return compareArrays(out!, memory, formulaArray(text, launch, out!, formula, { device: h200, memoryBytes: 2 ** 20 }), 0);
};
const withNumbers = (numbers: readonly number[], tolerance = 0, launch = transpose): ArrayComparison => {
  const { arrays, memory } = ran(launch);
  return compareArrays(arrays[0]!, memory, { kind: "numbers", numbers }, tolerance);
};

/** Matches an error of the catalogue. */
function refusal(code: string, message: string): unknown {
  return expect.objectContaining({ code, message: expect.stringContaining(message) as string });
}

describe("an array compared with a formula", () => {
  it.each([
    ["what the kernel computes", "3 * in[i % side * side + i / side]"],
    ["macros, functions and constants of the text", "fmaf(factor[0], in[i % SIDE * SIDE + i / SIDE], 0.0f)"],
  ])("equals %s", (_, formula) => {
    expect(withFormula(formula)).toEqual({ elements: 16, differing: 0, first: [] });
  });

  it("names the first elements that differ", () => {
    const { differing, first } = withFormula("3 * in[i]");
    // The diagonal does not move.
    expect(differing).toBe(12);
    expect(first).toHaveLength(10);
    expect(first[0]).toEqual({ element: 1, path: "", found: "12", expected: "3" });
  });

  it.each([
    ["3 * im[i]", "im"],
    ["in[i + 1]", "after the end of `in`"],
    ["3 *", "The formula cannot be used"],
  ])("`%s` is refused", (formula, message) => {
    expect(() => withFormula(formula)).toThrow(refusal("unusable-formula", message));
  });
});

describe("an array compared with numbers", () => {
  const right = Array.from({ length: 16 }, (_, i) => 3 * ((i % 4) * 4 + Math.floor(i / 4)));

  it("is equal where all are, within the tolerance", () => {
    expect(withNumbers(right).differing).toBe(0);
    expect(withNumbers(right.with(15, 45.001)).differing).toBe(1);
    expect(withNumbers(right.with(15, 45.001), 1e-3).differing).toBe(0);
    expect(withNumbers(right.with(15, NaN), 1e-3).differing).toBe(1);
  });

  it("counts elements, and names the number of a vector", () => {
    const numbers = [0, 0.5, 1, 0.5, 2, 0.25, 4, 0.25];
    expect(withNumbers(numbers, 0, points)).toEqual({
      elements: 4,
      differing: 2,
      first: [
        { element: 2, path: ".y", found: "0.5", expected: "0.25" },
        { element: 3, path: ".x", found: "3", expected: "4" },
        { element: 3, path: ".y", found: "0.5", expected: "0.25" },
      ],
    });
  });

  it("has as many", () => {
    expect(() => withNumbers([1, 2])).toThrow(refusal("expected-count", "`out` has 16 numbers; 2 expected numbers are given."));
    const { arrays, memory } = ran(points);
    const other = { kind: "array", array: arrays[1]!, memory } as const;
    expect(() => compareArrays(arrays[0]!, memory, other, 0)).toThrow(refusal("expected-length", "cannot be compared"));
  });
});

test("expected numbers are rounded to the array's type before they are compared", () => {
  const launch = parseLaunch({
    kernel: "tenth",
    grid: [1, 1, 1],
    block: [1, 1, 1],
    arguments: [{ array: "out", type: "float", length: 1 }],
  });
  const result = runLaunch(compileLaunched("__global__ void tenth(float* out) { out[0] = 0.1f; }", "tenth"), launch, { device: h200 });
  expect(compareArrays(result.arrays[0]!, result.memory, { kind: "numbers", numbers: [0.1] }, 0).differing).toBe(0);
});

test("arrays are written element by element", () => {
  const { arrays, memory } = ran(points);
  expect(elementTexts(arrays[0]!, memory, 2, 10)).toEqual(["{2, 0.5}", "{3, 0.5}"]);
  expect(elementTexts(arrays[1]!, memory, 1, 2)).toEqual(["1", "2"]);
  expect(elementTexts(arrays[1]!, memory, 9, 2)).toEqual([]);
  expect(arrayCsv(arrays[0]!, memory)).toBe("index,x,y\n0,0,0.5\n1,1,0.5\n2,2,0.5\n3,3,0.5\n");
  expect(JSON.parse(arrayJson(arrays[1]!, memory))).toEqual([0, 1, 2, 3]);
});
