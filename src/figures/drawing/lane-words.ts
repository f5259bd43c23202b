import { CACHE_LINE_BYTES, SECTOR_BYTES, type WarpRequest } from "#simulator";
import { count } from "./format.ts";

/** What one lane does in a request of global memory: the bytes it touches and where they lie. */
export function laneWords({ addresses, bytesPerLane }: WarpRequest, lane: number, active: boolean): string {
  if (!active) return `Lane ${lane} sits out`;
  const first = addresses[lane];
  const span = bytesPerLane === 1 ? `byte ${count(first)}` : `bytes ${count(first)} to ${count(first + bytesPerLane - 1)}`;
  return `Lane ${lane}: ${span}, sector ${count(Math.floor(first / SECTOR_BYTES))}, line ${count(Math.floor(first / CACHE_LINE_BYTES))}`;
}
