import type { GlobalExplanation, SharedExplanation, WarpRequest } from "#simulator";
import { SECTOR_BYTES, isActive } from "#simulator";

/** A request of global memory in words, with its numbers in the course's order. */
export function globalWords(explanation: GlobalExplanation, named: readonly number[]): string {
  const { request, requests, usefulBytes, sectors, idealSectors, cacheLines } = explanation;
  if (requests === 0) return withRefused(request, named, "No lane takes part, so there is no request.");
  const asks = request.op === "load" ? "asks for" : "stores";
  const share = Number(((usefulBytes / (sectors * SECTOR_BYTES)) * 100).toPrecision(3));
  const moved = `${counted(sectors, "sector")} in ${counted(cacheLines, "cache line")}`;
  const words = `The warp ${asks} ${counted(usefulBytes, "byte")} and moves ${moved}; ${counted(idealSectors, "sector")} would do. Efficiency: ${share} %.`;
  return withRefused(request, named, words);
}

/** A request of shared memory in words, with its numbers in the course's order. */
export function sharedWords(explanation: SharedExplanation, named: readonly number[]): string {
  const { request, requests, wavefronts, groups, bankConflicts, conflictDegree } = explanation;
  if (requests === 0) return withRefused(request, named, "No lane takes part, so there is no request.");
  const words =
    bankConflicts === 0
      ? `The request takes ${counted(wavefronts, "wavefront")}, the fewest possible: no bank is asked for two words at once.`
      : `The request takes ${counted(wavefronts, "wavefront")}; ${groups} would do. The busiest bank is asked for ${conflictDegree} words at once, which makes ${counted(bankConflicts, "bank conflict")}.`;
  return withRefused(request, named, words);
}

/** Lanes that a check names and that no picture can show: what they ask for lies before the array, or is not aligned. */
function withRefused({ activeMask }: WarpRequest, named: readonly number[], words: string): string {
  const refused = named.filter((lane) => !isActive(activeMask, lane));
  if (refused.length === 0) return words;
  const one = refused.length === 1;
  const who = `${one ? "Lane" : "Lanes"} ${refused.join(", ")}`;
  return `${who} ${one ? "asks" : "ask"} for what memory refuses, and ${one ? "is" : "are"} not drawn. ${activeMask === 0 ? "" : words}`.trim();
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
