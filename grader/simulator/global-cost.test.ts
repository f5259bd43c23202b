import { describe, expect, it } from "vitest";
import { FULL_MASK, b200, globalCost, h100, type AccessWidth, type MemoryOp, type WarpRequest } from "./index.ts";

/** Byte address of each lane. */
type Pattern = (lane: number) => number;

const lanes = Array.from({ length: 32 }, (_, lane) => lane);

function request(op: MemoryOp, bytesPerLane: AccessWidth, pattern: Pattern, activeMask = FULL_MASK): WarpRequest {
  return { space: "global", op, bytesPerLane, activeMask, addresses: lanes.map(pattern) };
}

const load = (bytesPerLane: AccessWidth, pattern: Pattern, activeMask?: number) =>
  globalCost(request("load", bytesPerLane, pattern, activeMask), h100);
const store = (bytesPerLane: AccessWidth, pattern: Pattern, activeMask?: number) =>
  globalCost(request("store", bytesPerLane, pattern, activeMask), h100);

describe("globalCost of 4-byte loads", () => {
  it.each<[string, Pattern, object]>([
    ["unit stride", (lane) => lane * 4, { sectors: 4, idealSectors: 4, cacheLines: 1, usefulBytes: 128, dramReadBytes: 128 }],
    ["unit stride, off by one float", (lane) => lane * 4 + 4, { sectors: 5, idealSectors: 4, cacheLines: 2, dramReadBytes: 192 }],
    ["unit stride, off by one sector", (lane) => lane * 4 + 32, { sectors: 4, cacheLines: 2, dramReadBytes: 192 }],
    ["unit stride, off by half a line", (lane) => lane * 4 + 64, { sectors: 4, cacheLines: 2, dramReadBytes: 128 }],
    ["unit stride, backwards", (lane) => (31 - lane) * 4, { sectors: 4, cacheLines: 1 }],
    ["neighbours swapped", (lane) => (lane ^ 1) * 4, { sectors: 4, cacheLines: 1 }],
    ["lanes in a scattered order", (lane) => ((lane * 13) % 32) * 4, { sectors: 4, cacheLines: 1 }],
    ["stride 2", (lane) => lane * 8, { sectors: 8, idealSectors: 4, cacheLines: 2, usefulBytes: 128, dramReadBytes: 256 }],
    ["stride 3", (lane) => lane * 12, { sectors: 12, cacheLines: 3, dramReadBytes: 384 }],
    ["stride 8: one sector per lane", (lane) => lane * 32, { sectors: 32, cacheLines: 8, dramReadBytes: 1024 }],
    ["stride 16: one fetch from DRAM per lane", (lane) => lane * 64, { sectors: 32, cacheLines: 16, dramReadBytes: 2048 }],
    ["stride 32: one line per lane", (lane) => lane * 128, { sectors: 32, cacheLines: 32, dramReadBytes: 2048 }],
    ["a column of a 4096-wide matrix", (lane) => lane * 4096 * 4, { sectors: 32, cacheLines: 32, dramReadBytes: 2048 }],
    ["all lanes read one address", () => 400, { sectors: 1, idealSectors: 1, cacheLines: 1, usefulBytes: 4, dramReadBytes: 64 }],
    ["pairs share an element", (lane) => (lane >> 1) * 4, { sectors: 2, idealSectors: 2, usefulBytes: 64 }],
  ])("%s", (_name, pattern, expected) => {
    expect(load(4, pattern)).toMatchObject({ requests: 1, dramWriteBytes: 0, ...expected });
  });
});

describe("globalCost of other widths", () => {
  it.each<[AccessWidth, number, number]>([
    [1, 1, 1],
    [2, 2, 1],
    [4, 4, 1],
    [8, 8, 2],
    [16, 16, 4],
  ])("%i bytes per lane at unit stride: %i sectors, %i lines, all of them useful", (width, sectors, cacheLines) => {
    const cost = load(width, (lane) => lane * width);
    expect(cost).toMatchObject({ requests: 1, sectors, idealSectors: sectors, cacheLines, usefulBytes: 32 * width });
  });

  it("a float4 that uses half of each sector moves twice what it needs", () => {
    expect(load(16, (lane) => lane * 32)).toMatchObject({ sectors: 32, idealSectors: 16, usefulBytes: 512 });
  });

  it("32 bytes per lane need a Blackwell device", () => {
    const wide = request("load", 32, (lane) => lane * 32);
    expect(globalCost(wide, b200)).toMatchObject({ requests: 1, sectors: 32, idealSectors: 32, cacheLines: 8 });
    expect(() => globalCost(wide, h100)).toThrow("the widest global access of the NVIDIA H100 80GB SXM is 16 bytes");
  });
});

