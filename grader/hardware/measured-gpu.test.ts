import { describe, expect, test } from "vitest";
import { fileNameOf, measuredGpuOf, parseMeasuredGpu, type MeasuredGpu } from "./measured-gpu.ts";

const machine = {
  smi: [
    "name, driver_version, clocks.current.sm [MHz], clocks.current.memory [MHz], clocks.max.sm [MHz], clocks.max.memory [MHz]",
    "NVIDIA H200, 580.95.05, 345 MHz, 3201 MHz, 1980 MHz, 3201 MHz",
  ],
  date: "2026-11-23",
};
const kernels = { "copy-float4": { us: 6.464, "dram__bytes_read.sum": 4_197_120, launch__occupancy: null } };

const gpu: MeasuredGpu = {
  schema: "coalesce/hardware/v1",
  gpu: "NVIDIA H200",
  driver: "580.95.05",
  smMHz: 1980,
  memoryMHz: 3201,
  date: "2026-11-23",
  kernels: { "copy-float4": { microseconds: 6.464, counters: { "dram__bytes_read.sum": 4_197_120 } } },
};

describe("measurements of a GPU", () => {
  test("are made from what the probes write; counters that the profiler did not give are left out", () => {
    expect(measuredGpuOf(kernels, machine)).toEqual(gpu);
  });

  test("are read as they are written", () => {
    expect(parseMeasuredGpu(JSON.parse(JSON.stringify(gpu)))).toEqual(gpu);
  });

  test.each<[string, object, RegExp]>([
    ["another schema", { schema: "coalesce/profile/v1" }, /at `schema`/],
    ["no kernel", { kernels: {} }, /at `kernels`: no kernel was measured/],
    ["a time below 0", { kernels: { a: { microseconds: -1, counters: {} } } }, /at `kernels.a.microseconds`/],
    ["a name that leads elsewhere", { kernels: { "../a": { microseconds: 1, counters: {} } } }, /at `kernels/],
    ["no day", { date: "yesterday" }, /at `date`/],
  ])("with %s are refused, with the place", (_, change, message) => {
    expect(() => parseMeasuredGpu({ ...gpu, ...change })).toThrow(message);
  });

  test.each([
    ["NVIDIA GeForce RTX 4070", "nvidia-geforce-rtx-4070-2026-11-23.json"],
    ["../../etc", "etc-2026-11-23.json"],
    ["…", "gpu-2026-11-23.json"],
  ])("of “%s” have a file of their own", (name, file) => {
    expect(fileNameOf({ ...gpu, gpu: name })).toBe(file);
  });
});
