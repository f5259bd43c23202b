import { describe, expect, it } from "vitest";
import { FULL_MASK, h100, sharedCost, type AccessWidth, type MemoryOp } from "./index.ts";

/** Byte address of each lane. */
type Pattern = (lane: number) => number;

function cost(op: MemoryOp, bytesPerLane: AccessWidth, pattern: Pattern, activeMask = FULL_MASK) {
  const addresses = Array.from({ length: 32 }, (_, lane) => pattern(lane));
  return sharedCost({ space: "shared", op, bytesPerLane, activeMask, addresses }, h100);
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

describe("sharedCost of 4-byte loads", () => {
  it.each<[string, Pattern, number]>([
    ["unit stride", (lane) => lane * 4, 1],
    ["unit stride, rotated", (lane) => ((lane + 7) % 32) * 4, 1],
    ["lanes in a scattered order", (lane) => ((lane * 5) % 32) * 4, 1],
    ["a column of a 32-word tile", (lane) => lane * 32 * 4, 32],
    ["a column of a 33-word tile", (lane) => lane * 33 * 4, 1],
    ["a column of a 34-word tile", (lane) => lane * 34 * 4, 2],
    ["a column of a 32-word tile, swizzled", (lane) => (lane * 32 + (lane ^ 5)) * 4, 1],
    ["all lanes read one word: multicast", () => 64, 1],
    ["two words of one bank, shared by halves of the warp", (lane) => (lane < 16 ? 0 : 32 * 4), 2],
    ["16 words, each read by two lanes", (lane) => (lane >> 1) * 4, 1],
  ])("%s", (_name, pattern, degree) => {
    expect(cost("load", 4, pattern)).toEqual({
      requests: 1,
      groups: 1,
      wavefronts: degree,
      bankConflicts: degree - 1,
      conflictDegree: degree,
    });
  });

  it.each(Array.from({ length: 64 }, (_, i) => i + 1))("stride %i words: a gcd(stride, 32)-way conflict", (stride) => {
    expect(cost("load", 4, (lane) => lane * stride * 4).conflictDegree).toBe(gcd(stride, 32));
  });

  it("lanes that read different bytes of one word share it", () => {
    expect(cost("load", 1, (lane) => lane)).toMatchObject({ wavefronts: 1, bankConflicts: 0, conflictDegree: 1 });
  });
});

describe("sharedCost of wide lanes", () => {
  it.each<[string, MemoryOp, AccessWidth, Pattern, object]>([
    ["8 bytes at unit stride: two groups of 16", "load", 8, (lane) => lane * 8, { groups: 2, wavefronts: 2, bankConflicts: 0 }],
    ["16 bytes at unit stride: four groups of 8", "load", 16, (lane) => lane * 16, { groups: 4, wavefronts: 4, bankConflicts: 0 }],
    ["8 bytes at stride 2", "load", 8, (lane) => lane * 16, { groups: 2, wavefronts: 4, bankConflicts: 2, conflictDegree: 2 }],
    ["8-byte pairs fuse into one group", "load", 8, (lane) => (lane >> 1) * 8, { groups: 1, wavefronts: 1, bankConflicts: 0 }],
    ["16-byte pairs fuse into two groups", "load", 16, (lane) => (lane >> 1) * 16, { groups: 2, wavefronts: 2, bankConflicts: 0 }],
    ["lanes two apart that read the same fuse as well", "load", 8, (lane) => (lane & ~2) * 8, { groups: 1 }],
    ["lanes four apart do not fuse", "load", 8, (lane) => (lane & ~4) * 8, { groups: 2 }],
    ["stores never fuse", "store", 8, (lane) => (lane >> 1) * 8, { groups: 2, wavefronts: 2 }],
    ["fused groups may conflict", "load", 8, (lane) => (lane >> 1) * 128, { groups: 1, wavefronts: 16, conflictDegree: 16 }],
  ])("%s", (_name, op, width, pattern, expected) => {
    expect(cost(op, width, pattern)).toMatchObject(expected);
  });

  it("a single pair that disagrees keeps the whole warp from fusing", () => {
    expect(cost("load", 8, (lane) => (lane === 31 ? 1024 : (lane >> 1) * 8))).toMatchObject({ groups: 2 });
  });

  it("an inactive partner agrees with anything", () => {
    expect(cost("load", 8, (lane) => (lane % 2 === 0 ? lane * 4 : lane * 8), 0x55555555)).toMatchObject({ groups: 1, wavefronts: 1 });
  });
});

describe("sharedCost under a mask", () => {
  it.each<[string, AccessWidth, number, object]>([
    ["no lane: no request", 4, 0, { requests: 0, groups: 0, wavefronts: 0, bankConflicts: 0, conflictDegree: 0 }],
    ["two lanes on one bank", 4, 0b11, { requests: 1, wavefronts: 2, bankConflicts: 1 }],
    ["a group without an active lane costs nothing", 16, 0x000000ff, { groups: 1 }],
  ])("%s", (_name, width, activeMask, expected) => {
    expect(cost("store", width, (lane) => lane * 128, activeMask)).toMatchObject(expected);
  });
});

describe("sharedCost refuses", () => {
  it("an access wider than 16 bytes", () => {
    expect(() => cost("load", 32, (lane) => lane * 32)).toThrow("the widest shared access of the NVIDIA H100 80GB SXM is 16 bytes");
  });

  it("a misaligned lane", () => {
    expect(() => cost("store", 4, (lane) => lane * 4 + 2)).toThrow("lane 0: an access of 4 bytes at byte 2 is not aligned");
  });
});
