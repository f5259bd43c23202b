import { afterAll, expect, test } from "vitest";
import { parseSketch } from "#judge/parse-sketch.ts";
import { childProcess } from "#sandbox/host/node-transport.ts";
import { Sandbox } from "#sandbox/host/sandbox.ts";
import { kernelProblems } from "./kernel-problems.ts";
import { presets } from "./presets.ts";

const sandbox = new Sandbox(childProcess);
afterAll(() => sandbox.close());

test.each(presets.map((preset) => [preset.title, preset] as const))("%s runs without a violation, and can be shared", async (_, preset) => {
  expect(await sandbox.sketch(preset)).toMatchObject({ status: "ran", violations: [] });
  expect(kernelProblems(preset.program)).toEqual(new Map());
  expect(parseSketch(JSON.parse(JSON.stringify(preset)))).toEqual(preset);
});
