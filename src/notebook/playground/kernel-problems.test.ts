import { expect, test } from "vitest";
import type { FreeKernel, SketchArray, SketchStep } from "#judge/sketch.ts";
import { dim3 } from "#simulator";
import { exportsFunction, kernelProblems, withFunction } from "./kernel-problems.ts";

const floats: SketchArray = { name: "input", space: "global", bytesPerElement: 4, length: 64, contents: "source" };
const tile: SketchArray = { name: "tile", space: "shared", bytesPerElement: 4, length: 64, contents: "empty" };
const read: SketchStep = { kind: "load", name: "read", array: "input" };

function problemsOf(change: Partial<FreeKernel>): Record<string, string> {
  const kernel: FreeKernel = {
    ...{ kind: "free", device: "h100", launch: { gridDim: dim3(2), blockDim: dim3(32) }, size: {} },
    ...{ arrays: [floats, tile], steps: [read] },
    ...change,
  };
  return Object.fromEntries(kernelProblems({ language: "typescript", source: "", kernel }));
}

test("a kernel that can run has no problems", () => expect(problemsOf({})).toEqual({}));

test.each<[field: string, message: string, change: Partial<FreeKernel>]>([
  ["blockDim", "at most 1,024 threads; this one has 2,048", { launch: { gridDim: dim3(1), blockDim: dim3(64, 32) } }],
  ["arrays.0.name", "needs a name", { arrays: [{ ...floats, name: "" }], steps: [] }],
  ["arrays.1.name", "Two arrays are called input", { arrays: [floats, { ...tile, name: "input" }] }],
  ["steps.0.name", "name of the function", { steps: [{ ...read, name: "2nd" } as SketchStep] }],
  ["steps.0.array", "Choose an array", { steps: [{ ...read, array: "gone" } as SketchStep] }],
  ["steps.0.elementsPerLane", "32 bytes; here it moves at most 16", { steps: [{ ...read, elementsPerLane: 8 } as SketchStep] }],
  ["steps.0.elementsPerLane", "12 bytes", { steps: [{ ...read, elementsPerLane: 3 } as SketchStep] }],
  [
    "steps.1.steps.0.array",
    "Choose an array",
    { steps: [read, { kind: "repeat", times: 2, steps: [{ ...read, array: "" } as SketchStep] }] },
  ],
])("%s: %s", (field, message, change) => expect(problemsOf(change)[field]).toContain(message));

test("a Blackwell device moves 32 bytes per lane, but not to shared memory", () => {
  const wide = (array: string): SketchStep[] => [{ kind: "load", name: "read", array, elementsPerLane: 8 }];
  expect(problemsOf({ device: "b200", steps: wide("input") })).toEqual({});
  expect(problemsOf({ device: "b200", steps: wide("tile") })).toHaveProperty(["steps.0.elementsPerLane"]);
});

test("a function that a step names is found, or added", () => {
  const source = "export const read = () => 0;";
  expect([exportsFunction(source, "read"), exportsFunction(source, "rea"), exportsFunction(source, "write")]).toEqual([true, false, false]);
  expect(exportsFunction(withFunction(source, "write"), "write")).toBe(true);
  expect(withFunction(source, "write")).toContain(source);
});
