import { expect, test } from "vitest";
import { speedsOfLight, walksAtSpeedOfLight } from "./speed-of-light.ts";

test("the profiler's sections are read, one per kernel", () => {
  expect(walksAtSpeedOfLight.map(({ kernel }) => kernel)).toEqual([32, 8, 4, 2, 1].map((lanes) => `saxpy_vectors<${lanes}>`));
  expect(walksAtSpeedOfLight[0]).toEqual({
    kernel: "saxpy_vectors<32>",
    memory: 0.8342,
    dram: 0.8342,
    l2: 0.9085,
    l1: 23.15 / 100,
    compute: 0.0683,
  });
  expect(walksAtSpeedOfLight.every(({ memory, dram }) => memory >= dram)).toBe(true);
});

test("a section without a number is an error", () => {
  expect(() => speedsOfLight("  void f<1>(int) (1)\n    Memory Throughput %  1.00\n")).toThrow("has no");
});
