import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { h100 } from "#simulator";
import { parseLaunch } from "../launch/launch.ts";
import { reportLaunch } from "./launch-report.ts";

const probes = new URL("../../hardware/", import.meta.url);
const text = readFileSync(new URL("probes/memory-system/functions.cu", probes), "utf8");
const [, ...rows] = readFileSync(new URL("data/functions-h100.csv", probes), "utf8").trim().split("\n");
const PASSES = 1024;
const GPU_WARPS = 132 * 8 * 8;

const TYPES = [
  { type: "float", none: "None", arguments: [0.001, 0.6] },
  { type: "int", none: "NoneInt", arguments: [3, 11] },
  { type: "long long", none: "NoneWide", arguments: [3, 11] },
  { type: "double", none: "NoneDouble", arguments: [0.001, 0.6] },
];

/** Per pass and warp, as the GPU executed them. */
const measured = new Map(
  rows
    .map((row) => row.split(","))
    .filter(([name]) => !name!.startsWith("start_blocks"))
    .map(([name, , , , instructions]) => [name!, Number(instructions) / GPU_WARPS / PASSES]),
);

/** Per pass, of one warp, by estimate. */
function estimated(operation: string, type: string, values: readonly number[]): number {
  const launch = parseLaunch({
    kernel: `again<${operation}, ${type}>`,
    grid: [1, 1, 1],
    block: [32, 1, 1],
    sharedBytes: 0,
    arguments: [{ array: "out", type, length: 1 }, ...values.map((value) => ({ value, type }))],
  });
  return reportLaunch(text, launch, h100).report.costs!.work.instructions / PASSES;
}

/** The operations of a type in the probe: those from its line without any up to the next type's. */
function operationsOf(none: string): string[] {
  const names = [...measured.keys()];
  const others = TYPES.map((type) => type.none);
  const from = names.indexOf(none);
  const to = names.findIndex((name, at) => at > from && others.includes(name));
  return names.slice(from, to < 0 ? names.length : to);
}

describe("instructions by estimate", () => {
  for (const { type, none, arguments: values } of TYPES) {
    test.each(operationsOf(none))(`of ${type}: %s`, (operation) => {
      const ratio = estimated(operation, type, values) / measured.get(operation)!;
      expect(ratio).toBeGreaterThan(0.6);
      expect(ratio).toBeLessThan(1.5);
    });
  }
});
