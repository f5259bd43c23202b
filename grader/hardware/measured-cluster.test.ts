import { describe, expect, it } from "vitest";
import { sharedAtomicCost } from "#simulator/atomic-cost.ts";
import { alwaysLeaves, clusterCost } from "#simulator/cluster-cost.ts";
import { h200, sharedCost } from "#simulator";
import { measuredCluster } from "./measured-cluster.ts";

const measured = measuredCluster();
const outside = measured.filter((request) => "sectors" in request);
const inside = measured.filter((request) => "wavefronts" in request);

describe("shared memory of a cluster", () => {
  it("is left by accesses of other blocks' memory, and by all that are asynchronous", () => {
    expect([outside.length, inside.length]).toEqual([85, 14]);
    for (const { op, block } of outside) expect(block === "other" || alwaysLeaves(op)).toBe(true);
  });

  it("counts as global memory from outside", () => {
    for (const request of outside) {
      const { requests, sectors, cacheLines, tagWavefronts } = request;
      expect(clusterCost(request, h200)).toEqual({ requests, sectors, cacheLines, tagWavefronts });
    }
  });

  it("counts as shared memory from inside", () => {
    for (const request of inside) {
      const { op, bytesPerLane, activeMask, addresses, wavefronts, bankConflicts } = request;
      const cost =
        op === "atomic"
          ? sharedAtomicCost(request, "integer")
          : sharedCost({ space: "shared", op, bytesPerLane, activeMask, addresses }, h200);
      expect(cost).toMatchObject({ wavefronts, bankConflicts });
    }
  });
});
