import type { WarpRequest } from "#simulator";
import { wordsOfLane } from "#pictures/captions.ts";

/** What one lane does: the words it touches and the banks they lie in. */
export function laneWords(request: WarpRequest, lane: number, active: boolean): string {
  return active ? `Lane ${lane}: ${wordsOfLane(request, lane)}` : `Lane ${lane} sits out`;
}
