import {
  BANK_COUNT,
  CACHE_LINE_BYTES,
  SECTOR_BYTES,
  WORD_BYTES,
  hasWavefronts,
  isActive,
  movesMatrices,
  type GlobalExplanation,
  type SharedCost,
  type SharedExplanation,
  type WarpRequest,
} from "#simulator";
import { bytes, count, percent, pluralize, ranges } from "./format.ts";
import { byteAddressOf } from "./lanes.ts";
import { efficiency } from "./readings.ts";

/** The meanings of memory's fill patterns, for every legend. */
export const FILL_LABELS = { asked: "asked for", moved: "moved, not asked for", still: "not moved", dram: "moved by DRAM" } as const;

const NO_REQUEST = "No lane takes part, so there is no request.";

/** The caption of a request to global memory, with its counts in the course's order. */
export function globalCaption(explanation: GlobalExplanation): string {
  const { request, requests, usefulBytes, sectors, idealSectors, cacheLines } = explanation;
  if (requests === 0) return NO_REQUEST;
  if (request.sharedAddresses) return copyCaption(explanation);
  const asks = request.op === "load" ? "asks for" : "stores";
  const moved = `${pluralize(sectors, "sector")} in ${pluralize(cacheLines, "cache line")}`;
  return `The warp ${asks} ${bytes(usefulBytes)} and moves ${moved}; ${pluralize(idealSectors, "sector")} would do. Efficiency: ${percent(efficiency(explanation))}.`;
}

/** The caption of a `cp.async.cg`'s request to global memory. */
export function copyCaption({ usefulBytes, sectors, cacheLines }: GlobalExplanation): string {
  const counted = "one for each 32 bytes of shared memory that a line goes to";
  return `The warp copies ${bytes(usefulBytes)} from ${pluralize(cacheLines, "line")}. ${pluralize(sectors, "sector")} are counted: ${counted}.`;
}

/** The caption of a request to shared memory, with its counts in the course's order. */
export function sharedCaption(cost: SharedCost & Partial<Pick<SharedExplanation, "request">>): string {
  const { requests, wavefronts, groups, bankConflicts, conflictDegree, request } = cost;
  if (requests === 0) return NO_REQUEST;
  if (request && !hasWavefronts(request))
    return "The bytes arrive without passing registers; no counter shows wavefronts or bank conflicts for them.";
  const takes = `The request takes ${pluralize(wavefronts, "wavefront")}`;
  if (bankConflicts === 0) return `${takes}, the fewest possible: no bank is asked for two words at once.`;
  return `${takes}; ${groups} would do. The busiest bank is asked for ${conflictDegree} words at once, which makes ${pluralize(bankConflicts, "bank conflict")}.`;
}

/**
 * A picture's caption, preceded by a sentence about lanes that a failed check names but the picture cannot show: their addresses are
 * before the array or misaligned, so the request does not contain them.
 *
 * @param spelled formats the lanes; by default ascending, with ranges
 */
export function withRefusal(
  { activeMask }: Pick<WarpRequest, "activeMask">,
  namedLanes: readonly number[],
  sentence: string,
  spelled = (lanes: readonly number[]): string => ranges(lanes.toSorted((a, b) => a - b)),
): string {
  const refused = namedLanes.filter((lane) => !isActive(activeMask, lane));
  if (refused.length === 0) return sentence;
  const [who, are, they] = refused.length === 1 ? ["Lane", "is", "it’s"] : ["Lanes", "are", "they’re"];
  const refusal = `${who} ${spelled(refused)} ${are} out of bounds or misaligned, so ${they} not drawn.`;
  return activeMask === 0 ? refusal : `${refusal} ${sentence}`;
}

/** The effect of one lane in a request to global memory: the bytes it touches, with their sector and line. */
export function laneCaption(request: WarpRequest, lane: number, active: boolean): string {
  if (!active) return `Lane ${lane} is inactive`;
  const first = byteAddressOf(request, lane);
  const { bytesPerLane } = request;
  const span = bytesPerLane === 1 ? `byte ${count(first)}` : `bytes ${count(first)} to ${count(first + bytesPerLane - 1)}`;
  return `Lane ${lane}: ${span}, sector ${count(Math.floor(first / SECTOR_BYTES))}, line ${count(Math.floor(first / CACHE_LINE_BYTES))}`;
}

/** The words that a lane requests from shared memory, and their banks: "words 2–3, banks 2–3". */
export function wordsOfLane(request: WarpRequest, lane: number): string {
  const first = Math.floor(byteAddressOf(request, lane) / WORD_BYTES);
  const words = Array.from({ length: Math.max(1, request.bytesPerLane / WORD_BYTES) }, (_, i) => first + i);
  const plural = words.length === 1 ? "" : "s";
  return `word${plural} ${ranges(words)}, bank${plural} ${ranges(words.map((word) => word % BANK_COUNT))}`;
}

/** One sentence per touched bank: its words, and the lanes that request them. */
export function bankCaptions({ request, groupEvidence }: SharedExplanation): string[] {
  const touches = groupEvidence.flatMap(({ words }, group) => words.map((word) => ({ ...word, group })));
  const banks = [...Map.groupBy(touches, (word) => word.bank)].sort(([a], [b]) => a - b);
  return banks.map(([bank, words]) => {
    const parts = words.map(({ number, lanes, group }) => {
      const inGroup =
        groupEvidence.length > 1 && hasWavefronts(request) ? ` in ${movesMatrices(request.instruction) ? "matrix" : "group"} ${group}` : "";
      return `word ${number} for lane${lanes.length === 1 ? "" : "s"} ${ranges(lanes)}${inGroup}`;
    });
    return `Bank ${bank}: ${parts.join("; ")}.`;
  });
}
