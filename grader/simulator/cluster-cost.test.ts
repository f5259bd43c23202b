import { describe, expect, it } from "vitest";
import { alwaysLeaves, clusterCost, type ClusterCost, type ClusterRequest } from "./cluster-cost.ts";
import { FULL_MASK, h200 } from "./index.ts";

type Pattern = (lane: number) => number;

function cost(op: ClusterRequest["op"], bytesPerLane: 4 | 8 | 16, pattern: Pattern, activeMask = FULL_MASK): ClusterCost {
  return clusterCost({ op, bytesPerLane, activeMask, addresses: Array.from({ length: 32 }, (_, lane) => 2048 + pattern(lane)) }, h200);
}

describe("an access to another block's shared memory", () => {
  it.each<[string, ClusterRequest["op"], Pattern, Omit<ClusterCost, "requests">]>([
    ["in order: four sectors, as of global memory", "load", (lane) => lane * 4, { sectors: 4, cacheLines: 1, tagWavefronts: 1 }],
    [
      "a column of 128-byte rows: banks don't matter, lines do",
      "load",
      (lane) => lane * 128,
      { sectors: 32, cacheLines: 32, tagWavefronts: 8 },
    ],
    ["one word", "store", () => 0, { sectors: 1, cacheLines: 1, tagWavefronts: 1 }],
    ["atomics on one word: one after the other", "atomic", () => 0, { sectors: 32, cacheLines: 32, tagWavefronts: 32 }],
    ["st.async likewise, though nothing is added", "st.async", () => 0, { sectors: 32, cacheLines: 32, tagWavefronts: 32 }],
    ["red.async in order", "red.async", (lane) => lane * 4, { sectors: 4, cacheLines: 1, tagWavefronts: 1 }],
  ])("%s", (_name, op, pattern, expected) => {
    expect(cost(op, 4, pattern)).toEqual({ requests: 1, ...expected });
  });

  it("needs an active lane, and addresses that the width divides", () => {
    expect(cost("red.async", 4, () => 0, 0)).toEqual({ requests: 0, sectors: 0, cacheLines: 0, tagWavefronts: 0 });
    expect(() => cost("st.async", 8, (lane) => lane * 4)).toThrow("lane 1: an access of 8 bytes at byte 2052 is not aligned");
  });

  it("leaves the SM even for the own block's memory if it is asynchronous", () => {
    expect((["load", "store", "atomic", "st.async", "red.async"] as const).filter(alwaysLeaves)).toEqual(["st.async", "red.async"]);
  });
});