describe("globalCost under a mask", () => {
  it.each<[string, number, object]>([
    ["no lane: no request", 0, { requests: 0, sectors: 0, idealSectors: 0, cacheLines: 0, tagWavefronts: 0, dramReadBytes: 0 }],
    ["lane 0 alone", 0x1, { requests: 1, sectors: 1, idealSectors: 1, usefulBytes: 4, dramReadBytes: 64 }],
    ["lane 31 alone", 0x80000000, { requests: 1, sectors: 1, cacheLines: 1 }],
    ["lower half", 0x0000ffff, { requests: 1, sectors: 2, idealSectors: 2 }],
    ["even lanes", 0x55555555, { requests: 1, sectors: 4, idealSectors: 2, usefulBytes: 64 }],
    ["9 lanes", 0x1ff, { requests: 1, sectors: 2, idealSectors: 2, usefulBytes: 36 }],
  ])("%s", (_name, activeMask, expected) => {
    expect(load(4, (lane) => lane * 4, activeMask)).toMatchObject(expected);
  });

  it("ignores the addresses of inactive lanes", () => {
    expect(load(4, (lane) => (lane === 0 ? 64 : NaN), 1)).toMatchObject({ requests: 1, sectors: 1 });
  });

  it("treats a mask with the sign bit set like the same bits unsigned", () => {
    expect(load(4, (lane) => lane * 4, -1)).toEqual(load(4, (lane) => lane * 4, FULL_MASK));
  });
});

describe("globalCost of stores", () => {
  it.each<[string, Pattern, number, object]>([
    ["sectors that are written whole are not read", (lane) => lane * 4, FULL_MASK, { dramReadBytes: 0, dramWriteBytes: 128 }],
    [
      "a run off by one float writes its two end sectors in part",
      (lane) => lane * 4 + 4,
      FULL_MASK,
      { dramReadBytes: 64, dramWriteBytes: 160 },
    ],
    ["stride 2 writes every sector in part", (lane) => lane * 8, FULL_MASK, { dramReadBytes: 256, dramWriteBytes: 256 }],
    ["stride 8: one sector read and one written per lane", (lane) => lane * 32, FULL_MASK, { dramReadBytes: 1024, dramWriteBytes: 1024 }],
    ["7 lanes write one sector in part", (lane) => lane * 4, 0x7f, { dramReadBytes: 32, dramWriteBytes: 32 }],
    ["8 lanes fill one sector", (lane) => lane * 4, 0xff, { dramReadBytes: 0, dramWriteBytes: 32 }],
    ["9 lanes fill one sector and write one in part", (lane) => lane * 4, 0x1ff, { dramReadBytes: 32, dramWriteBytes: 64 }],
    ["all lanes write one element", () => 0, FULL_MASK, { sectors: 1, dramReadBytes: 32, dramWriteBytes: 32 }],
  ])("%s", (_name, pattern, activeMask, expected) => {
    expect(store(4, pattern, activeMask)).toMatchObject(expected);
  });

  it("costs the same sectors and lines as the load of the same addresses", () => {
    const { sectors, cacheLines, tagWavefronts } = load(4, (lane) => lane * 20);
    expect(store(4, (lane) => lane * 20)).toMatchObject({ sectors, cacheLines, tagWavefronts });
  });
});

describe("tag wavefronts", () => {
  const lines0And5: Pattern = (lane) => (lane % 2) * 5 * 128;

  it.each<[string, Pattern, number]>([
    ["one line", (lane) => lane * 4, 1],
    ["8 lines in a row", (lane) => lane * 32, 2],
    ["32 lines in a row", (lane) => lane * 128, 8],
  ])("%s: spread evenly over 4 banks", (_name, pattern, expected) => {
    expect(load(4, pattern).tagWavefronts).toBe(expected);
  });

  it("rise on Hopper where the hash puts two lines on one bank", () => {
    // Both parities are even for line 0 and for line 5 = 101b: 5 & 0x77AB5 = 101b, 5 & 0x5AF6F = 101b.
    expect(load(4, lines0And5)).toMatchObject({ cacheLines: 2, tagWavefronts: 2 });
    expect(load(4, (lane) => (lane % 2) * 128)).toMatchObject({ cacheLines: 2, tagWavefronts: 1 });
  });

  it("assume an even spread where the device's hash is not known", () => {
    expect(globalCost(request("load", 4, lines0And5), b200).tagWavefronts).toBe(1);
  });
});

describe("globalCost refuses", () => {
  const valid = request("load", 4, (lane) => lane * 4);
  it.each<[string, WarpRequest, string]>([
    ["a misaligned lane", request("load", 8, (lane) => lane * 8 + 4), "lane 0: an access of 8 bytes at byte 4 is not aligned"],
    ["a fraction", request("load", 4, (lane) => lane + 0.5), "lane 0: 0.5 is not a byte address"],
    ["NaN", request("load", 4, () => NaN), "lane 0: NaN is not a byte address"],
    ["a negative address", request("load", 4, (lane) => lane * 4 - 4), "lane 0: -4 is not a byte address"],
    ["a width that no instruction has", { ...valid, bytesPerLane: 12 as AccessWidth }, "12 bytes per lane"],
    ["half a warp", { ...valid, addresses: [0, 4, 8] }, "3 addresses: a warp has 32 lanes"],
    ["a mask that is no integer", { ...valid, activeMask: 0.5 }, "activeMask is 0.5"],
    ["an op that does not exist", { ...valid, op: "atomic" as MemoryOp }, "op is atomic; it is load or store"],
    ["a shared request", { ...valid, space: "shared" }, "expected a global request, not a shared one"],
  ])("%s", (_name, refused, message) => {
    expect(() => globalCost(refused, h100)).toThrow(message);
  });

  it("no request because of an inactive lane", () => {
    expect(() => load(8, (lane) => (lane === 3 ? 4 : lane * 8), ~(1 << 3))).not.toThrow();
  });
});
