import { SECTOR_BYTES, type Device, type GlobalCost, type GlobalExplanation, type WarpRequest } from "#simulator";
import { bytes, capitalize, count, decimal, percent, pluralize, ranges } from "#pictures/format.ts";
import { byteAddressOf } from "#pictures/lanes.ts";
import type { Reading } from "#pictures/readings.ts";
import { loadsPerPiece, types, type Copy, type Fault } from "./copy.ts";

/** The copy so far in one or two sentences. */
export function sentence(made: readonly GlobalExplanation[], loadCount: number, copy: Copy, device: Device): string {
  const { requests, sectors, idealSectors, usefulBytes, movedBytes } = totalsOf(made);
  const where = made.length < loadCount ? `After load ${made.length} of ${loadCount}` : capitalize(describePiece(copy, device));
  const each = `${pluralize(requests, "request")} of ${pluralize(Number(decimal(sectors / requests)), "sector")}`;
  const moved = `${each}. ${requests === 1 ? "It moves" : "They move"} ${pluralize(sectors, "sector")}, ${bytes(movedBytes)}`;
  const wanted = sectors === idealSectors ? "every byte" : bytes(usefulBytes);
  const soFar = `${where}: ${moved}, and the warp wants ${wanted}.`;
  if (made.length === 1 && loadCount > 1) return `${soFar} Step forward, or press Play, for the rest of the copy.`;
  return `${soFar} ${sectors === idealSectors ? "The copy's stores look the same." : reason(copy, device)}`;
}

function describePiece({ bytesPerLane }: Copy, device: Device): string {
  const halves = loadsPerPiece(bytesPerLane, device) === 2 ? `, as two loads of ${bytes(bytesPerLane / 2)}` : " per load";
  return `${types[bytesPerLane]}, ${bytes(bytesPerLane)}${halves}`;
}

/** Why sectors move more than once. */
function reason({ bytesPerLane }: Copy, device: Device): string {
  if (loadsPerPiece(bytesPerLane, device) === 2) {
    return `A lane of ${device.architecture} loads ${bytes(device.widestAccessBytes)} at most, so each sector is asked for twice, half of it each time; the second time it may still be in L1.`;
  }
  return "The loads begin and end within sectors, so neighbours ask for the same edge; the second time it may still be in L1.";
}

/** Why nothing is loaded. */
export function faultCaption({ message }: Fault, { offsetFloats }: Copy): string {
  return `Misaligned address: the kernel ends with an error. ${capitalize(message)}. The pointer itself was fine; ptr + ${offsetFloats} is not, for pieces of this width.`;
}

/** One load in words. */
export function loadCaption({ request, sectors, lines }: GlobalExplanation, index: number): string {
  const numbers = lines.flatMap((line) => line.sectors.map((sector) => sector.number));
  const useful = lines.flatMap((line) => line.sectors).reduce((sum, sector) => sum + sector.usefulBytes, 0);
  const used = percent(useful / (sectors * SECTOR_BYTES));
  return `Load ${index + 1}, ${bytes(request.bytesPerLane)} per lane: ${sectors === 1 ? "sector" : "sectors"} ${ranges(numbers)}, ${used} used.`;
}

/** What one lane loads in the whole copy. */
export function laneCaption(loads: readonly WarpRequest[], lane: number): string {
  const [first, ...others] = loads;
  if (!first) throw new RangeError("a copy has at least one load");
  const span = `${bytes(first.bytesPerLane)} from byte ${count(byteAddressOf(first, lane))} on`;
  const next = others.slice(0, 2).map((load) => count(byteAddressOf(load, lane)));
  const rest = others.length === 0 ? "" : `, then from bytes ${next.join(", ")}${others.length > next.length ? " and so on" : ""}`;
  return `Lane ${lane}: ${pluralize(loads.length, "load")}, ${span}${rest}`;
}

/** The costs of several requests, added up: bytes that move twice count twice. */
interface Totals {
  readonly requests: number;
  readonly sectors: number;
  readonly idealSectors: number;
  readonly cacheLines: number;
  readonly usefulBytes: number;
  readonly movedBytes: number;
}

export function totalsOf(costs: readonly GlobalCost[]): Totals {
  const sum = (quantity: (cost: GlobalCost) => number) => costs.reduce((total, cost) => total + quantity(cost), 0);
  return {
    requests: sum(({ requests }) => requests),
    sectors: sum(({ sectors }) => sectors),
    idealSectors: sum(({ idealSectors }) => idealSectors),
    cacheLines: sum(({ cacheLines }) => cacheLines),
    usefulBytes: sum(({ usefulBytes }) => usefulBytes),
    movedBytes: sum(({ sectors }) => sectors * SECTOR_BYTES),
  };
}

const NOTHING = "–";

/** The numbers of the loads so far, in the course's order. */
export function totalReadings(totals: Totals): Reading[] {
  const { requests, sectors, idealSectors, cacheLines, usefulBytes, movedBytes } = totals;
  if (requests === 0) {
    return ["loads per lane", "requests", "sectors", "sectors per request", "lines", "efficiency"].map((name) => ({
      name,
      value: NOTHING,
    }));
  }
  return [
    { name: "loads per lane", value: count(requests) },
    { name: "requests", value: count(requests) },
    { name: "sectors", value: count(sectors), ideal: count(idealSectors) },
    { name: "sectors per request", value: decimal(sectors / requests) },
    { name: "lines", value: count(cacheLines) },
    { name: "efficiency", value: percent(usefulBytes / movedBytes) },
  ];
}
