import { expect, test } from "vitest";
import {
  dramGBps,
  dramReadRatio,
  kernelCounter,
  kernelTime,
  loadHitRate,
  loadLatency,
  profiledEfficiency,
  sectorsPerRequest,
  usefulGBps,
} from "./measurements.ts";

test("what was not measured cannot be shown", () => {
  expect(() => kernelTime("copy_stride", 1.5)).toThrow("copy_stride with parameter 1.5 was not timed on the h100");
  expect(() => kernelCounter("copy_stride", 1.5, "loadSectors")).toThrow(
    /l1tex\S+ of copy_stride with parameter 1.5 was not counted on the h100/,
  );
});

test("a bandwidth is bytes over time: 10⁹ bytes per second are 1,000 bytes per microsecond", () => {
  const { usefulBytes, microseconds } = kernelTime("copy_stride", 1);
  // The measuring program rounds what it writes.
  expect(usefulGBps("copy_stride", 1)).toBeCloseTo(usefulBytes / microseconds / 1000, 0);
});

test.each([
  ["copy_stride", 1, "load", 4],
  ["copy_stride", 32, "load", 32],
  ["write_stride", 32, "store", 32],
] as const)("a %s of stride %i has %s requests of %i sectors", (kernel, stride, op, sectors) => {
  expect(sectorsPerRequest(kernel, stride, op)).toBeCloseTo(sectors, 2);
});

test("shares lie between 0 and 1", () => {
  expect(profiledEfficiency("copy_stride", 1, "load")).toBeCloseTo(1, 2);
  expect(profiledEfficiency("copy_stride", 32, "load")).toBeCloseTo(1 / 8, 2);
  expect(loadHitRate("aos", 33554432)).toBeCloseTo(5 / 6, 2);
});

test("DRAM reads about what a copy must read, and carries no more than its pins can", () => {
  expect(dramReadRatio("copy_stride", 1, 1 / 2)).toBeCloseTo(1, 1);
  expect(dramGBps("copy_stride", 32)).toBeGreaterThan(usefulGBps("copy_stride", 32));
  expect(dramGBps("copy_stride", 32)).toBeLessThan(3352);
});

test("the farther away its data are, the longer a load takes: tens of nanoseconds on the SM, hundreds from DRAM", () => {
  const latencies = (["shared", "L1", "L2", "DRAM"] as const).map(loadLatency);
  expect(latencies).toEqual(latencies.toSorted((a, b) => a - b));
  expect(latencies[0]).toBeLessThan(20);
  expect(latencies[3]).toBeGreaterThan(300);
});
