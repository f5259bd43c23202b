import { expect, test } from "vitest";
import { h200 } from "#simulator";
import { resultDifference, type LaunchResults, type ResultDifference } from "./compare-results.ts";
import { parseLaunch } from "./launch.ts";
import { compileLaunched } from "./launched-kernel.ts";
import { runLaunch } from "./run-launch.ts";

/** What eight threads leave in an array, each by one statement. */
function left(statement: string, { type = "float", name = "out", length = 8 } = {}): LaunchResults {
  const text = `#include <cuda_fp16.h>
__global__ void k(${type}* ${name}, const float* in) {
  const int i = threadIdx.x;
  ${statement}
}`;
  const launch = parseLaunch({
    kernel: "k",
    grid: [1, 1, 1],
    block: [8, 1, 1],
    arguments: [
      { array: name, type, length },
      { array: "in", type: "float", length: 8, fill: "index" },
    ],
  });
  return runLaunch(compileLaunched(text, "k"), launch, { device: h200 });
}

const element = (array: string, place: number, found: string, expected: string, differing: number, elements = 8): ResultDifference => ({
  kind: "element",
  array,
  element: place,
  path: "",
  found,
  expected,
  differing,
  elements,
});

test.each<[string, LaunchResults, LaunchResults, ResultDifference | undefined]>([
  ["the same", left("out[i] = in[i];"), left("out[i] = in[i];"), undefined],
  ["one element", left("out[i] = i == 5 ? 0 : in[i];"), left("out[i] = in[i];"), element("out", 5, "0", "5", 1)],
  [
    "all but one",
    left("out[i] = in[7 - i] + (i == 3) - (i == 3);"),
    left("out[i] = in[7 - i] + (i != 3);"),
    element("out", 0, "7", "8", 7),
  ],
  ["a float within rounding", left("out[i] = in[i] * 1.000001f;"), left("out[i] = in[i];"), undefined],
  ["a float beyond it", left("out[i] = in[i] * 1.0001f;"), left("out[i] = in[i];"), element("out", 1, "1.0001", "1", 7)],
  ["a half within rounding", left("out[i] = in[i] * 1.002f;", { type: "half" }), left("out[i] = in[i];", { type: "half" }), undefined],
  [
    "an integer is exact",
    left("out[i] = 16777217;", { type: "int" }),
    left("out[i] = 16777216;", { type: "int" }),
    element("out", 0, "16777217", "16777216", 8),
  ],
  ["another name", left("dst[i] = in[i];", { name: "dst" }), left("out[i] = in[i];"), undefined],
  ["another name and other values", left("dst[i] = 0;", { name: "dst" }), left("out[i] = in[i];"), element("out", 1, "0", "1", 7)],
  [
    "the same bytes by another type",
    left("if (i < 2) out[i] = ((const float4*)in)[i];", { type: "float4", length: 2 }),
    left("out[i] = in[i];"),
    undefined,
  ],
  [
    "an array of another size",
    left("if (i < 4) out[i] = in[i];", { length: 4 }),
    left("out[i] = in[i];"),
    { kind: "size", array: "out", found: 16, expected: 32 },
  ],
])("results compared: %s", (_, found, expected, difference) => expect(resultDifference(found, expected)).toEqual(difference));

test("an array that isn't there", () => {
  const expected = left("out[i] = in[i];");
  const found = { ...expected, arrays: expected.arrays.slice(1) };
  expect(resultDifference(found, expected)).toEqual({ kind: "size", array: "out", found: undefined, expected: 32 });
});

test("of a vector, the number that differs is named", () => {
  const pairs = { type: "float2" };
  expect(resultDifference(left("out[i] = {1, 3};", pairs), left("out[i] = {1, 2};", pairs))).toMatchObject({ path: ".y", found: "3" });
});
