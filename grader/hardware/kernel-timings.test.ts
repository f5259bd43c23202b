import { describe, expect, it } from "vitest";
import { FULL_MASK, SECTOR_BYTES, WARP_SIZE, devices, globalCost, h200 } from "#simulator";
import { kernelCounters, kernelTimings, ratioOf } from "./kernel-timings.ts";

const launchOf = ({ name, param, usefulBytes }: { name: string; param: number; usefulBytes: number }) => ({ name, param, usefulBytes });

describe("measurements of whole kernels", () => {
  const timings = kernelTimings();

  it("state a bandwidth that follows from bytes and time", () => {
    for (const { name, param, usefulBytes, microseconds, usefulGBps } of timings) {
      const computed = usefulBytes / microseconds / 1e3;
      expect(Math.abs(computed - usefulGBps), `${name} ${param}`).toBeLessThanOrEqual(computed * 0.005);
    }
  });

  const copyGBps: Readonly<Record<string, number | undefined>> = Object.fromEntries(
    (["h100", "h200"] as const).map((id) => [id, kernelTimings(id).find(({ name }) => name === "copy_float4")?.usefulGBps]),
  );

  it.each(Object.values(devices))("the $name reaches the bandwidth of its timed copy, below that of its pins", (device) => {
    expect(device.achievedGBps).toBe(copyGBps[device.id]);
    expect(device.dramGBps).toBeGreaterThan(device.achievedGBps ?? 0);
  });

  it.each([
    ["h100", 150],
    ["h200", 1200],
  ] as const)("cover the same launches in the same order on the %s, more than %i", (device, launches) => {
    const counted = kernelCounters(device).map(launchOf);
    const names = new Set(counted.map(({ name }) => name));
    const timed = kernelTimings(device).map(launchOf);
    expect(counted).toEqual(timed.filter(({ name }) => names.has(name)));
    // Latencies, tiles with other numbers of rows, tables of several sizes and PyTorch are only timed.
    expect(timed.map(({ name }) => name).filter((name) => !names.has(name) && !/^(chase|torch|tile|table)_/.test(name))).toEqual([]);
    expect(counted.length).toBeGreaterThan(launches);
  });

  it.each([32, 64, 128] as const)(
    "of reads far apart show DRAM bytes as the simulator counts them with a fetch granularity of %i bytes",
    (granularity) => {
      const device = { ...h200, fetchGranularityBytes: granularity };
      for (const distance of [32, 64, 128, 256]) {
        const name = `read_16_bytes_apart${granularity === h200.fetchGranularityBytes ? "" : `@${granularity}`}`;
        const launch = kernelCounters("h200").find((launch) => launch.name === name && launch.param === distance);
        const addresses = Array.from({ length: WARP_SIZE }, (_, lane) => lane * distance);
        const { dramReadBytes, usefulBytes } = globalCost(
          { space: "global", op: "load", bytesPerLane: 16, activeMask: FULL_MASK, addresses },
          device,
        );
        const counted = (launch?.counters["dram__bytes_read.sum"] ?? NaN) / (launch?.usefulBytes ?? NaN);
        expect(counted / (dramReadBytes / usefulBytes)).toBeCloseTo(1, 2);
      }
    },
  );

  it("show the same sectors whatever the cache hint of the load", () => {
    const sectors = (name: string, stride: number) =>
      kernelCounters("h100").find((launch) => launch.name === name && launch.param === stride)?.counters[
        "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
      ];
    for (const stride of [1, 2, 8]) {
      expect(sectors("hint_plain", stride)).toBeGreaterThan(0);
      expect(sectors("hint_ldg", stride)).toBe(sectors("hint_plain", stride));
      expect(sectors("hint_ldcg", stride)).toBe(sectors("hint_plain", stride));
    }
  });

  it("show 4 sectors per request at stride 1 and 32 at stride 8", () => {
    const sectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
    const requests = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum";
    const sectorsPerRequest = (stride: number) =>
      ratioOf(kernelCounters("h100"), { name: "copy_stride", param: stride }, sectors, requests);
    expect(sectorsPerRequest(1)).toBe(128 / SECTOR_BYTES);
    expect(sectorsPerRequest(8)).toBe(32);
  });
});
