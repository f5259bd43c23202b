import { describe, expect, it } from "vitest";
import { FETCH_GRANULARITIES, FULL_MASK, deviceNamed, devices, globalCost, h100, h200, sharedCost, type Device } from "./index.ts";

/** CUDA C++ Programming Guide, technical specifications per compute capability: the same for every device of an architecture. */
const limits: Readonly<Record<Device["architecture"], Partial<Device>>> = {
  Ampere: { threadsPerSm: 2048, l1KiBPerSm: 192, sharedBytesPerBlock: 163 * 1024, widestAccessBytes: 16 },
  Ada: { threadsPerSm: 1536, l1KiBPerSm: 128, sharedBytesPerBlock: 99 * 1024, widestAccessBytes: 16 },
  Hopper: { threadsPerSm: 2048, l1KiBPerSm: 256, sharedBytesPerBlock: 227 * 1024, widestAccessBytes: 16 },
  Blackwell: { threadsPerSm: 2048, l1KiBPerSm: 256, sharedBytesPerBlock: 227 * 1024, widestAccessBytes: 32 },
};

describe("devices", () => {
  it.each(Object.entries(devices))("%s has its own id, the limits of its architecture, and sources", (id, device) => {
    expect(device).toMatchObject({ id, ...limits[device.architecture] });
    expect(device.sources).not.toEqual([]);
  });

  it("has the fetch granularity that is asked for behind its id", () => {
    expect(deviceNamed("h200")).toBe(h200);
    expect(deviceNamed("h200@128")).toMatchObject({ ...h200, id: "h200@128", name: expect.any(String), fetchGranularityBytes: 128 });
    expect(["h300", "h200@16", "h200@", "constructor@32"].map(deviceNamed)).toEqual([undefined, undefined, undefined, undefined]);
    const request = { space: "global", op: "load", bytesPerLane: 4, activeMask: 1, addresses: new Array<number>(32).fill(0) } as const;
    expect(FETCH_GRANULARITIES.map((bytes) => globalCost(request, deviceNamed(`h100@${bytes}`)!).dramReadBytes)).toEqual([32, 64, 128]);
  });

  it("a tag hash is assumed on Hopper only, where it was measured", () => {
    const hashed = Object.values(devices).filter(({ tagBanks }) => tagBanks.masks !== undefined);
    expect(hashed.map(({ architecture }) => architecture)).toEqual(["Hopper", "Hopper"]);
  });

  it("H100 and H200 count alike: they have the same SM", () => {
    const addresses = Array.from({ length: 32 }, (_, lane) => lane * 1028);
    const common = { op: "load", bytesPerLane: 4, activeMask: FULL_MASK, addresses } as const;
    expect(globalCost({ space: "global", ...common }, h200)).toEqual(globalCost({ space: "global", ...common }, h100));
    expect(sharedCost({ space: "shared", ...common }, h200)).toEqual(sharedCost({ space: "shared", ...common }, h100));
  });
});
