import { isActive, type WarpRequest } from "#simulator";
import { ranges } from "./format.ts";

/**
 * The sentence of a picture, led by one on the lanes that a failed check names and that the picture cannot show: what they
 * ask for lies before the array, or is not aligned, so that no request can hold it.
 */
export function withRefusal({ activeMask }: WarpRequest, namedLanes: readonly number[], sentence: string): string {
  const refused = namedLanes.filter((lane) => !isActive(activeMask, lane)).sort((a, b) => a - b);
  if (refused.length === 0) return sentence;
  const [who, ask, are] = refused.length === 1 ? ["Lane", "asks", "is"] : ["Lanes", "ask", "are"];
  const refusal = `${who} ${ranges(refused)} ${ask} for what memory refuses, and ${are} not drawn.`;
  return activeMask === 0 ? refusal : `${refusal} ${sentence}`;
}
