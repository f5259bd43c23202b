import { SECTOR_BYTES, WARP_SIZE } from "#simulator";
import { bytes, count, decimal, percent, pluralize } from "#pictures/format.ts";
import type { Reading } from "#pictures/readings.ts";
import { FIELD_BYTES, FIELD_LETTERS, byteAddress, costOf, type RecordLayout, type WalkAccess, type WalkCost } from "./walk.ts";

/** Useful bytes ÷ bytes that move in sectors. */
function efficiency({ usefulBytes, sectors }: WalkCost): number {
  return usefulBytes / (sectors * SECTOR_BYTES);
}

/** The numbers of some accesses in the course's fixed order; what moved again comes last. */
export function walkReadings(cost: WalkCost): Reading[] {
  return [
    { name: "requests", value: count(cost.requests) },
    { name: "sectors", value: count(cost.sectors), ideal: count(cost.idealSectors) },
    { name: "sectors per request", value: decimal(cost.sectors / cost.requests) },
    { name: "lines", value: count(cost.cacheLines) },
    { name: "efficiency", value: percent(efficiency(cost)) },
    { name: "DRAM bytes", value: bytes(cost.dramReadBytes) },
    { name: "sectors moved again", value: count(cost.sectorsMovedAgain) },
  ];
}

/** The name of an access: "warp 0 reads x". */
export function accessName({ warp, field }: WalkAccess): string {
  return `warp ${warp} reads ${FIELD_LETTERS.charAt(field)}`;
}

/** The picture in one to three sentences: the access, what L1 could save, the walk so far. */
export function sentence(at: RecordLayout, accesses: readonly WalkAccess[], access: WalkAccess): string {
  const { sectors, idealSectors, usefulBytes } = access.explanation;
  const fewest = sectors === idealSectors ? "the fewest that can carry them" : `${count(idealSectors)} would do`;
  const parts = [
    `${at.layout}, ${describeRecords(at)}: ${accessName(access)} and asks for ${bytes(usefulBytes)}. ${pluralize(sectors, "sector")} move, ${fewest}: ${percent(efficiency(costOf([access])))} of what moves is used.`,
    againCaption(access),
  ];
  if (accesses.length > 1) {
    const soFar = costOf(accesses);
    parts.push(
      `So far ${pluralize(soFar.sectors, "sector")} in ${pluralize(soFar.requests, "request")}, ${soFar.sectorsMovedAgain === 0 ? "none" : count(soFar.sectorsMovedAgain)} of them moved again; efficiency ${percent(efficiency(soFar))}.`,
    );
  }
  return parts.filter((part) => part !== "").join(" ");
}

function describeRecords({ layout, fields, chunkRecords }: RecordLayout): string {
  const record = `records of ${bytes(fields * FIELD_BYTES)}`;
  return layout === "AoSoA" ? `chunks of ${chunkRecords} ${record}` : record;
}

function againCaption({ sectorsMovedAgain, explanation }: WalkAccess): string {
  if (sectorsMovedAgain === 0) return "";
  const which = sectorsMovedAgain === explanation.sectors ? "All of them have" : `${count(sectorsMovedAgain)} of them have`;
  return `${which} moved before, for another field: L1 saves that trip if it still holds them.`;
}

/** One access of the walk in one sentence. */
export function accessCaption(access: WalkAccess, step: number): string {
  const { sectors, idealSectors, cacheLines, usefulBytes } = access.explanation;
  const again = access.sectorsMovedAgain > 0 ? `, ${count(access.sectorsMovedAgain)} of them moved again` : "";
  return `Step ${step + 1}, ${accessName(access)}: ${bytes(usefulBytes)} from ${pluralize(sectors, "sector")} (ideal ${count(idealSectors)}) in ${pluralize(cacheLines, "line")}${again}.`;
}

/** What one lane does in an access: its record, the bytes, the sector. */
export function laneCaption(at: RecordLayout, { warp, field }: WalkAccess, lane: number): string {
  const record = warp * WARP_SIZE + lane;
  const first = byteAddress(at, { field, record });
  return `Lane ${lane}: ${FIELD_LETTERS.charAt(field)} of record ${record}, bytes ${count(first)} to ${count(first + FIELD_BYTES - 1)}, sector ${count(Math.floor(first / SECTOR_BYTES))}`;
}
