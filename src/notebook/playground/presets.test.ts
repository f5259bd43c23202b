import { afterAll, expect, test } from "vitest";
import { parseSketch } from "#judge/parse-sketch.ts";
import type { FreeKernel, SketchArray, SketchStep } from "#judge/sketch.ts";
import { childProcess } from "#sandbox/host/node-transport.ts";
import { Sandbox } from "#sandbox/host/sandbox.ts";
import { otherThreadReadings } from "#testing/thread-readings.ts";
import { kernelProblems, whatIsMissing } from "./kernel-problems.ts";
import { emptySketch, presets } from "./presets.ts";

const sandbox = new Sandbox(childProcess);
afterAll(() => sandbox.close());

test.each([emptySketch, ...presets].map((preset) => [preset.title, preset] as const))(
  "%s runs without a violation, and can be shared",
  async (_, preset) => {
    expect(await sandbox.sketch(preset)).toMatchObject({ status: "ran", violations: [] });
    expect(kernelProblems(preset.program)).toEqual(new Map());
    expect(otherThreadReadings(preset.program.source)).toEqual([]);
    expect(parseSketch(JSON.parse(JSON.stringify(preset)))).toEqual(preset);
  },
);

test("a kernel with nothing in it says what to add, until it accesses memory", () => {
  const { program } = emptySketch;
  const kernel = program.kernel as FreeKernel;
  const arrays: SketchArray[] = [{ name: "data", space: "global", bytesPerElement: 4, length: 32, contents: "source" }];
  const read: SketchStep = { kind: "load", name: "read", array: "data" };
  expect(whatIsMissing(program)).toContain("Add an array");
  expect(whatIsMissing({ ...program, kernel: { ...kernel, arrays } })).toContain("add a load");
  expect(whatIsMissing({ ...program, kernel: { ...kernel, arrays, steps: [{ kind: "barrier" }] } })).toContain("add a load");
  expect(
    whatIsMissing({ ...program, kernel: { ...kernel, arrays, steps: [{ kind: "repeat", times: 2, steps: [read] }] } }),
  ).toBeUndefined();
});
