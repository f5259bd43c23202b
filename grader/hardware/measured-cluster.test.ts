import { describe, expect, it } from "vitest";
import { sharedAtomicCost, type SharedAtomic } from "#simulator/atomic-cost.ts";
import { clusterCost, leavingLanes, type ClusterOp, type ClusterRequest } from "#simulator/cluster-cost.ts";
import { h200, sharedCost } from "#simulator";
import { clusterRequestOf, measuredCluster } from "./measured-cluster.ts";

const measured = measuredCluster();

/** How shared memory carries out the lanes of an atomic that stay. */
const STAYING: Partial<Record<ClusterOp, SharedAtomic>> = { atomic: "integer", compare: "compare", loop: "asking loop" };

interface StayingCost {
  readonly wavefronts: number;
  readonly bankConflicts: number;
  readonly loadWavefronts?: number;
}

/** What the lanes cost that reach into their own block's memory. */
function stayingCost(request: ClusterRequest): StayingCost {
  const { op, bytesPerLane, addresses } = request;
  const activeMask = (request.activeMask & ~leavingLanes(request)) >>> 0;
  const none = { wavefronts: 0, bankConflicts: 0, loadWavefronts: 0 };
  if (activeMask === 0) return none;
  const kind = STAYING[op];
  if (kind !== undefined) return sharedAtomicCost({ bytesPerLane, activeMask, addresses }, kind);
  return op === "load" || op === "store" ? sharedCost({ space: "shared", op, bytesPerLane, activeMask, addresses }, h200) : none;
}

describe("shared memory of a cluster", () => {
  it("was measured by all operations, for lanes that leave and lanes that stay, and for both in one request", () => {
    expect(measured).toHaveLength(706);
    const leaving = measured.map((measurement) => [leavingLanes(clusterRequestOf(measurement)), measurement.activeMask] as const);
    expect(leaving.filter(([lanes]) => lanes === 0)).toHaveLength(67);
    expect(leaving.filter(([lanes, active]) => lanes === active)).toHaveLength(316);
  });

  it("counts as memory behind L1 for lanes that leave, whichever blocks they reach into", () => {
    for (const measurement of measured) {
      const { requests, sectors, cacheLines, tagWavefronts, loads = 0, loadSectors = 0, op, pattern } = measurement;
      const { wavefronts: _, ...cost } = clusterCost(clusterRequestOf(measurement), h200);
      expect(cost, `${op} ${pattern}`).toEqual({ requests, sectors, cacheLines, tagWavefronts, loads, loadSectors });
    }
  });

  it("counts as shared memory for lanes that stay, but never counts lanes in place of adding 1", () => {
    for (const measurement of measured) {
      const { wavefronts, bankConflicts, loadWavefronts = 0, op, pattern } = measurement;
      const request = clusterRequestOf(measurement);
      const staying = stayingCost(request);
      const cost = clusterCost(request, h200);
      expect([staying.wavefronts + cost.wavefronts, staying.bankConflicts], `${op} ${pattern}`).toEqual([wavefronts, bankConflicts]);
      if (op === "add float") expect(staying.loadWavefronts).toBe(loadWavefronts);
    }
  });
});
