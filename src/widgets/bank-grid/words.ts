import { BANK_COUNT, WORD_BYTES, type SharedExplanation } from "../../../grader/simulator/index.ts";
import { groupBy } from "../../../grader/simulator/group-by.ts";
import type { WitnessRequest } from "../../../grader/judge/result.ts";
import { counted, ranges } from "../drawing/format.ts";

/** The picture in one sentence. */
export function sentence({ requests, wavefronts, groups, bankConflicts, conflictDegree }: SharedExplanation): string {
  if (requests === 0) return "No lane takes part, so there is no request.";
  const passes = `The request takes ${counted(wavefronts, "wavefront")}; ${groups} would do`;
  if (bankConflicts === 0)
    return `The request takes ${counted(wavefronts, "wavefront")}, the fewest possible: no bank is asked for two words at once.`;
  return `${passes}. The busiest bank is asked for ${conflictDegree} words at once, which makes ${counted(bankConflicts, "bank conflict")}.`;
}

/** What one lane does: the bytes it touches and the banks they lie in. */
export function laneWords({ addresses, bytesPerLane }: WitnessRequest, lane: number, active: boolean): string {
  if (!active) return `Lane ${lane} sits out`;
  const word = Math.floor(addresses[lane] / WORD_BYTES);
  const words = Math.max(1, bytesPerLane / WORD_BYTES);
  const banks = Array.from({ length: words }, (_, i) => (word + i) % BANK_COUNT);
  return `Lane ${lane}: word${words === 1 ? "" : "s"} ${ranges(Array.from({ length: words }, (_, i) => word + i))}, bank${words === 1 ? "" : "s"} ${ranges(banks)}`;
}

/** One sentence for each bank that is touched: its words and who wants them. */
export function bankWords({ groupEvidence }: SharedExplanation): string[] {
  const touches = groupEvidence.flatMap(({ words }, group) => words.map((word) => ({ ...word, group })));
  const banks = [...groupBy(touches, (word) => word.bank)].sort(([a], [b]) => a - b);
  return banks.map(([bank, words]) => {
    const parts = words.map(({ number, lanes, group }) => {
      const turn = groupEvidence.length > 1 ? ` in group ${group}` : "";
      return `word ${number} for lane${lanes.length === 1 ? "" : "s"} ${ranges(lanes)}${turn}`;
    });
    return `Bank ${bank}: ${parts.join("; ")}.`;
  });
}
