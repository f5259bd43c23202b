import type { WitnessRequest } from "#judge/result.ts";
import { wordsOfLane } from "../drawing/bank-words.ts";

/** What one lane does: the words it touches and the banks they lie in. */
export function laneWords(request: WitnessRequest, lane: number, active: boolean): string {
  return active ? `Lane ${lane}: ${wordsOfLane(request, lane)}` : `Lane ${lane} sits out`;
}
