import type { GlobalCost, SharedCost } from "#simulator";
import type { SharedAtomicCost } from "#simulator/atomic-cost.ts";
import type { Space } from "./memory.ts";
import { COUNTS, COUNTS_PER_ROW } from "./request-costs.ts";

/** What the requests of one site to one space add up to. */
export type SiteCounts =
  | ({ readonly space: "global"; readonly activeLanes: number } & GlobalCost)
  /**
   * `conflictDegree` is the largest of any request: of an atomic, the lanes that wait for each other on the busiest bank, or the turns
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
  | { readonly space: "constant"; readonly activeLanes: number; readonly requests: number };

/** Of atomics on shared memory: instructions, and the loads of those that are carried out by a loop. */
export type SharedAtomicLoop = Pick<SharedAtomicCost, "atomics" | "loads" | "loadWavefronts">;

/** The spaces in the order of their numbers. */
export const SPACES: readonly Space[] = ["global", "constant", "shared", "local"];
/** A row of counts, and behind it the number of requests. */
const SUM_ROW = COUNTS_PER_ROW + 1;
const REQUESTS = COUNTS_PER_ROW;

/** Sums of what requests cost: for each site and space, a row of counts. */
export class SiteSums {
  readonly #sums: Float64Array;

  constructor(sites: number) {
    this.#sums = new Float64Array(sites * SPACES.length * SUM_ROW);
  }

  /** Adds the cost of equal requests: a row of counts that begins at `rowFrom`. */
  add(site: number, spaceIndex: number, rows: Float64Array, rowFrom: number, times: number): void {
    const sums = this.#sums;
    const from = (site * SPACES.length + spaceIndex) * SUM_ROW;
    const degreeAt = from + COUNTS.conflictDegree;
    const degree = sums[degreeAt]!;
    for (let count = 0; count < COUNTS_PER_ROW; count++) sums[from + count]! += times * rows[rowFrom + count]!;
    if (SPACES[spaceIndex] === "shared") sums[degreeAt] = Math.max(degree, rows[rowFrom + COUNTS.conflictDegree]!);
    sums[from + REQUESTS]! += times;
  }

  /** What a site's requests add up to: one entry for each space that it accessed. */
  counts(site: number): SiteCounts[] {
    return SPACES.flatMap((space, index) => {
      const from = (site * SPACES.length + index) * SUM_ROW;
      const sum = this.#sums.subarray(from, from + SUM_ROW);
      return sum[REQUESTS]! > 0 ? [countsOf(space, sum)] : [];
    });
  }
}

function countsOf(space: Space, sum: Float64Array): SiteCounts {
  const [requests, activeLanes] = [sum[REQUESTS]!, sum[COUNTS.activeLanes]!];
  const [sectors, idealSectors] = [sum[COUNTS.sectors]!, sum[COUNTS.idealSectors]!];
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
  }
}
