import { SECTOR_BYTES, type GlobalCost, type GlobalExplanation } from "#simulator";
import { bytes, count, decimal, percent, pluralize } from "#pictures/format.ts";
import { efficiency } from "#pictures/readings.ts";
import { ELEMENT_BYTES, type Settings } from "./indexed-requests.ts";
import { WARPS, type Order } from "./indices.ts";

export const ORDER_NAMES: Readonly<Record<Order, string>> = { "as given": "as given", "each warp": "each warp sorted", all: "all sorted" };

export function sectorsPerRequest({ sectors, requests }: GlobalCost): number {
  return sectors / requests;
}

/** The picture in words: what moves, and what the order of the indices has changed. */
export function sentence({ op, order }: Settings, cost: GlobalCost, given: GlobalCost, clashes: number): string {
  const subject = `The ${op === "load" ? "gather" : "scatter"} moves ${pluralize(cost.sectors, "sector")} in ${pluralize(cost.requests, "request")}, ${decimal(sectorsPerRequest(cost))} per request: ${percent(efficiency(cost))} of it is used.`;
  const clashCaption =
    clashes === 0 ? "" : ` Several lanes store to the same place in ${pluralize(clashes, "element")}: which value remains is undefined.`;
  return `${subject} ${orderCaption(order, cost.sectors, given.sectors)}${clashCaption}`;
}

function orderCaption(order: Order, sectors: number, given: number): string {
  if (order === "as given") return "The indices are used as they came.";
  if (order === "each warp")
    return `Sorting inside the warps changed nothing: still ${count(sectors)}, since the order of lanes never matters.`;
  const change = sectors < given ? `from ${count(given)} down to ${count(sectors)}` : `${count(given)} before, ${count(sectors)} after`;
  return `Sorting all indices changed which of them share a warp: ${change}.`;
}

/** What one warp's request costs. */
export function costCaption({ sectors, idealSectors }: GlobalCost): string {
  return `${pluralize(sectors, "sector")} (ideal ${count(idealSectors)})`;
}

/** What one warp's request costs, as a sentence. */
export function warpCaption(explanation: GlobalExplanation, warp: number): string {
  const { cacheLines, usefulBytes } = explanation;
  return `Warp ${warp}: ${costCaption(explanation)} in ${pluralize(cacheLines, "line")} for ${bytes(usefulBytes)}.`;
}

/** What one lane does. */
export function laneCaption(lane: number, element: number): string {
  const first = element * ELEMENT_BYTES;
  return `Lane ${lane}: index ${count(element)}, bytes ${count(first)} to ${count(first + ELEMENT_BYTES - 1)}, sector ${count(Math.floor(first / SECTOR_BYTES))}`;
}

/** What the pointed lane does, and how many warps move its sector. */
export function pointedCaption(warp: number, lane: number, element: number, warpsThatMoveIt: number): string {
  return `Warp ${warp}. ${laneCaption(lane, element)}, which ${warpsThatMoveIt} of ${WARPS} warps ${warpsThatMoveIt === 1 ? "moves" : "move"}`;
}
