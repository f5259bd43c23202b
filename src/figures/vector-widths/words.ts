import { SECTOR_BYTES, type Device, type GlobalExplanation, type WarpRequest } from "#simulator";
import { bytes, count, pluralize, decimal, percent, ranges } from "#pictures/format.ts";
import { loadsPerPiece, types, type Copy } from "./copy.ts";
import type { Fault } from "./fault.ts";
import { totalsOf } from "./totals.ts";

/** The copy so far in one or two sentences. */
export function sentence(made: readonly GlobalExplanation[], loadCount: number, copy: Copy, device: Device): string {
  const { requests, sectors, idealSectors, usefulBytes, movedBytes } = totalsOf(made);
  const where = made.length < loadCount ? `After load ${made.length} of ${loadCount}` : capital(pieceWords(copy, device));
  const moved = `${pluralize(requests, "request")} of ${pluralize(Number(decimal(sectors / requests)), "sector")}. They move ${pluralize(sectors, "sector")}, ${bytes(movedBytes)}`;
  if (sectors === idealSectors) return `${where}: ${moved}, and the warp wants every byte. The stores of the copy are the same again.`;
  return `${where}: ${moved}, and the warp wants ${bytes(usefulBytes)}. ${reason(copy, device)}`;
}

function pieceWords({ bytesPerLane }: Copy, device: Device): string {
  const halves = loadsPerPiece(bytesPerLane, device) === 2 ? `, as two loads of ${bytes(bytesPerLane / 2)}` : " a load";
  return `${types[bytesPerLane]}, ${bytes(bytesPerLane)}${halves}`;
}

/** Why sectors move more than once. */
function reason({ bytesPerLane }: Copy, device: Device): string {
  if (loadsPerPiece(bytesPerLane, device) === 2) {
    return `A lane of ${device.architecture} loads ${bytes(device.widestAccessBytes)} at most, so each sector is asked for twice, half of it each time; the second time the cache has it.`;
  }
  return "The loads begin and end within sectors, so neighbours ask for the same edge; the second time the cache has it.";
}

/** Why nothing is loaded. */
export function faultSentence({ message }: Fault, { offsetFloats }: Copy): string {
  return `Misaligned address: the kernel ends with an error. ${capital(message)}. The pointer itself was fine; ptr + ${offsetFloats} is not, for pieces of this width.`;
}

/** One load in words. */
export function loadWords({ request, sectors, lines }: GlobalExplanation, index: number): string {
  const numbers = lines.flatMap((line) => line.sectors.map((sector) => sector.number));
  const useful = lines.flatMap((line) => line.sectors).reduce((sum, sector) => sum + sector.usefulBytes, 0);
  const used = percent(useful / (sectors * SECTOR_BYTES));
  return `Load ${index + 1}, ${bytes(request.bytesPerLane)} a lane: ${sectors === 1 ? "sector" : "sectors"} ${ranges(numbers)}, ${used} used.`;
}

/** What one lane loads in the whole copy. */
export function laneWords(loads: readonly WarpRequest[], lane: number): string {
  const first = loads[0].addresses[lane];
  const span = `${bytes(loads[0].bytesPerLane)} from byte ${count(first)} on`;
  const rest =
    loads.length === 1
      ? ""
      : `, then from bytes ${loads
          .slice(1, 3)
          .map((load) => count(load.addresses[lane]))
          .join(", ")}${loads.length > 3 ? " and so on" : ""}`;
  return `Lane ${lane}: ${pluralize(loads.length, "load")}, ${span}${rest}`;
}

function capital(words: string): string {
  return words[0].toUpperCase() + words.slice(1);
}
