import { expect, test } from "vitest";
import { parseSketch } from "#judge/parse-sketch.ts";
import type { FreeKernel, SketchArray, SketchStep } from "#judge/sketch.ts";
import { dim3 } from "#simulator";
import { exportsFunction, kernelProblems, withFunction } from "./kernel-problems.ts";

const floats: SketchArray = { name: "input", space: "global", bytesPerElement: 4, length: 64, contents: "source" };
const tile: SketchArray = { name: "tile", space: "shared", bytesPerElement: 4, length: 64, contents: "empty" };
const read: SketchStep = { kind: "load", name: "read", array: "input" };

function kernelOf(change: Partial<FreeKernel>): FreeKernel {
  return {
    kind: "free",
    device: "h100",
    launch: { gridDim: dim3(2), blockDim: dim3(32) },
    size: {},
    arrays: [floats, tile],
    steps: [read],
    ...change,
  };
}

function problemsOf(change: Partial<FreeKernel>): Record<string, string> {
  return Object.fromEntries(kernelProblems({ language: "typescript", source: "", kernel: kernelOf(change) }));
}

function isParsed(value: unknown): boolean {
  try {
    parseSketch(value);
    return true;
  } catch {
    return false;
  }
}

test("what a link could not carry is a problem of the kernel", () => {
  const barrier: SketchStep = { kind: "barrier" };
  const sketchWith = (change: Partial<FreeKernel>): unknown => ({
    schema: "coalesce/sketch/v1",
    title: "",
    program: { language: "typescript", source: "", kernel: { ...kernelOf(change) } },
  });
  for (const [length, isCarried] of [
    [40, true],
    [41, false],
  ] as const) {
    const change = { arrays: [{ ...floats, name: "a".repeat(length) }], steps: [] };
    expect([Object.keys(problemsOf(change)).length === 0, isParsed(sketchWith(change))]).toEqual([isCarried, isCarried]);
  }
  for (const [length, isCarried] of [
    [64, true],
    [65, false],
  ] as const) {
    const change = { steps: Array<SketchStep>(length).fill(barrier) };
    expect([Object.keys(problemsOf(change)).length === 0, isParsed(sketchWith(change))]).toEqual([isCarried, isCarried]);
  }
});

test("a kernel that can run has no problems", () => expect(problemsOf({})).toEqual({}));

test.each<[field: string, message: string, change: Partial<FreeKernel>]>([
  ["blockDim", "at most 1,024 threads; this one has 2,048", { launch: { gridDim: dim3(1), blockDim: dim3(64, 32) } }],
  ["arrays.0.name", "needs a name", { arrays: [{ ...floats, name: "" }], steps: [] }],
  ["arrays.1.name", "Two arrays are called input", { arrays: [floats, { ...tile, name: "input" }] }],
  ["steps.0.name", "name of the function", { steps: [{ ...read, name: "2nd" } as SketchStep] }],
  ["arrays.0.name", "at most 40 characters; this one has 41", { arrays: [{ ...floats, name: "a".repeat(41) }], steps: [] }],
  ["steps.0.name", "at most 40 characters; this one has 41", { steps: [{ ...read, name: "a".repeat(41) } as SketchStep] }],
  ["size.0.name", "at most 40 characters; this one has 41", { size: { ["n".repeat(41)]: 1 } }],
  ["size.0.name", "needs a name", { size: { "2nd": 1 } }],
  ["size.0.value", "at most 4,096 numbers; this one has 4,097", { size: { table: Array<number>(4097).fill(0) } }],
  ["size", "at most 64 constants; this one has 65", { size: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`n${i}`, i])) }],
  [
    "arrays",
    "at most 16 arrays; this one has 17",
    { arrays: Array.from({ length: 17 }, (_, i) => ({ ...floats, name: `a${i}` })), steps: [] },
  ],
  [
    "steps",
    "at most 64 steps, with those in loops; this one has 65",
    { steps: [{ kind: "repeat", times: 2, steps: Array<SketchStep>(64).fill(read) }] },
  ],
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
