import { describe, expect, it } from "vitest";
import { alwaysLeaves, clusterCost, type ClusterCost, type ClusterOp } from "./cluster-cost.ts";
import { FULL_MASK, h200 } from "./index.ts";

type Pattern = (lane: number) => number;
/** The block that asks. */
const OWN = 0;

function cost(op: ClusterOp, bytesPerLane: 4 | 8 | 16, pattern: Pattern, activeMask = FULL_MASK, block: Pattern = () => 1): ClusterCost {
  const lanes = Array.from({ length: 32 }, (_, lane) => lane);
  const addresses = lanes.map((lane) => 2048 + pattern(lane));
  return clusterCost({ op, bytesPerLane, activeMask, block: OWN, blocks: lanes.map(block), addresses }, h200);
}

describe("an access to another block's shared memory", () => {
  it.each<[string, ClusterOp, Pattern, Pick<ClusterCost, "sectors" | "cacheLines" | "tagWavefronts">]>([
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
    expect(cost(op, 4, pattern)).toMatchObject({ requests: 1, ...expected });
  });

  it("has lanes that reach into several blocks in one request, on lines that are the blocks' own", () => {
    const inOrder = cost(
      "load",
      4,
      (lane) => lane * 4,
      FULL_MASK,
      (lane) => 1 + (lane % 2),
    );
    expect(inOrder).toMatchObject({ requests: 1, sectors: 2 * 4, cacheLines: 2, tagWavefronts: 1 });
  });

  it("counts the lanes that leave, and an atomic of which none stays takes a wavefront of the own block's memory all the same", () => {
    const halves: Pattern = (lane) => (lane < 16 ? OWN : 1);
    const inOrder: Pattern = (lane) => lane * 4;
    const wavefronts = (op: ClusterOp, block?: Pattern): number => cost(op, 4, inOrder, FULL_MASK, block).wavefronts;
    expect(cost("atomic", 4, inOrder, FULL_MASK, halves)).toMatchObject({ requests: 1, sectors: 2 });
    expect(cost("atomic", 4, inOrder, FULL_MASK, () => OWN)).toMatchObject({ requests: 0, sectors: 0, wavefronts: 0 });
    expect((["load", "store", "atomic", "compare", "red.async"] as const).map((op) => wavefronts(op))).toEqual([0, 0, 1, 2, 0]);
    expect(wavefronts("atomic", halves)).toBe(0);
    // All lanes, as a signed number.
    expect(cost("atomic", 4, inOrder, -1).wavefronts).toBe(1);
  });

  it("repeats a load and a compare and swap until each float is added", () => {
    expect(cost("loop", 4, () => 0)).toEqual({
      requests: 32,
      sectors: 32,
      cacheLines: 32,
      tagWavefronts: 32,
      loads: 32,
      loadSectors: 32,
      wavefronts: 1 + 2 * 32,
    });
    expect(cost("loop", 4, (lane) => lane * 4)).toMatchObject({ requests: 1, sectors: 4, cacheLines: 2, loads: 1, wavefronts: 1 + 2 });
  });

  it("needs an active lane, and addresses that the width divides", () => {
    expect(cost("red.async", 4, () => 0, 0)).toMatchObject({ requests: 0, sectors: 0, cacheLines: 0, tagWavefronts: 0 });
    expect(() => cost("st.async", 8, (lane) => lane * 4)).toThrow("lane 1: an access of 8 bytes at byte 2052 is not aligned");
  });

  it("leaves the SM even for the own block's memory if it is asynchronous", () => {
    expect((["load", "store", "atomic", "st.async", "red.async"] as const).filter(alwaysLeaves)).toEqual(["st.async", "red.async"]);
  });
});
