import { BANK_COUNT, WORD_BYTES, type SharedCost, type SharedExplanation, type WarpRequest } from "#simulator";
import { count, counted, ranges } from "./format.ts";
import type { Reading } from "./reading.ts";

/** The numbers of a request of shared memory, in the course's fixed order. */
export function bankReadings({ wavefronts, groups, bankConflicts, conflictDegree }: SharedCost): Reading[] {
  return [
    { name: "wavefronts", value: count(wavefronts), ideal: count(groups) },
    { name: "conflicts", value: count(bankConflicts) },
    { name: "degree", value: count(conflictDegree) },
  ];
}

/** A request of shared memory in one sentence. */
export function bankSentence({ requests, wavefronts, groups, bankConflicts, conflictDegree }: SharedCost): string {
  if (requests === 0) return "No lane takes part, so there is no request.";
  const passes = `The request takes ${counted(wavefronts, "wavefront")}; ${groups} would do`;
  if (bankConflicts === 0)
    return `The request takes ${counted(wavefronts, "wavefront")}, the fewest possible: no bank is asked for two words at once.`;
  return `${passes}. The busiest bank is asked for ${conflictDegree} words at once, which makes ${counted(bankConflicts, "bank conflict")}.`;
}

/** The words that a lane wants, and their banks: "words 2–3, banks 2–3". */
export function wordsOfLane({ addresses, bytesPerLane }: WarpRequest, lane: number): string {
  const first = Math.floor(addresses[lane] / WORD_BYTES);
  const words = Array.from({ length: Math.max(1, bytesPerLane / WORD_BYTES) }, (_, i) => first + i);
  const plural = words.length === 1 ? "" : "s";
  return `word${plural} ${ranges(words)}, bank${plural} ${ranges(words.map((word) => word % BANK_COUNT))}`;
}

/** One sentence for each bank that is touched: its words and who wants them. */
export function bankWords({ groupEvidence }: SharedExplanation): string[] {
  const touches = groupEvidence.flatMap(({ words }, group) => words.map((word) => ({ ...word, group })));
  const banks = [...Map.groupBy(touches, (word) => word.bank)].sort(([a], [b]) => a - b);
  return banks.map(([bank, words]) => {
    const parts = words.map(({ number, lanes, group }) => {
      const turn = groupEvidence.length > 1 ? ` in group ${group}` : "";
      return `word ${number} for lane${lanes.length === 1 ? "" : "s"} ${ranges(lanes)}${turn}`;
    });
    return `Bank ${bank}: ${parts.join("; ")}.`;
  });
}
