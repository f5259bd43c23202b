import { globalCost, h100 } from "#simulator";
import { laneTasks, requestCount, requestOf, type Walk } from "./walk.ts";

/** What all requests of a walk cost together. */
export interface WalkCost {
  readonly requests: number;
  readonly sectors: number;
  readonly idealSectors: number;
}

export function walkCost(walk: Walk): WalkCost {
  const costs = Array.from({ length: requestCount(walk) }, (_, step) => globalCost(requestOf(walk, laneTasks(walk, step)), h100));
  return costs.reduce<WalkCost>(
    (sum, cost) => ({
      requests: sum.requests + cost.requests,
      sectors: sum.sectors + cost.sectors,
      idealSectors: sum.idealSectors + cost.idealSectors,
    }),
    { requests: 0, sectors: 0, idealSectors: 0 },
  );
}
