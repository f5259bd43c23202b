import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { h200 } from "#simulator";
import { compileProgram } from "../compile.ts";
import { runHost } from "../host/run-host.ts";
import { parseLaunch } from "../launch/launch.ts";
import { runLaunch } from "../launch/run-launch.ts";
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
