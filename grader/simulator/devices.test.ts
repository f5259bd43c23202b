import { describe, expect, it } from "vitest";
import { devices, h100, h200, sharedCost, globalCost, FULL_MASK } from "./index.ts";

describe("devices", () => {
  it.each(Object.entries(devices))("%s carries its own id and the sources of its figures", (id, device) => {
    expect(device.id).toBe(id);
    expect(device.sources.length).toBeGreaterThan(0);
    expect(device.sharedBytesPerBlock).toBeLessThan(device.l1KiBPerSm * 1024);
  });

  it.each(Object.values(devices))("the $name reaches less bandwidth than its pins carry", ({ dramGBps, achievedGBps = 0 }) => {
    expect(achievedGBps).toBeLessThan(dramGBps);
  });

  it("H100 and H200 count alike: the same SM beside faster memory", () => {
    const addresses = Array.from({ length: 32 }, (_, lane) => lane * 1028);
    const common = { op: "load", bytesPerLane: 4, activeMask: FULL_MASK, addresses } as const;
    expect(globalCost({ space: "global", ...common }, h200)).toEqual(globalCost({ space: "global", ...common }, h100));
    expect(sharedCost({ space: "shared", ...common }, h200)).toEqual(sharedCost({ space: "shared", ...common }, h100));
  });
});
