import type { GlobalCost, SharedCost } from "#simulator";
import type { ClusterCost } from "#simulator/cluster-cost.ts";
import type { SharedAtomicCost } from "#simulator/atomic-cost.ts";
import type { Space } from "./memory.ts";
import { COUNTS, COUNTS_PER_ROW } from "./request-costs.ts";

/** The counts of all requests of one site to one space. */
export type SiteCounts =
  | ({ readonly space: "global"; readonly activeLanes: number } & GlobalCost)
  /**
   * `conflictDegree` is the largest of any request: for an atomic, the lanes that wait for each other on the busiest bank, or the turns
   * of its loop.
   */
  | ({ readonly space: "shared"; readonly activeLanes: number; readonly atomic?: SharedAtomicLoop } & SharedCost)
  | {
      readonly space: "local";
      readonly activeLanes: number;
      readonly requests: number;
      readonly sectors: number;
      readonly idealSectors: number;
    }
  | { readonly space: "constant"; readonly activeLanes: number; readonly requests: number }
  /** Shared memory of other blocks of the cluster: the counts of `ClusterCost`, and the accesses of warps as its requests. */
  | ({ readonly space: "cluster"; readonly activeLanes: number; readonly loop?: ClusterLoop } & Omit<ClusterCost, "loads" | "loadSectors">)
  /**
   * Bulk copies between global and shared memory, which go past L1: a request is a copy, sectors are those between L2 and shared memory.
   * There is no counter of what they cost in banks.
   */
  | {
      readonly space: "bulk";
      readonly activeLanes: number;
      readonly requests: number;
      readonly sectors: number;
      readonly idealSectors: number;
      readonly usefulBytes: number;
    };

/** Atomics on shared memory: instructions, and the loads of those that a loop carries out. */
export type SharedAtomicLoop = Pick<SharedAtomicCost, "atomics" | "loads" | "loadWavefronts">;

/** Additions to floats in shared memory of other blocks: the atomics that their loops carry out, and the loads. */
interface ClusterLoop extends Pick<ClusterCost, "loads" | "loadSectors"> {
  readonly atomics: number;
}

/** What requests are counted under: the memory that they go to, or that they are bulk copies. */
export type CountedSpace = Space | "bulk";

/** In the order of their numbers. */
export const COUNTED_SPACES: readonly CountedSpace[] = ["global", "constant", "shared", "local", "cluster", "bulk"];
/** A row of counts, followed by the number of requests. */
const SUM_ROW = COUNTS_PER_ROW + 1;
const REQUESTS = COUNTS_PER_ROW;

/** The costs of requests, summed for each site and space as a row of counts. */
export class SiteSums {
  readonly #sums: Float64Array;

  constructor(sites: number) {
    this.#sums = new Float64Array(sites * COUNTED_SPACES.length * SUM_ROW);
  }

  /** Adds the cost of equal requests, each with the same row of counts. */
  add(site: number, spaceIndex: number, row: Float64Array, requests: number): void {
    const sums = this.#sums;
    const from = (site * COUNTED_SPACES.length + spaceIndex) * SUM_ROW;
    const degreeAt = from + COUNTS.conflictDegree;
    const degree = sums[degreeAt]!;
    for (let count = 0; count < COUNTS_PER_ROW; count++) sums[from + count]! += requests * row[count]!;
    if (COUNTED_SPACES[spaceIndex] === "shared") sums[degreeAt] = Math.max(degree, row[COUNTS.conflictDegree]!);
    sums[from + REQUESTS]! += requests;
  }

  /** The sums of a site: one entry for each space that it accessed. */
  counts(site: number): SiteCounts[] {
    return COUNTED_SPACES.flatMap((space, index) => {
      const from = (site * COUNTED_SPACES.length + index) * SUM_ROW;
      const sum = this.#sums.subarray(from, from + SUM_ROW);
      return sum[REQUESTS]! > 0 ? [countsOf(space, sum)] : [];
    });
  }
}

function countsOf(space: CountedSpace, sum: Float64Array): SiteCounts {
  const requests = sum[REQUESTS]!;
  const activeLanes = sum[COUNTS.activeLanes]!;
  const sectors = sum[COUNTS.sectors]!;
  const idealSectors = sum[COUNTS.idealSectors]!;
  switch (space) {
    case "global":
      return {
        space,
        requests,
        activeLanes,
        sectors,
        idealSectors,
        cacheLines: sum[COUNTS.cacheLines]!,
        tagWavefronts: sum[COUNTS.tagWavefronts]!,
        usefulBytes: sum[COUNTS.usefulBytes]!,
        dramReadBytes: sum[COUNTS.dramReadBytes]!,
        dramWriteBytes: sum[COUNTS.dramWriteBytes]!,
      };
    case "shared":
      return {
        space,
        requests,
        activeLanes,
        wavefronts: sum[COUNTS.wavefronts]!,
        groups: sum[COUNTS.groups]!,
        bankConflicts: sum[COUNTS.bankConflicts]!,
        conflictDegree: sum[COUNTS.conflictDegree]!,
        ...(sum[COUNTS.atomics]! > 0 && {
          atomic: { atomics: sum[COUNTS.atomics]!, loads: sum[COUNTS.loads]!, loadWavefronts: sum[COUNTS.loadWavefronts]! },
        }),
      };
    case "local":
      return { space, requests, activeLanes, sectors, idealSectors };
    case "constant":
      return { space, requests, activeLanes };
    case "cluster":
      return {
        space,
        requests,
        activeLanes,
        sectors,
        cacheLines: sum[COUNTS.cacheLines]!,
        tagWavefronts: sum[COUNTS.tagWavefronts]!,
        wavefronts: sum[COUNTS.ownWavefronts]!,
        ...(sum[COUNTS.clusterLoads]! > 0 && {
          loop: {
            atomics: sum[COUNTS.clusterRequests]!,
            loads: sum[COUNTS.clusterLoads]!,
            loadSectors: sum[COUNTS.loadSectors]!,
          },
        }),
      };
    case "bulk":
      return { space, requests, activeLanes, sectors, idealSectors, usefulBytes: sum[COUNTS.usefulBytes]! };
  }
}
