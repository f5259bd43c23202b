import { describe, expect, it } from "vitest";
import { FULL_MASK, h200 } from "#simulator";
import type { SiteOp } from "../ir/access-site.ts";
import type { Space } from "../machine/memory.ts";
import { GlobalCounter } from "#simulator/global-cost.ts";
import { SharedCounter } from "#simulator/shared-cost.ts";
import { patternOf, type Pattern } from "./pattern.ts";

type Address = (lane: number) => number;

interface Shape {
  readonly space?: Space;
  readonly op?: SiteOp;
  readonly bytes?: number;
  readonly mask?: number;
}

function patternWith(address: Address, { space = "global", op = "load", bytes = 4, mask = FULL_MASK }: Shape = {}): Pattern {
  const addresses = Array.from({ length: 32 }, (_, lane) => 4096 + address(lane));
  const counter = space === "shared" ? new SharedCounter() : new GlobalCounter(h200);
  counter.count(op === "load" ? "load" : "store", bytes, mask, addresses);
  const { cost } = counter;
  const excess = "bankConflicts" in cost ? cost.bankConflicts : cost.sectors - cost.idealSectors;
  const conflictDegree = "conflictDegree" in cost ? cost.conflictDegree : 0;
  return patternOf({ space, op, bytesPerLane: bytes, activeMask: mask, addresses, excess, conflictDegree });
}

const EVEN_LANES = 0x5555_5555;
const LANES_0_AND_16 = 0x0001_0001;

describe("patterns of global memory", () => {
  it.each<[string, Address, Shape, Pattern]>([
    ["side by side", (lane) => lane * 4, {}, { kind: "none" }],
    ["backwards", (lane) => (31 - lane) * 4, {}, { kind: "none" }],
    ["shuffled within the line", (lane) => (lane ^ 5) * 4, {}, { kind: "none" }],
    ["every other element", (lane) => lane * 8, {}, { kind: "stride", elements: 2 }],
    ["every other element, backwards", (lane) => (31 - lane) * 8, {}, { kind: "stride", elements: -2 }],
    ["one field of a struct of six floats", (lane) => lane * 24, {}, { kind: "stride", elements: 6 }],
    ["one element late", (lane) => lane * 4 + 4, {}, { kind: "offset", elements: 1 }],
    ["rows of 16 lanes, one element late", (lane) => (lane >> 4) * 4096 + (lane & 15) * 4 + 4, {}, { kind: "offset", elements: 1 }],
    ["rows of 16 lanes", (lane) => (lane >> 4) * 4096 + (lane & 15) * 4, {}, { kind: "none" }],
    ["down a column", (lane) => lane * 1024, {}, { kind: "column-walk", strideBytes: 1024, lanesPerRow: 1 }],
    ["four lanes to a row", (lane) => (lane >> 2) * 1024 + (lane & 3) * 4, {}, { kind: "column-walk", strideBytes: 1024, lanesPerRow: 4 }],
    [
      "two columns of 16 lanes",
      (lane) => (lane & 15) * 1024 + (lane >> 4) * 4,
      {},
      { kind: "column-walk", strideBytes: 1024, lanesPerRow: 1 },
    ],
    [
      "the first and the last column of two rows",
      (lane) => (lane >> 4) * 1024,
      { mask: LANES_0_AND_16 },
      { kind: "column-walk", strideBytes: 1024, lanesPerRow: 1 },
    ],
    ["all on one element", () => 64, {}, { kind: "broadcast" }],
    ["each half of the warp on one element", (lane) => (lane >> 4) * 1024, {}, { kind: "broadcast" }],
    ["even lanes, side by side", (lane) => lane * 4, { mask: EVEN_LANES }, { kind: "divergent-tail", lanes: 16 }],
    ["anywhere", (lane) => ((lane * 2654435761) >>> 8) & ~3, {}, { kind: "scatter" }],
    ["float4, side by side", (lane) => lane * 16, { bytes: 16 }, { kind: "none" }],
    ["float4, one late", (lane) => lane * 16 + 16, { bytes: 16 }, { kind: "offset", elements: 1 }],
    ["atomics side by side", (lane) => lane * 4, { op: "reduction" }, { kind: "none" }],
    ["atomics on one counter", () => 0, { op: "reduction" }, { kind: "contention", lanes: 32 }],
    ["atomics in pairs", (lane) => (lane >> 1) * 4, { op: "atomic" }, { kind: "contention", lanes: 2 }],
  ])("%s", (_, address, shape, pattern) => {
    expect(patternWith(address, shape)).toEqual(pattern);
  });
});

describe("patterns of shared memory", () => {
  it.each<[string, Address, Shape, Pattern]>([
    ["side by side", (lane) => lane * 4, {}, { kind: "none" }],
    ["down a column of 32 words", (lane) => lane * 128, {}, { kind: "conflict", ways: 32, strideWords: 32 }],
    ["down a padded column", (lane) => lane * 132, {}, { kind: "none" }],
    ["every other word", (lane) => lane * 8, {}, { kind: "conflict", ways: 2, strideWords: 2 }],
    [
      "two rows of 16 lanes on the same banks",
      (lane) => (lane >> 4) * 128 + (lane & 15) * 4,
      {},
      { kind: "conflict", ways: 2, strideWords: undefined },
    ],
    ["one word for all", () => 0, {}, { kind: "broadcast" }],
    ["atomics on one counter", () => 0, { op: "atomic" }, { kind: "contention", lanes: 32 }],
  ])("%s", (_, address, shape, pattern) => {
    expect(patternWith(address, { space: "shared", ...shape })).toEqual(pattern);
  });
});
