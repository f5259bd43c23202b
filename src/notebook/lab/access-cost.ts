import type { SiteCounts } from "#cuda/machine/request-stream.ts";
import { excessOf, excessWavefronts } from "#cuda/profile/excess.ts";
import { count, pluralize } from "#pictures/format.ts";
import type { LabProfile } from "./profile.ts";

/** Numbers of a profile's accesses, the one that costs most above its ideal first; of those that cost the same, idle lanes last. */
export function rankedAccesses({ accesses }: Pick<LabProfile, "accesses">): number[] {
  const costs = accesses.map(({ counts }) => excessWavefronts(counts));
  const isTail = (number: number): number => Number(accesses[number]!.pattern.kind === "divergent-tail");
  return [...costs.keys()].sort((a, b) => costs[b]! - costs[a]! || isTail(a) - isTail(b) || a - b);
}

/** "262,144 sectors where 65,536 would do", or undefined where nothing is above the ideal. */
export function excessText(counts: SiteCounts): string | undefined {
  const excess = excessOf(counts);
  if (excess === 0) return undefined;
  switch (counts.space) {
    case "global":
    case "local":
    case "bulk":
      return `${pluralize(counts.sectors, "sector")} where ${count(counts.sectors - excess)} would do`;
    case "shared":
      return `${pluralize(counts.wavefronts, "wavefront")} where ${count(counts.wavefronts - excess)} would do`;
    case "constant":
    case "cluster":
      return undefined;
  }
}
