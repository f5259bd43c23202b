import { CACHE_LINE_BYTES, explainShared, h100, isActive, type WarpRequest } from "#simulator";
import type { SketchRun } from "#judge/run-sketch.ts";
import type { RunTraits } from "../goals/goal.ts";

/** What a sketch did, for the goals of its cell. */
export function sketchTraits({ accesses, prints, violations }: SketchRun): RunTraits {
  const totals = accesses.map((access) => access.totals);
  return {
    traits: {
      addresses: prints.map(({ addresses }) => addresses),
      elements: prints.map(({ elements }) => elements),
      "distinct elements": accesses.flatMap(({ warps }) =>
        warps.map(({ indexes }) => new Set(indexes.filter((index) => index !== null)).size),
      ),
      requests: totals.map(({ requests }) => requests),
      sectors: totals.flatMap((access) => (access.space === "global" ? [access.sectors] : [])),
      lines: totals.flatMap((access) => (access.space === "global" ? [access.cacheLines] : [])),
      wavefronts: totals.flatMap((access) => (access.space === "shared" ? [access.wavefronts] : [])),
      "conflicting lanes": accesses.flatMap(({ warps }) =>
        warps.flatMap(({ request }) => (request.space === "shared" ? [conflictingLanes(request)] : [])),
      ),
      "lines of lanes": accesses.flatMap(({ warps }) =>
        warps.flatMap(({ request }) => (request.space === "shared" ? [linesOfLanes(request)] : [])),
      ),
    },
    isClean: violations.length === 0,
  };
}

/** The line that each active lane begins in: "0 0 1 1". */
function linesOfLanes({ activeMask, addresses }: WarpRequest): string {
  return addresses.flatMap((address, lane) => (isActive(activeMask, lane) ? [Math.floor(address / CACHE_LINE_BYTES)] : [])).join(" ");
}

/** The lanes that want a word of a bank of which other lanes want another word: "0 1". */
function conflictingLanes(request: WarpRequest): string {
  const lanes = explainShared(request, h100).groupEvidence.flatMap(({ words }) =>
    [...Map.groupBy(words, ({ bank }) => bank).values()].flatMap((ofBank) =>
      ofBank.length > 1 ? ofBank.flatMap((word) => word.lanes) : [],
    ),
  );
  return [...new Set(lanes)].sort((a, b) => a - b).join(" ");
}
