import { describe, expect, it } from "vitest";
import { SECTOR_BYTES } from "../index.ts";
import { kernelCounters, kernelTimings } from "./kernel-timings.ts";

const launchOf = ({ name, param, usefulBytes }: { name: string; param: number; usefulBytes: number }) => ({ name, param, usefulBytes });

describe("measurements of whole kernels", () => {
  const timings = kernelTimings();

  it("states a bandwidth that follows from bytes and time", () => {
    for (const { name, param, usefulBytes, microseconds, usefulGBps } of timings) {
      const computed = usefulBytes / microseconds / 1e3;
      expect(Math.abs(computed - usefulGBps), `${name} ${param}`).toBeLessThanOrEqual(computed * 0.005);
    }
  });

  it.each(["h100", "h200"] as const)("counts the same launches in the same order on the %s", (device) => {
    const counted = kernelCounters(device).map(launchOf);
    const names = new Set(counted.map(({ name }) => name));
    expect(counted).toEqual(timings.filter(({ name }) => names.has(name)).map(launchOf));
    expect(counted.length).toBeGreaterThan(100);
  });

  it("reads as many sectors whatever the cache hint of the load", () => {
    const sectors = (name: string, stride: number) =>
      kernelCounters("h100").find((launch) => launch.name === name && launch.param === stride)!.counters[
        "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
      ];
    for (const stride of [1, 2, 8]) {
      expect(sectors("hint_ldg", stride)).toBe(sectors("hint_plain", stride));
      expect(sectors("hint_ldcg", stride)).toBe(sectors("hint_plain", stride));
    }
  });

  it("reads 4 sectors a request at stride 1 and 32 at stride 8", () => {
    const sectorsPerRequest = (stride: number) => {
      const { counters } = kernelCounters("h100").find(({ name, param }) => name === "copy_stride" && param === stride)!;
      return counters["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"] / counters["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"];
    };
    expect(sectorsPerRequest(1)).toBe(128 / SECTOR_BYTES);
    expect(sectorsPerRequest(8)).toBe(32);
  });
});
