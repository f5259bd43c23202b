import { SECTOR_BYTES, type GlobalCost, type GlobalExplanation } from "#simulator";
import { bytes, count, pluralize, decimal, percent } from "#pictures/format.ts";
import type { Reading } from "#pictures/readings.ts";
import { ELEMENT_BYTES, efficiency, type Settings, type TotalCost } from "./indexed-requests.ts";
import { WARPS, type Order } from "./indices.ts";

export const ORDER_NAMES: Readonly<Record<Order, string>> = { "as given": "as given", "each warp": "each warp sorted", all: "all sorted" };

export function sectorsPerRequest({ sectors, requests }: TotalCost): number {
  return sectors / requests;
}

/** The numbers of all requests in the course's fixed order. */
export function totalReadings(cost: TotalCost): Reading[] {
  return [
    { name: "requests", value: count(cost.requests) },
    { name: "sectors", value: count(cost.sectors), ideal: count(cost.idealSectors) },
    { name: "sectors per request", value: decimal(sectorsPerRequest(cost)) },
    { name: "lines", value: count(cost.cacheLines) },
    { name: "efficiency", value: percent(efficiency(cost)) },
    { name: "DRAM bytes", value: dramBytes(cost) },
  ];
}

function dramBytes({ dramReadBytes, dramWriteBytes }: TotalCost): string {
  if (dramWriteBytes === 0) return `${bytes(dramReadBytes)} read`;
  return dramReadBytes === 0 ? `${bytes(dramWriteBytes)} written` : `${bytes(dramReadBytes)} read, ${bytes(dramWriteBytes)} written`;
}

/** The picture in words: what moves, and what the order of the indices has changed. */
export function sentence({ op, order }: Settings, cost: TotalCost, given: TotalCost, clashes: number): string {
  const subject = `The ${op === "load" ? "gather" : "scatter"} moves ${pluralize(cost.sectors, "sector")} in ${pluralize(cost.requests, "request")}, ${decimal(sectorsPerRequest(cost))} a request: ${percent(efficiency(cost))} of it is used.`;
  const clashWords =
    clashes === 0
      ? ""
      : ` Several lanes store to one and the same place in ${pluralize(clashes, "element")}: whose value stays is not defined.`;
  return `${subject} ${orderWords(order, cost.sectors, given.sectors)}${clashWords}`;
}

function orderWords(order: Order, sectors: number, given: number): string {
  if (order === "as given") return "The indices are used as they came.";
  if (order === "each warp")
    return `Sorting inside the warps changed nothing: still ${count(sectors)}, for the order of lanes never matters.`;
  const change = sectors < given ? `from ${count(given)} down to ${count(sectors)}` : `${count(given)} before, ${count(sectors)} after`;
  return `Sorting all indices chose anew which of them share a warp: ${change}.`;
}

/** What one warp's request costs. */
export function warpWords({ sectors, idealSectors }: GlobalCost): string {
  return `${pluralize(sectors, "sector")} (ideal ${count(idealSectors)})`;
}

/** One line for each warp. */
export function warpLine(explanation: GlobalExplanation, warp: number): string {
  const { cacheLines, usefulBytes } = explanation;
  return `Warp ${warp}: ${warpWords(explanation)} in ${pluralize(cacheLines, "line")} for ${bytes(usefulBytes)}.`;
}

/** What one lane does. */
export function laneWords(lane: number, element: number): string {
  const first = element * ELEMENT_BYTES;
  return `Lane ${lane}: index ${count(element)}, bytes ${count(first)} to ${count(first + ELEMENT_BYTES - 1)}, sector ${count(Math.floor(first / SECTOR_BYTES))}`;
}

/** What the pointed lane does, and how many warps move its sector. */
export function pointedWords(warp: number, lane: number, element: number, warpsThatMoveIt: number): string {
  return `Warp ${warp}. ${laneWords(lane, element)}, which ${warpsThatMoveIt} of ${WARPS} warps ${warpsThatMoveIt === 1 ? "moves" : "move"}`;
}
